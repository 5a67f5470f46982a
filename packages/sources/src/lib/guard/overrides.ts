import { realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import {
  type AcceptedFinding,
  type Diagnostic,
  type DiagnosticSource,
  suggest,
} from '@onesoul/core'
import { isUnder, readFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { validateConfig } from '../config/validate-config.ts'
import { type ConfigPath, type Locate, readYamlSource } from '../config/yaml-source.ts'
import { expandPath } from '../home/expand-path.ts'

/** A finding that a person looked at and accepts, for now. */
export interface Override extends AcceptedFinding {
  readonly by?: string
}

export interface Overrides {
  /** Absolute; null when the configuration names none. */
  readonly path: string | null
  /** Only those that count today. */
  readonly entries: readonly Override[]
  /** What has no effect, and why. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface OverridesPlace {
  /** Absolute path of the home. */
  readonly home: string
  readonly userHome: string
  /** `guard.overrides` as it was written: relative to the home, absolute, or with a leading `~`. */
  readonly file: string | null
}

/**
 * Reads the overrides that the home's configuration names. `today` is `YYYY-MM-DD`;
 * with the ids of all `rules` an entry of another one is invalid.
 */
export async function readOverrides(
  place: OverridesPlace,
  today: string,
  rules?: readonly string[],
): Promise<Overrides> {
  const { home, userHome, file } = place
  if (file === null) return { path: null, entries: [], diagnostics: [] }
  const path = expandPath(file, { base: home, userHome })
  const found = await readFileSafely(path, { homeDir: userHome })
  if (found.outcome === 'content') {
    const text = new TextDecoder().decode(found.bytes)
    return { path, ...parseOverrides(text, { file, today, ...(rules && { rules }) }) }
  }
  const why = found.outcome === 'missing' ? `there is no file ${shown(place, path)}` : found.message
  const message = `no finding is overridden: ${why.replace(/\.$/, '')}`
  const source = { root: 'home', path: 'config.yaml' } as const
  return {
    path,
    entries: [],
    diagnostics: [{ code: 'override.unreadable', severity: 'warning', message, source }],
  }
}

export interface ForeignFolders {
  /** Absolute; text of others. */
  readonly folders: readonly string[]
  /** Absolute path of the home; what lies in it is the person's own wherever the home lies. Null: there is none. */
  readonly home: string | null
  /** How a message names the folders: `what is scanned`. */
  readonly name: string
}

/** The overrides, without effect when their file lies, also by a link, in text of others outside the home. */
export async function overridesOutside(
  overrides: Overrides,
  { folders, home, name }: ForeignFolders,
): Promise<Overrides> {
  const { path, diagnostics } = overrides
  if (path === null) return overrides
  const places = await bothWays(folders)
  const own = home === null ? [] : await bothWays([home])
  const isForeign = (one: string): boolean =>
    places.some((folder) => isUnder(one, folder)) && !own.some((folder) => isUnder(one, folder))
  if (!(await bothWays([path])).some(isForeign)) return overrides
  const inTarget: Diagnostic = {
    code: 'override.in-target',
    severity: 'warning',
    message: `no finding is overridden: the file that guard.overrides names lies in ${name}`,
    source: { root: 'home', path: 'config.yaml' },
    fix: 'keep the overrides in the home',
  }
  return { path, entries: [], diagnostics: [...diagnostics, inTarget] }
}

/** Paths as they were given and with their links followed. */
async function bothWays(paths: readonly string[]): Promise<readonly string[]> {
  // What is not there has no other path.
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
  return [...new Set([...paths, ...real])]
}

function shown({ home, file }: OverridesPlace, path: string): string {
  return file !== null && isAbsolute(file) ? path : path.replace(join(home, '/'), '')
}

const ENTRY: v.GenericSchema<unknown, Override> = v.strictObject({
  rule: v.pipe(v.string(), v.nonEmpty()),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')),
  reason: v.pipe(v.string(), v.regex(/\S/, 'a sentence')),
  until: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day, YYYY-MM-DD')),
  by: v.exactOptional(v.string()),
})

const FILE: v.GenericSchema<unknown, { readonly overrides: readonly unknown[] }> = v.strictObject({
  overrides: v.array(v.unknown()),
})

export interface ParseOverridesOptions {
  /** Its name, for messages. */
  readonly file: string
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** Ids of all rules. Default: any id counts. */
  readonly rules?: readonly string[]
}

/**
 * Parses a file of overrides: `overrides:` with a list of `rule`, `sha256`, `reason`,
 * `until` and, if one likes, `by`. An entry that is incomplete or past its day has no
 * effect and is a diagnostic; the others count.
 */
export function parseOverrides(
  text: string,
  { file, today, rules }: ParseOverridesOptions,
): Omit<Overrides, 'path'> {
  const source = readYamlSource(text, { root: 'home', path: file })
  const { locate } = source
  const whole = validateConfig(source.data ?? {}, { schema: FILE, file, locate })
  const [broken] = [...source.diagnostics, ...whole.diagnostics]
  if (broken || whole.value === null) {
    return { entries: [], diagnostics: broken ? [rename(broken, 'override.unreadable')] : [] }
  }
  const entries: Override[] = []
  const diagnostics: Diagnostic[] = []
  for (const [index, data] of whole.value.overrides.entries()) {
    const read = readEntry(data, { file, locate: below(locate, ['overrides', index]) })
    const at = locate(['overrides', index], 'value')
    if (read.value === null) diagnostics.push(...read.diagnostics)
    else if (rules && !rules.includes(read.value.rule))
      diagnostics.push(unknownRule(read.value, rules, at))
    else if (read.value.until >= today) entries.push(read.value)
    else diagnostics.push(expired(read.value, at))
  }
  return { entries, diagnostics }
}

function readEntry(
  data: unknown,
  { file, locate }: { readonly file: string; readonly locate: Locate },
): { readonly value: Override | null; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = validateConfig(data, { schema: ENTRY, file, locate })
  const [first] = diagnostics
  return { value, diagnostics: first ? [rename(first, 'override.invalid')] : [] }
}

function below(locate: Locate, base: ConfigPath): Locate {
  return (path, what) => locate([...base, ...path], what) ?? locate(base, 'value')
}

function rename({ message, source }: Diagnostic, code: string): Diagnostic {
  const what =
    code === 'override.invalid' ? 'an override has no effect' : 'no finding is overridden'
  const at = source === undefined ? {} : { source }
  return { code, severity: 'warning', message: `${what}: ${message}`, ...at }
}

function unknownRule(
  { rule }: Override,
  rules: readonly string[],
  source: DiagnosticSource | undefined,
): Diagnostic {
  const meant = suggest(rule, rules)
  return {
    code: 'override.invalid',
    severity: 'warning',
    message: `an override has no effect: there is no rule ${JSON.stringify(rule)}`,
    ...(meant && { fix: `did you mean ${meant}?` }),
    ...(source && { source }),
  }
}

function expired({ rule, until }: Override, source: DiagnosticSource | undefined): Diagnostic {
  return {
    code: 'override.expired',
    severity: 'warning',
    message: `the override of ${rule} ended with ${until} and has no effect`,
    fix: 'look at the finding again; set a new day or remove the entry',
    ...(source && { source }),
  }
}
