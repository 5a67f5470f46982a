/** How many values an option takes: none, one, at most one, one or more. */
export type OptionKind = 'flag' | 'value' | 'optional' | 'list'

/** Options of `claude` itself that take a value, documented and not; from 2.1.197 and 2.1.332. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  '--advisor',
  '--agent',
  '--agent-color',
  '--agent-id',
  '--agent-name',
  '--agent-type',
  '--agents',
  '--append-subagent-system-prompt',
  '--append-subagent-system-prompt-file',
  '--append-system-prompt',
  '--append-system-prompt-file',
  '--autocompact',
  '--debug-file',
  '--deep-link-last-fetch',
  '--deep-link-repo',
  '--effort',
  '--environment',
  '--fallback-model',
  '--inherit-permission-mode',
  '--input-format',
  '--json-schema',
  '--managed-settings',
  '--max-budget-usd',
  '--max-thinking-tokens',
  '--max-turns',
  '--messaging-socket-path',
  '--model',
  '--name',
  '--output-format',
  '--parent-session-id',
  '--permission-mode',
  '--permission-prompt-tool',
  '--permission-prompts',
  '--plan-mode-instructions',
  '--plugin-dir',
  '--plugin-dir-no-mcp',
  '--plugin-url',
  '--prefill',
  '--remote-control-session-name-prefix',
  '--rewind-files',
  '--sdk-url',
  '--session-id',
  '--setting-sources',
  '--settings',
  '--system-prompt',
  '--system-prompt-file',
  '--system-prompt-snapshot',
  '--task-budget',
  '--team-name',
  '--teammate-mode',
  '--thinking',
  '--thinking-display',
  '--workload',
])

const OPTIONAL_OPTIONS: ReadonlySet<string> = new Set([
  '--cloud',
  '--debug',
  '--from-pr',
  '--prompt-suggestions',
  '--rc',
  '--remote',
  '--remote-control',
  '--resume',
  '--teleport',
  '--worktree',
])

const LIST_OPTIONS: ReadonlySet<string> = new Set([
  '--add-dir',
  '--allowed-tools',
  '--betas',
  '--channels',
  '--dangerously-load-development-channels',
  '--disallowed-tools',
  '--file',
  '--mcp-config',
  '--tools',
])

const LONG_NAMES: Readonly<Record<string, string>> = {
  '-c': '--continue',
  '-d': '--debug',
  '-h': '--help',
  '-n': '--name',
  '-p': '--print',
  '-r': '--resume',
  '-v': '--version',
  '-w': '--worktree',
  '--allowedTools': '--allowed-tools',
  '--bg': '--background',
  '--disallowedTools': '--disallowed-tools',
}

/** Sub-commands of `claude`: none of them is a conversation that we can deliver to. */
export const SUBCOMMANDS: ReadonlySet<string> = new Set([
  'agents',
  'attach',
  'auth',
  'auto-mode',
  'doctor',
  'gateway',
  'import',
  'install',
  'kill',
  'logs',
  'mcp',
  'plugin',
  'plugins',
  'purge',
  'respawn',
  'rm',
  'setup-token',
  'stop',
  'ultrareview',
  'update',
  'upgrade',
])

/** One name an option, whatever its spelling. */
export function longName(name: string): string {
  return Object.hasOwn(LONG_NAMES, name) ? (LONG_NAMES[name] ?? name) : name
}

export function kindOfOption(name: string): OptionKind {
  if (VALUE_OPTIONS.has(name)) return 'value'
  if (OPTIONAL_OPTIONS.has(name)) return 'optional'
  return LIST_OPTIONS.has(name) ? 'list' : 'flag'
}
