import { readFileSafely, type StateLayout, writeFileSafely } from '@onesoul/disk'
import { readYamlSource, validateConfig } from '@onesoul/sources'
import * as v from 'valibot'
import { stringify } from 'yaml'
import { SkillsError } from '../skills-error.ts'
import type { SkillSource } from '../source/skill-source.ts'
import { isSkillName } from '../sync/skill-name.ts'
import { isFetchable } from './is-fetchable.ts'

/** What `skills.lock` says of a skill. */
export interface LockEntry extends SkillSource {
  /** A commit, `VERSION INTEGRITY`, `sha256:…` of the archive; null for a folder. */
  readonly revision: string | null
  /** Hash of its tree, as `hashTree` gives it. */
  readonly tree: string
}

/** By name. */
export type SkillsLock = ReadonlyMap<string, LockEntry>

type Place = Pick<StateLayout, 'home' | 'skillsLock'>

const VERSION = 1
const FILE = 'skills.lock'
const HEAD = `# Written by \`onesoul skills\`: where the skills of this folder come from, and what they are.
# Another machine gets the same ones by \`onesoul skills add --frozen\`.
`
/** A file that was cut off does not have it. */
const END = '...\n'

const text = v.pipe(v.string(), v.nonEmpty(), v.regex(/^[^\p{Cc}]*$/u, 'one line'))

/** The shape of an entry; unknown keys are refused. */
export const ENTRY_SCHEMA: v.GenericSchema<unknown, LockEntry> = v.strictObject({
  kind: v.picklist(['folder', 'archive', 'git', 'npm']),
  location: text,
  ref: v.nullable(text),
  path: v.pipe(v.string(), v.regex(/^[^\p{Cc}\\]*$/u, 'a path')),
  revision: v.nullable(text),
  tree: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')),
})

interface LockFile {
  readonly version: number
  readonly skills: Readonly<Record<string, LockEntry>>
}

const SCHEMA: v.GenericSchema<unknown, LockFile> = v.strictObject({
  version: v.pipe(v.number(), v.integer()),
  skills: v.record(v.string(), ENTRY_SCHEMA),
})

/**
 * Reads `skills.lock`; a home without one has added nothing.
 *
 * @throws SkillsError `lock-invalid` with the line
 */
export async function readLock({ home, skillsLock }: Place): Promise<SkillsLock> {
  const found = await readFileSafely(skillsLock, { roots: [home], maxBytes: 16 * 1024 * 1024 })
  if (found.outcome === 'missing') return new Map()
  if (found.outcome === 'failed') throw invalid(found.message.replace(/\.$/, ''))
  return parseLock(new TextDecoder().decode(found.bytes))
}

/** @throws SkillsError `lock-invalid` with the line */
export function parseLock(content: string): SkillsLock {
  refuseUnmerged(content)
  const source = readYamlSource(content, { root: 'skills', path: FILE })
  const [broken] = source.diagnostics
  if (broken) throw invalid(broken.message, broken.source?.line)
  const { data, locate } = source
  const version = (data as { version?: unknown } | null | undefined)?.version
  if (typeof version === 'number' && version !== VERSION) {
    const line = locate(['version'], 'value')?.line
    const newer = version > VERSION ? 'it was written by a newer OneSoul' : 'nobody knows it'
    throw invalid(`${newer} (version ${version})`, line)
  }
  const { plain, odd } = partNames(data)
  const { value, diagnostics } = validateConfig(plain, { schema: SCHEMA, file: FILE, locate })
  const [fault] = diagnostics
  if (value === null) throw invalid(fault?.message ?? 'it is empty', fault?.source?.line)
  const skills = new Map(Object.entries(value.skills))
  for (const [name, entry] of odd) {
    const checked = validateConfig(entry, {
      schema: ENTRY_SCHEMA,
      file: FILE,
      locate: (path, part) => locate(['skills', name, ...path], part),
    })
    const [wrong] = checked.diagnostics
    if (checked.value === null) throw invalid(wrong?.message ?? name, wrong?.source?.line)
    skills.set(name, checked.value)
  }
  for (const [name, entry] of skills) {
    const fault = faultOfEntry(name, entry)
    if (fault !== null) throw invalid(fault, locate(['skills', name], 'key')?.line)
  }
  if (!content.replaceAll('\r\n', '\n').endsWith(END)) {
    throw invalid('it ends early, without the line `...`', content.split('\n').length)
  }
  return skills
}

function refuseUnmerged(content: string): void {
  if (content === '') throw invalid('it is empty; a whole one ends with the line `...`', 1)
  const lines = content.split('\n')
  const mark = lines.findIndex((line) => /^(?:<{7}|={7}|>{7})(?: |\r?$)/.test(line))
  if (mark >= 0) throw invalid('a merge of it was not finished', mark + 1)
}

function faultOfEntry(name: string, entry: LockEntry): string | null {
  if (!isSkillName(name)) return `${JSON.stringify(name)} is no name of a skill`
  return isFetchable(entry) ? null : `${name} has no source that \`onesoul skills add\` would take`
}

/** Names of skills that a schema of records leaves out, since other objects inherit them. */
const INHERITED = ['constructor', 'prototype']

function partNames(data: unknown): {
  readonly plain: unknown
  readonly odd: readonly (readonly [name: string, entry: unknown])[]
} {
  const { skills } = (data ?? {}) as { readonly skills?: unknown }
  if (typeof skills !== 'object' || skills === null) return { plain: data ?? {}, odd: [] }
  const entries = Object.entries(skills)
  const rest = Object.fromEntries(entries.filter(([name]) => !INHERITED.includes(name)))
  return {
    plain: { ...(data as object), skills: rest },
    odd: entries.filter(([name]) => INHERITED.includes(name)),
  }
}

/** The file that says this, the same for the same skills. */
export function renderLock(lock: SkillsLock): string {
  const names = [...lock.keys()].sort()
  const skills = Object.fromEntries(names.map((name) => [name, ordered(lock.get(name))]))
  return HEAD + stringify({ version: VERSION, skills }, { lineWidth: 0 }) + END
}

function ordered(entry: LockEntry | undefined): object {
  if (entry === undefined) return {}
  const { kind, location, ref, path, revision, tree } = entry
  return { kind, location, ref, path, revision, tree }
}

/** Replaces `skills.lock` at once. */
export async function writeLock({ home, skillsLock }: Place, lock: SkillsLock): Promise<void> {
  await writeFileSafely(skillsLock, renderLock(lock), { roots: [home], mode: 0o644 })
}

function invalid(reason: string, line?: number): SkillsError {
  const at = line === undefined ? FILE : `${FILE}:${line}`
  return new SkillsError('lock-invalid', `${at}: ${reason}`, {
    hints: ['mend that line, or put back the file as it was; nothing was changed'],
  })
}
