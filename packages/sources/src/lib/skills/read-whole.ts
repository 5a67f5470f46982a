import { join } from 'node:path'
import { type Skill, type SkillInput, withoutFrontmatter } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import { sha256 } from '../import/checksum.ts'

/** The SKILL.md of a skill; null when it is no longer the one that was judged. */
export async function readWhole(
  skill: Pick<Skill, 'folder' | 'path' | 'sha256'>,
): Promise<NonNullable<SkillInput['whole']> | null> {
  const name = skill.path.slice(skill.path.lastIndexOf('/') + 1)
  const found = await readFileSafely(join(skill.folder, name), { roots: [skill.folder] })
  if (found.outcome !== 'content' || sha256(found.bytes) !== skill.sha256) return null
  const text = new TextDecoder('utf-8').decode(found.bytes)
  return { text, start: text.length - withoutFrontmatter(text).length }
}
