import { basename, join } from 'node:path'
import {
  type Diagnostic,
  MAX_SKILL_BYTES,
  parseSkill,
  type SkillFacts,
  toSkillDiagnostic,
  unreadSkillFacts,
} from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import type { FoundSkill } from './walk-root.ts'

/** What a SKILL.md says, whoever asks: nothing here depends on a session, a setting or a place. */
export interface RawSkill {
  /** That of `facts`, which need not be looked at for it. */
  readonly name: string
  /** Whether `facts` have a gate. */
  readonly isGated: boolean
  /** Whether there are diagnostics. */
  readonly isFaulty: boolean
  /** Whether another look at the same bytes would say the same: not when they could not be read. */
  readonly isLasting: boolean
  readonly facts: SkillFacts
  /** Hex, of the bytes; `''` when none were read. */
  readonly sha256: string
  readonly usable: boolean
  /** Their source has the name of the file alone. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads one skill that was found below a root; never throws for what stands on the disk. */
export async function readRawSkill(root: string, found: FoundSkill): Promise<RawSkill> {
  const { path, file, stamp } = found
  const folder = basename(path)
  const source = { root: 'skills', path: file } as const
  const options = { folder, source }
  if (stamp === null) {
    const code = found.target === null ? 'skill.unreadable' : 'skill.link-outside'
    return unread(folder, toSkillDiagnostic({ code, message: found.barred }, source))
  }
  if (stamp.size > MAX_SKILL_BYTES) {
    const parsed = parseSkill(new Uint8Array(MAX_SKILL_BYTES + 1), options)
    return toRaw({ ...parsed, sha256: '' })
  }
  const place = join(root, path, file)
  const read = await readFileSafely(place, { roots: [root], maxBytes: MAX_SKILL_BYTES })
  if (read.outcome !== 'content') {
    const why = read.outcome === 'missing' ? 'it is gone' : read.message.replaceAll(place, 'it')
    return unread(folder, toSkillDiagnostic({ code: 'skill.unreadable', message: why }, source))
  }
  const { facts, usable, diagnostics } = parseSkill(read.bytes, options)
  const all = file === 'SKILL.md' ? diagnostics : [misspelt(file), ...diagnostics]
  return toRaw({ facts, usable, diagnostics: all, sha256: read.sha256 })
}

function misspelt(file: string): Diagnostic {
  const message = `the file is called ${file}`
  return toSkillDiagnostic({ code: 'skill.file-name', message }, { root: 'skills', path: file })
}

function unread(folder: string, diagnostic: Diagnostic): RawSkill {
  const facts = unreadSkillFacts(folder)
  const raw = toRaw({ facts, sha256: '', usable: false, diagnostics: [diagnostic] })
  return { ...raw, isLasting: false }
}

type RawParts = Pick<RawSkill, 'facts' | 'sha256' | 'usable' | 'diagnostics'>

function toRaw({ facts, sha256, usable, diagnostics }: RawParts): RawSkill {
  return {
    name: facts.name,
    isGated: Object.values(facts.gates).some((list) => list.length > 0),
    isFaulty: diagnostics.length > 0,
    isLasting: true,
    facts,
    sha256,
    usable,
    diagnostics,
  }
}

/** A raw skill as one line without tabs and line breaks but those between its parts. */
export function wordRawSkill(raw: RawSkill): string {
  const { name, isGated, isFaulty, usable, sha256, facts, diagnostics } = raw
  const flags = `${usable ? 'u' : '-'}${isGated ? 'g' : '-'}${isFaulty ? 'f' : '-'}`
  const { gates, ...rest } = facts
  const parts: WrittenDetails = { facts: isGated ? { ...rest, gates } : rest }
  const all = isFaulty ? { ...parts, diagnostics } : parts
  return [JSON.stringify(name), flags, sha256, JSON.stringify(all)].join('\t')
}

/** The raw skill of such a line; what most never need is read from it when it is asked for. */
export function recallRawSkill(line: string): RawSkill {
  const name = line.indexOf('\t')
  const flags = name + 1
  const sha = flags + 4
  const details = line.indexOf('\t', sha)
  return new RecalledSkill(line, {
    name: plainText(line.slice(0, name)),
    usable: line[flags] === 'u',
    isGated: line[flags + 1] === 'g',
    isFaulty: line[flags + 2] === 'f',
    sha256: line.slice(sha, details),
    at: details + 1,
  })
}

/** The text that a JSON text of it stands for. */
export function plainText(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

interface RawSkillDetails {
  readonly facts: SkillFacts
  readonly diagnostics: readonly Diagnostic[]
}

/** Most skills have no gate and no fault: those are left out. */
interface WrittenDetails {
  readonly facts: Omit<SkillFacts, 'gates'> & Partial<Pick<SkillFacts, 'gates'>>
  readonly diagnostics?: readonly Diagnostic[]
}

function readDetails(json: string): RawSkillDetails {
  const { facts, diagnostics = [] } = JSON.parse(json) as WrittenDetails
  return { facts: { ...facts, gates: facts.gates ?? NO_GATES }, diagnostics }
}

const NO_GATES: SkillFacts['gates'] = unreadSkillFacts('').gates

class RecalledSkill implements RawSkill {
  readonly name: string
  readonly isGated: boolean
  readonly isFaulty: boolean
  readonly isLasting = true
  readonly usable: boolean
  readonly sha256: string
  readonly #line: string
  readonly #at: number
  #details: RawSkillDetails | undefined

  constructor(
    line: string,
    known: Omit<RawSkill, 'facts' | 'diagnostics' | 'isLasting'> & { readonly at: number },
  ) {
    this.name = known.name
    this.isGated = known.isGated
    this.isFaulty = known.isFaulty
    this.usable = known.usable
    this.sha256 = known.sha256
    this.#line = line
    this.#at = known.at
  }

  get facts(): SkillFacts {
    return this.#read().facts
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.isFaulty ? this.#read().diagnostics : []
  }

  #read(): RawSkillDetails {
    this.#details ??= readDetails(this.#line.slice(this.#at))
    return this.#details
  }
}
