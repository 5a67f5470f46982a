import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgentProgramName } from './agent-programs.ts'
import type { Sandbox } from './sandbox.ts'

/** One real program as a person has set it up: how it reaches the model, what it is called with. */
export interface OneSoulProgram {
  readonly name: Exclude<AgentProgramName, 'node24'>
  /** What the person types. */
  readonly typed: string
  /** Our id of it. */
  readonly id: string
  readonly version: string
  readonly env: (base: string, modelUrl: string) => Readonly<Record<string, string>>
  /** The person's own configuration of the program, by path below the sandbox. */
  readonly files: (sandbox: Sandbox, modelUrl: string) => Readonly<Record<string, string>>
  /** What a bare run with a prompt is called with. */
  readonly bareArgs: (prompt: string) => readonly string[]
  /** What one question asks for beside the answer, in a new session, by what the receipt calls it. */
  readonly sideCalls: readonly string[]
  /** One of these stands on the screen when it waits for a prompt. */
  readonly ready: readonly string[]
}

/** A key of no account; the end of it is what Claude Code remembers as approved. */
const KEY = 'sk-ant-dummy-0123456789abcdefghij'

function claudeCode(version: '2.1.197' | '2.1.332'): OneSoulProgram {
  return {
    name: version === '2.1.197' ? 'claude-197' : 'claude-332',
    typed: 'claude',
    id: 'claude-code',
    version,
    env: (base, modelUrl) => ({
      CLAUDE_CONFIG_DIR: join(base, 'claude'),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    files: ({ tree }) => ({
      'claude/.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: { [tree]: { hasTrustDialogAccepted: true } },
      }),
    }),
    bareArgs: (prompt) => ['-p', '--', prompt],
    sideCalls: [],
    ready: ['? for shortcuts', 'auto mode on'],
  }
}

const CODEX: OneSoulProgram = {
  name: 'codex',
  typed: 'codex',
  id: 'codex',
  version: '0.171.0',
  env: (base) => ({ CODEX_HOME: join(base, 'codex'), SCRIPTED_KEY: 'dummy' }),
  files: ({ tree }, modelUrl) => ({
    'codex/config.toml': `model = "gpt-5.2-codex"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects."${tree}"]
trust_level = "trusted"
`,
  }),
  bareArgs: (prompt) => ['exec', '--', prompt],
  sideCalls: [],
  ready: ['Ask Codex to do anything'],
}

const OPENCODE: OneSoulProgram = {
  name: 'opencode',
  typed: 'opencode',
  id: 'opencode',
  version: '1.18.33',
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  files: (_, modelUrl) => ({
    'home/.config/opencode/opencode.json': JSON.stringify(openCodeConfig(modelUrl)),
  }),
  bareArgs: (prompt) => ['run', '--', prompt],
  sideCalls: ['title'],
  ready: ['Ask anything'],
}

/** The person's own provider for OpenCode. */
export function openCodeConfig(modelUrl: string): object {
  return {
    $schema: 'https://opencode.ai/config.json',
    model: 'acme/large',
    small_model: 'acme/large',
    enabled_providers: ['acme'],
    provider: {
      acme: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Acme',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
        models: { large: { name: 'Large', limit: { context: 128_000, output: 8192 } } },
      },
    },
  }
}

/** The four programs that every scenario is a table over. */
export const ONESOUL_PROGRAMS: readonly OneSoulProgram[] = [
  claudeCode('2.1.197'),
  claudeCode('2.1.332'),
  CODEX,
  OPENCODE,
]

/** A program that takes ten seconds takes minutes on a machine that is shared. */
export const PATIENT: { readonly timeout: number } = { timeout: 600_000 }

export function findProgram(name: OneSoulProgram['name']): OneSoulProgram {
  const program = ONESOUL_PROGRAMS.find((candidate) => candidate.name === name)
  if (program === undefined) throw new Error(`no program ${name}`)
  return program
}

/** Writes files by path below a folder, and the folders that they need. */
export async function putFiles(
  base: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(base, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
