import { dirname } from 'node:path'
import type { Skill } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { todayUtc } from '../inputs/foreign-text.ts'
import type { ScannedFile } from '../scan/scan-report.ts'
import { readAddedNames } from './added-names.ts'
import { readSkillFiles } from './skill-files.ts'
import { createSkillGuard } from './skill-guard.ts'
import { skillTrustLevel } from './skill-trust-level.ts'

/** What stands in the folder of a skill. */
export interface InspectedSkill {
  /** Each file with what the guard finds in it, whatever the policy does about it. */
  readonly scanned: readonly ScannedFile[]
  /** What could not be looked at, one clause each. */
  readonly unseen: readonly string[]
}

/** Reads all files of a skill and scans them, for a person who looks at it. */
export async function inspectSkill(
  home: HomePlace,
  skill: Pick<Skill, 'origin' | 'folder' | 'path'>,
  today: string = todayUtc(),
): Promise<InspectedSkill> {
  const { folder, path } = skill
  const trust = skillTrustLevel(skill, await readAddedNames(home.dir))
  const guard = createSkillGuard(home, { worktree: null, today })
  const { files, unseen } = await readSkillFiles(folder, dirname(folder))
  const shown = path.slice(0, path.lastIndexOf('/'))
  const scanned: ScannedFile[] = []
  for (const { path: below, bytes, sha256 } of files) {
    const name = below.slice(below.indexOf('/') + 1)
    scanned.push(await guard.scan({ path: `${shown}/${name}`, bytes, sha256, trust }))
  }
  return { scanned, unseen }
}
