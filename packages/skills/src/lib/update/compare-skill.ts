import { type Capability, decodeText, diffLines, reviewChange } from '@onesoul/core'
import { carrierOf, type ScanRules } from '@onesoul/sources'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { type SkillFinding, scanSkill } from '../validate/scan-skill.ts'

/** A file that differs, with lines for texts. */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'removed'
  readonly added: number
  readonly removed: number
}

/** What a new version of a skill brings, before anybody reads its lines. */
export interface SkillChange {
  /** By path. */
  readonly files: readonly ChangedFile[]
  /** What an agent may now reach for by it, and did not before. */
  readonly capabilities: readonly Capability[]
  /** Hosts that it never named. */
  readonly hosts: readonly string[]
  /** Of the guard, that the version before did not have. */
  readonly findings: readonly SkillFinding[]
}

export function compareSkill(
  before: readonly SkillPackageFile[],
  after: readonly SkillPackageFile[],
  rules: ScanRules,
): SkillChange {
  const old = new Map(before.map((file) => [file.path, file]))
  const now = new Map(after.map((file) => [file.path, file]))
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort()
  const changed = paths.filter((path) => !isSame(old.get(path), now.get(path)))
  const reviews = changed.map((path) => {
    const style = carrierOf(path) === 'code' ? 'code' : 'markdown'
    return reviewChange(textOf(old.get(path)), textOf(now.get(path)), { style })
  })
  const had = new Set(scanSkill(before, rules).findings.map(keyOf))
  return {
    files: changed.map((path) => describe(path, old.get(path), now.get(path))),
    capabilities: [...new Set(reviews.flatMap((one) => one.newCapabilities))],
    hosts: [...new Set(reviews.flatMap((one) => one.newHosts))],
    findings: scanSkill(after, rules).findings.filter((one) => !had.has(keyOf(one))),
  }
}

type File = SkillPackageFile | undefined

function isSame(a: File, b: File): boolean {
  if (a === undefined || b === undefined) return false
  return a.mode === b.mode && Buffer.compare(a.bytes, b.bytes) === 0
}

function describe(path: string, old: File, now: File): ChangedFile {
  const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
  const lines = diffLines(textOf(old), textOf(now))
  const count = (what: 'added' | 'removed'): number =>
    lines.filter((line) => line.kind === what && line.text !== '').length
  return { path, kind, added: count('added'), removed: count('removed') }
}

/** `''` for what is no text: it has no lines. */
function textOf(file: File): string {
  if (file === undefined || file.bytes.subarray(0, 4096).includes(0)) return ''
  return decodeText(file.bytes).text
}

function keyOf({ path, rule, sha256 }: SkillFinding): string {
  return `${path}\0${rule}\0${sha256}`
}
