import { type Diagnostic, escapeForDisplay, suggest } from '@onesoul/core'
import * as v from 'valibot'
import { keysAt } from './schema-keys.ts'
import type { ConfigPath, Locate } from './yaml-source.ts'

export interface ValidateOptions<T> {
  readonly schema: v.GenericSchema<unknown, T>
  /** What the file is, for messages, e.g. `config.yaml`. */
  readonly file: string
  readonly locate: Locate
  /** Keys that exist but may not be set here, e.g. in a project's file. */
  readonly foreignKeys?: readonly string[]
}

export interface Validated<T> {
  /** `null` when there is at least one error. */
  readonly value: T | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Names that live on every object's prototype and would pass for known keys. */
const PROTOTYPE_KEYS = new Set(Object.getOwnPropertyNames(Object.prototype).concat('prototype'))

/**
 * Checks parsed data against a schema. Every issue is an error with the place
 * in the file; an unknown key or word comes with the one that was probably meant.
 */
export function validateConfig<T>(data: unknown, options: ValidateOptions<T>): Validated<T> {
  if (Array.isArray(data)) return { value: null, diagnostics: [noMapping(options)] }
  const hostile = prototypeKeys(data, []).map((path) => unknownKey(path, options))
  const result = v.safeParse(options.schema, data)
  const issues = (result.issues ?? []).filter((issue) => !PROTOTYPE_KEYS.has(lastKey(issue)))
  const diagnostics = [...hostile, ...issues.map((issue) => describe(issue, options))]
  return { value: result.success && hostile.length === 0 ? result.output : null, diagnostics }
}

function noMapping<T>({ file, locate }: ValidateOptions<T>): Diagnostic {
  const source = locate([], 'value')
  const message = `${file} must be a mapping of keys to values, not a list`
  return { code: 'config.invalid-value', severity: 'error', message, ...(source && { source }) }
}

function lastKey(issue: v.BaseIssue<unknown>): string {
  return String(issue.path?.at(-1)?.key ?? '')
}

function prototypeKeys(data: unknown, path: ConfigPath): readonly ConfigPath[] {
  if (typeof data !== 'object' || data === null) return []
  return Reflect.ownKeys(data).flatMap((key) => {
    if (typeof key !== 'string' || (Array.isArray(data) && key === 'length')) return []
    const here = [...path, Array.isArray(data) ? Number(key) : key]
    if (PROTOTYPE_KEYS.has(key)) return [here]
    return prototypeKeys(Reflect.get(data, key), here)
  })
}

function describe<T>(issue: v.BaseIssue<unknown>, options: ValidateOptions<T>): Diagnostic {
  const path = (issue.path ?? []).map((item) => item.key as string | number)
  if (issue.type === 'strict_object' && issue.expected === 'never') return unknownKey(path, options)
  const source = options.locate(path, 'value')
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    const message = `${formatPath(path.slice(0, -1))}: \`${path.at(-1)}\` is missing`
    return { code: 'config.missing-key', severity: 'error', message, ...(source && { source }) }
  }
  return {
    code: 'config.invalid-value',
    severity: 'error',
    message: `${formatPath(path)}: ${explain(issue)}`,
    ...(source && { source }),
  }
}

function unknownKey<T>(path: ConfigPath, options: ValidateOptions<T>): Diagnostic {
  const key = String(path.at(-1))
  const source = options.locate(path, 'key')
  const at = { severity: 'error', ...(source && { source }) } as const
  if (path.length === 1 && options.foreignKeys?.includes(key)) {
    const message = `\`${key}\` cannot be set in ${options.file}`
    return {
      code: 'config.not-for-projects',
      message,
      fix: 'set it in the home config.yaml',
      ...at,
    }
  }
  const parent = path.slice(0, -1)
  const meant = suggest(key, keysAt(options.schema, parent))
  const where = parent.length > 0 ? ` in ${formatPath(parent)}` : ''
  return {
    code: 'config.unknown-key',
    message: `unknown key ${escapeForDisplay(key)}${where}${meant ? `; did you mean ${meant}?` : ''}`,
    ...at,
  }
}

function explain(issue: v.BaseIssue<unknown>): string {
  const got = issue.received
  if (issue.type === 'regex') return `must be ${issue.message}, not ${got}`
  if (issue.type === 'integer') return `must be a whole number, not ${got}`
  if (issue.type === 'min_value') return `must be ${issue.expected ?? ''}, not ${got}`
  if (issue.expected === 'Array') return `must be a list, not ${got}; write [] for an empty one`
  const choices = [...(issue.expected ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '')
  if (choices.length === 0)
    return `must be a ${(issue.expected ?? 'value').toLowerCase()}, not ${got}`
  const meant = typeof issue.input === 'string' ? suggest(issue.input, choices) : undefined
  return `must be one of ${choices.join(', ')}, not ${got}${meant ? `; did you mean ${meant}?` : ''}`
}

/** `bots[1].exclude`, `agents.codex.argv`. */
export function formatPath(path: ConfigPath): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('')
}
