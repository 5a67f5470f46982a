import type { BrokenPackage, SkillPackage } from '../sync/skill-package.ts'
import type { TreeDifference } from '../sync/sync-outcome.ts'

/**
 * How a folder of a work tree stands to the skill that would be written there.
 * - `current`: it is that skill.
 * - `missing`: nothing is there.
 * - `stale`: it is what an export of this home wrote, and the skill is another now.
 * - `edited`: an export of this home wrote it, and somebody changed it since.
 * - `foreign`: it is something else, and no export of this home wrote it.
 * - `broken`: it cannot be written; `fault` says why.
 */
export type ExportedSkillStatus = 'current' | 'missing' | 'stale' | 'edited' | 'foreign' | 'broken'

/** One skill in one folder of a work tree. */
export interface ExportedSkill {
  readonly name: string
  /** Relative to the root of the work tree, `/`-separated: `.claude/skills/release-notes`. */
  readonly path: string
  readonly agents: readonly string[]
  readonly status: ExportedSkillStatus
  /** One sentence; `null` unless it is `broken`. */
  readonly fault: string | null
  readonly difference: TreeDifference | null
}

/** A folder that an earlier export wrote and that nothing asks for any more. */
export interface LeftSkill {
  readonly path: string
  /** Somebody changed it since, so that it stays. */
  readonly edited: boolean
}

/** What the last export wrote, by path: hash of the tree. */
export type NotedSkills = Readonly<Record<string, string>>

export interface SkillExportRequest {
  /** Absolute real path of the work tree. */
  readonly root: string
  readonly skills: readonly (SkillPackage | BrokenPackage)[]
  /** Folders of skills, relative to the root, with the agents that read them. */
  readonly folders: readonly { readonly path: string; readonly agents: readonly string[] }[]
  readonly noted: NotedSkills
}

/** What an export would do with skills, or did. */
export interface SkillExportPlan {
  readonly skills: readonly ExportedSkill[]
  readonly left: readonly LeftSkill[]
}

/** Something in the way of an export that only a person can decide about. */
export type SkillObstacle =
  | { readonly what: 'skill'; readonly skill: ExportedSkill; readonly forced: boolean }
  /** An edited folder that nothing asks for any more, and that stays. */
  | { readonly what: 'left'; readonly path: string; readonly forced: true }

/** What stands in the way of an export; `forced`: with force it goes on all the same. */
export function skillObstacles(
  { skills, left }: SkillExportPlan,
  { prune }: { readonly prune: boolean },
): readonly SkillObstacle[] {
  const inTheWay = skills.filter(({ status }) => ['broken', 'edited', 'foreign'].includes(status))
  const staying = prune ? left.filter(({ edited }) => edited) : []
  return [
    ...inTheWay.map((skill) => {
      return { what: 'skill', skill, forced: skill.status !== 'broken' } as const
    }),
    ...staying.map(({ path }) => ({ what: 'left', path, forced: true }) as const),
  ]
}

/** Whether an export changes nothing because of what stands in its way. */
export function refusesSkills(
  plan: SkillExportPlan,
  { force, prune }: { readonly force: boolean; readonly prune: boolean },
): boolean {
  return skillObstacles(plan, { prune }).some(({ forced }) => !force || !forced)
}
