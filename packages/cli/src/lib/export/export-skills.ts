import { join } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import {
  type BrokenPackage,
  type ExportedSkill,
  type NotedSkills,
  notedAfter,
  planSkillExport,
  refusesSkills,
  type SkillExportPlan,
  type SkillExportRequest,
  type SkillObstacle,
  type SkillPackage,
  skillObstacles,
  skillTargets,
  writeSkillExport,
} from '@onesoul/skills'
import { type Home, type ProjectPlace, withProjectLock } from '@onesoul/sources'
import { wantedSkills } from '../skills-sync/wanted-skills.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { ExportFlags } from './export-flags.ts'
import type { WantedExport } from './wanted-export.ts'

export interface SkillExportInput {
  readonly home: Home
  readonly place: ProjectPlace
  readonly flags: ExportFlags
  readonly wanted: WantedExport
  readonly noted: NotedSkills
}

/** The skills of an export, planned and ready to be written. */
export interface PreparedSkills {
  readonly plan: SkillExportPlan
  readonly concerns: readonly Diagnostic[]
  /** Agents that get none. */
  readonly unserved: readonly string[]
  /** What the record of the export keeps. */
  readonly noted: NotedSkills
  /** Writes them; returns the backups by path. */
  readonly write: () => Promise<Readonly<Record<string, string>>>
}

/** Plans what an export does with the skills of the home that are ready. Changes nothing. */
export async function prepareSkills(input: SkillExportInput): Promise<PreparedSkills> {
  const { home, place, flags, wanted, noted } = input
  const skills = wanted.skills ? await wantedSkills(home, [], 'none') : []
  const targets = skillTargets(
    wanted.agents.map(({ id }) => id),
    place.root,
  )
  const request = { root: place.root, noted, skills, folders: foldersOf(targets, place) }
  const plan = await planSkillExport(request)
  const force = flags.force ?? false
  const prune = (flags.prune ?? false) || (flags.remove ?? false)
  const backups = join(place.folder, 'backups', 'skills')
  return {
    plan,
    concerns: skillConcerns(plan, flags),
    unserved: targets.flatMap(({ folder, agents }) => (folder === null ? agents : [])),
    noted: notedAfter({ ...request, plan, backups, prune }),
    write: () => write(place, { ...request, backups, prune }, force),
  }
}

function foldersOf(
  targets: ReturnType<typeof skillTargets>,
  { root }: ProjectPlace,
): SkillExportRequest['folders'] {
  return targets.flatMap(({ folder, agents }) =>
    folder === null ? [] : [{ path: folder.slice(root.length + 1), agents }],
  )
}

interface Write extends SkillExportRequest {
  readonly skills: readonly (SkillPackage | BrokenPackage)[]
  readonly backups: string
  readonly prune: boolean
}

/** Looks again first: somebody may have written there since the plan was made. */
async function write(
  place: ProjectPlace,
  request: Write,
  force: boolean,
): Promise<Readonly<Record<string, string>>> {
  return withProjectLock(place, 'onesoul export', async () => {
    const plan = await planSkillExport(request)
    if (!refusesSkills(plan, { force, prune: request.prune })) {
      return writeSkillExport({ ...request, plan })
    }
    const changed = plan.skills.find(({ status }) => status !== 'current' && status !== 'missing')
    throw new CliError(EXIT.failed, `${changed?.path ?? 'a skill'} was changed meanwhile`, {
      hints: ['repeat the export'],
    })
  })
}

/** What stands in the way of skills, each with what can be done; `force` has others replaced, with a backup. */
export function skillConcerns(
  plan: SkillExportPlan,
  { force = false, prune = false, remove = false }: ExportFlags,
): readonly Diagnostic[] {
  return skillObstacles(plan, { prune: prune || remove }).map((obstacle): Diagnostic => {
    const severity = force && obstacle.forced ? 'warning' : 'error'
    const path = obstacle.what === 'skill' ? obstacle.skill.path : obstacle.path
    const source = { root: 'worktree', path } as const
    return { code: 'export.skill', severity, source, ...adviceOn(obstacle) }
  })
}

function adviceOn(obstacle: SkillObstacle): Pick<Diagnostic, 'message' | 'fix'> {
  if (obstacle.what === 'left') {
    const message = 'it was edited since an export wrote it, and stays'
    return { message, fix: 'Remove it by hand.' }
  }
  const message = explainSkill(obstacle.skill)
  if (!obstacle.forced) return { message }
  const fix = 'Replace it with --force, which keeps a copy, or give one of the two another name.'
  return { message, fix }
}

function explainSkill({ status, fault, difference }: ExportedSkill): string {
  if (status === 'broken') return `it cannot be written: ${fault}`
  const paths = difference
    ? [...difference.changed, ...difference.removed, ...difference.added]
    : []
  const what =
    paths.length > 0 ? ` (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''})` : ''
  return status === 'edited'
    ? `it was edited since an export wrote it${what}`
    : `it is not the skill of the home, and no export of this home wrote it${what}`
}
