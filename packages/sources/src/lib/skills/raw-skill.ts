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
    return { ...parsed, sha256: '' }
  }
  const place = join(root, path, file)
  const read = await readFileSafely(place, { roots: [root], maxBytes: MAX_SKILL_BYTES })
  if (read.outcome !== 'content') {
    const why = read.outcome === 'missing' ? 'it is gone' : read.message.replaceAll(place, 'it')
    return unread(folder, toSkillDiagnostic({ code: 'skill.unreadable', message: why }, source))
  }
  const { facts, usable, diagnostics } = parseSkill(read.bytes, options)
  const all = file === 'SKILL.md' ? diagnostics : [misspelt(file), ...diagnostics]
  return { facts, usable, diagnostics: all, sha256: read.sha256 }
}

function misspelt(file: string): Diagnostic {
  const message = `the file is called ${file}`
  return toSkillDiagnostic({ code: 'skill.file-name', message }, { root: 'skills', path: file })
}

function unread(folder: string, diagnostic: Diagnostic): RawSkill {
  return {
    facts: unreadSkillFacts(folder),
    sha256: '',
    usable: false,
    diagnostics: [diagnostic],
  }
}
