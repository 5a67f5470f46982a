import type { Diagnostic } from '@onesoul/core'

export type Environment = Readonly<Record<string, string | undefined>>

type Reader = (value: string) => unknown

const text: Reader = (value) => value
const list: Reader = (value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
const number: Reader = (value) => (/^\d+$/.test(value.trim()) ? Number(value) : value)

/** Settings that the environment may give, with the key that each stands for. Lists are comma-separated. */
export const SETTING_VARIABLES: readonly {
  readonly variable: string
  readonly path: readonly string[]
  readonly read: Reader
}[] = [
  { variable: 'ONESOUL_LANGUAGE', path: ['language'], read: text },
  { variable: 'ONESOUL_CONFIGS', path: ['configs'], read: text },
  { variable: 'ONESOUL_EXCLUDE', path: ['exclude'], read: list },
  { variable: 'ONESOUL_REQUIRED', path: ['required'], read: list },
  { variable: 'ONESOUL_ON_MISSING', path: ['onMissing'], read: text },
  { variable: 'ONESOUL_BUDGET_PER_FILE', path: ['budget', 'perFile'], read: number },
  { variable: 'ONESOUL_BUDGET_TOTAL', path: ['budget', 'total'], read: number },
  { variable: 'ONESOUL_BUDGET_PROJECT', path: ['budget', 'project'], read: number },
  { variable: 'ONESOUL_BUDGET_TOKENS', path: ['budget', 'tokens'], read: number },
  { variable: 'ONESOUL_BUDGET_OVERFLOW', path: ['budget', 'overflow'], read: text },
  { variable: 'ONESOUL_PROJECT_MODE', path: ['project', 'mode'], read: text },
  { variable: 'ONESOUL_PROJECT_TRUST', path: ['project', 'trust'], read: text },
]

/** Reads the settings of the environment as unchecked data of the shape of a configuration file. */
export function readEnvironmentLayer(env: Environment): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const { variable, path, read } of SETTING_VARIABLES) {
    const value = env[variable]
    // An empty list is a statement (`[]` clears); an empty text is a variable that is not in use.
    if (value === undefined || (value === '' && read !== list)) continue
    place(out, path, read(value))
  }
  return out
}

function place(out: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    out[head] = value
    return
  }
  const inner = (out[head] ?? {}) as Record<string, unknown>
  out[head] = inner
  place(inner, rest, value)
}

/** Name of the variable that sets a key, if the environment sets it. */
export function variableFor(path: readonly (string | number)[]): string {
  const key = path.filter((step) => typeof step === 'string').join('.')
  const found = SETTING_VARIABLES.find((entry) => entry.path.join('.') === key)
  return found?.variable ?? 'environment'
}

/** Puts the variable's name before a message that names the key alone. */
export function nameVariable(diagnostic: Diagnostic): Diagnostic {
  const key = /^[A-Za-z.]+/.exec(diagnostic.message)?.[0] ?? ''
  const variable = variableFor(key.split('.'))
  return { ...diagnostic, message: `${variable}: ${diagnostic.message}` }
}
