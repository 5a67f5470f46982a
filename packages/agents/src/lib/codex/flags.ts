import type { JsonObject } from './json-value.ts'

/** The person's flags, sorted by the part of Codex that gets them. */
export interface CodexFlags {
  /** For the program at the terminal: `codex` or `codex exec`. */
  readonly client: readonly string[]
  /** For `codex app-server`: configuration that only the server reads. */
  readonly server: readonly string[]
  /** Parameters of `thread/start` for what `codex exec --remote` does not carry. */
  readonly thread: JsonObject
  /** Name of `--profile`, which the server does not know. */
  readonly profile: string | null
  /** Every flag that was met, under the last of its names. */
  readonly seen: ReadonlySet<string>
  /** Flags that do not reach Codex over this channel, each with what to do. */
  readonly refused: readonly string[]
}

/** What happens to a flag: where it goes, or why it goes nowhere. */
interface FlagRule {
  readonly names: readonly string[]
  readonly takesValue: boolean
  readonly exec: Route
  readonly terminal: Route
}

type Route =
  | 'client'
  | 'server'
  | 'both'
  | 'drop'
  | { readonly parameter: string; readonly value?: unknown }
  | { readonly refused: string }

const elsewhere = { refused: 'is not carried to a Codex server; put it in config.toml' } as const
const ownFlag = {
  refused: 'would leave the composition behind; use `onesoul run --cwd DIR`',
} as const

/**
 * `codex exec --remote` takes a prompt, `resume UUID` and the output options,
 * `codex --remote` all but four flags; the rest goes to the server or into the
 * thread's parameters. Measured on 0.171.0.
 */
const RULES: readonly FlagRule[] = [
  flag(['-c', '--config'], true, ['server', 'both']),
  flag(['--enable'], true, ['server', 'both']),
  flag(['--disable'], true, ['server', 'both']),
  flag(['--strict-config'], false, ['server', 'both']),
  flag(['--json', '--experimental-json'], false, ['client', 'client']),
  flag(['-o', '--output-last-message'], true, ['client', 'client']),
  flag(['--color'], true, ['client', 'client']),
  flag(['--skip-git-repo-check'], false, ['client', 'drop']),
  flag(['-h', '--help'], false, ['client', 'client']),
  flag(['-V', '--version'], false, ['client', 'client']),
  flag(['-m', '--model'], true, [{ parameter: 'model' }, 'client']),
  flag(['-s', '--sandbox'], true, [{ parameter: 'sandbox' }, 'client']),
  // `codex exec` never asks: an approval policy changes nothing there.
  flag(['-a', '--ask-for-approval'], true, ['drop', 'client']),
  flag(['--yolo', '--dangerously-bypass-approvals-and-sandbox'], false, [
    { parameter: 'sandbox', value: 'danger-full-access' },
    'client',
  ]),
  flag(['--ephemeral'], false, [{ parameter: 'ephemeral', value: true }, 'client']),
  flag(['-p', '--profile'], true, ['drop', 'client']),
  flag(['-C', '--cd'], true, [ownFlag, ownFlag]),
  flag(['--no-daemon'], false, ['drop', 'drop']),
  flag(['--add-dir'], true, [elsewhere, elsewhere]),
  flag(['--worktree'], false, [elsewhere, elsewhere]),
  flag(['--remote', '--remote-auth-token-env'], true, [elsewhere, elsewhere]),
  flag(['-i', '--image'], true, [elsewhere, 'client']),
  flag(['--output-schema'], true, [elsewhere, 'client']),
  flag(['--thread-source'], true, [elsewhere, 'client']),
  flag(['--local-provider'], true, [elsewhere, 'client']),
]

function flag(
  names: readonly string[],
  takesValue: boolean,
  [exec, terminal]: readonly [exec: Route, terminal: Route],
): FlagRule {
  return { names, takesValue, exec, terminal }
}

/**
 * Sorts flags for a prompt run (`exec`) or a run at a terminal. An unknown flag
 * goes to the terminal program as it is; `codex exec --remote` would refuse it,
 * so there it is refused with the reason. Pure.
 */
export function sortFlags(args: readonly string[], run: 'exec' | 'terminal'): CodexFlags {
  const flags = takeFlags(args)
  const routed = flags.map((taken) => ({ ...taken, route: routeOf(taken, run) }))
  const wordsFor = (...routes: readonly Route[]): readonly string[] =>
    routed.flatMap(({ route, words }) => (routes.includes(route) ? words : []))
  return {
    client: wordsFor('client', 'both'),
    server: wordsFor('server', 'both'),
    thread: Object.fromEntries(
      routed.flatMap(({ route, value }) =>
        typeof route === 'object' && 'parameter' in route
          ? [[route.parameter, route.value ?? value]]
          : [],
      ),
    ),
    profile: flags.findLast(({ rule }) => rule?.names.includes('--profile'))?.value ?? null,
    seen: new Set(flags.map(({ name, rule }) => rule?.names.at(-1) ?? name)),
    refused: routed.flatMap(({ route, name }) =>
      typeof route === 'object' && 'refused' in route ? [`${name} ${route.refused}`] : [],
    ),
  }
}

function routeOf({ name, rule }: TakenFlag, run: 'exec' | 'terminal'): Route {
  return rule?.[run] ?? defaultRoute(name, run)
}

function defaultRoute(name: string, run: 'exec' | 'terminal'): Route {
  if (run === 'terminal') return 'client'
  return name.startsWith('-') ? elsewhere : { refused: 'is no flag; the prompt stands before `--`' }
}

interface TakenFlag {
  readonly name: string
  readonly value: string | undefined
  readonly words: readonly string[]
  readonly rule: FlagRule | undefined
}

function takeFlags(args: readonly string[]): readonly TakenFlag[] {
  const rest = [...args]
  const taken: TakenFlag[] = []
  while (rest.length > 0) taken.push(takeFlag(rest))
  return taken
}

/** Takes one flag with its value off the front: `-c v`, `--config v`, `--config=v`, `-cv`. */
function takeFlag(rest: string[]): TakenFlag {
  const word = rest.shift() ?? ''
  const whole = findRule(word)
  if (whole) {
    const value = whole.takesValue ? rest.shift() : undefined
    const words = value === undefined ? [word] : [word, value]
    return { name: word, value, words, rule: whole }
  }
  const [, name = word, value] =
    /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[a-zA-Z])=?(.+)$/s.exec(word) ?? []
  const rule = findRule(name)
  if (!rule?.takesValue) return { name: word, value: undefined, words: [word], rule: undefined }
  return { name, value, words: [word], rule }
}

function findRule(name: string): FlagRule | undefined {
  return RULES.find((rule) => rule.names.includes(name))
}
