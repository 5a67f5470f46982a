import type { AssignedFiles } from '@onesoul/agents'
import type { Composition, Diagnostic } from '@onesoul/core'
import type { ExportedSkillStatus, SkillExportPlan } from '@onesoul/skills'
import type {
  ExportPlan,
  ExportStatus,
  LeftBlock,
  PlannedFile,
  StaticComposition,
} from '@onesoul/sources'
import { type Drift, describeDrift } from './describe-drift.ts'

/** What `export` says about one file. */
export interface ReportedFile extends Drift {
  /** The file, and the links that lead to it. */
  readonly paths: readonly string[]
  readonly agents: readonly string[]
  readonly status: ExportStatus
  /** Absolute path of the copy of what was replaced. */
  readonly backup: string | null
}

/** What `export` says about one skill in one folder. */
export interface ReportedSkill {
  readonly path: string
  readonly agents: readonly string[]
  /** `left`: nothing asks for it any more; `removed`: it was taken out, or on a dry run would be. */
  readonly status: ExportedSkillStatus | 'left' | 'removed'
  /** Absolute path of the copy of what was replaced. */
  readonly backup: string | null
}

/** The document of `export --json`, less its version. */
export interface ExportReport {
  readonly mode: 'check' | 'dry-run' | 'write'
  /** Nothing was written, because of an error among the diagnostics. */
  readonly refused: boolean
  /** `check`: every file holds what it should, and nothing is left over. */
  readonly current: boolean
  /** Hex SHA-256 of the text in each block. */
  readonly sha256: string
  readonly chars: number
  readonly files: readonly ReportedFile[]
  readonly served: AssignedFiles['served']
  /** Blocks of an export that nothing asks for any more. */
  readonly left: readonly { readonly path: string; readonly removed: boolean }[]
  readonly sources: readonly { readonly path: string; readonly sha256: string }[]
  readonly leftOut: readonly { readonly what: string; readonly why: string }[]
  /** Skills by folder; absent: they were no part of it. */
  readonly skills?: readonly ReportedSkill[]
  readonly diagnostics: readonly Diagnostic[]
}

export interface ReportInput {
  readonly mode: ExportReport['mode']
  readonly plan: ExportPlan
  readonly made: StaticComposition
  readonly served: AssignedFiles['served']
  readonly diagnostics: readonly Diagnostic[]
  readonly backups?: Readonly<Record<string, string>>
  readonly pruned?: boolean
  readonly skills?: SkillExportPlan | null
  /** Agents that get no skills. */
  readonly unserved?: readonly string[]
}

/** Everything that there is to say about an export. */
export function reportExport(input: ReportInput): ExportReport {
  const { mode, plan, made, served, diagnostics, backups = {}, pruned = false } = input
  const refused = diagnostics.some(({ severity }) => severity === 'error')
  const removed = pruned && !refused
  const skills = input.skills ? reportSkills(input.skills, { backups, removed }) : null
  const files = plan.files.map((file) => reportFile(file, plan, made.composition))
  const isCurrent = files.every(({ status }) => status === 'current')
  return {
    mode,
    refused,
    current:
      isCurrent &&
      plan.left.length === 0 &&
      (skills ?? []).every(({ status }) => status === 'current') &&
      !refused,
    sha256: plan.sha256,
    chars: [...plan.body].length,
    files: files.map((file) => ({ ...file, backup: backups[file.paths[0] ?? ''] ?? null })),
    served,
    left: plan.left.map(({ path }: LeftBlock) => ({ path, removed: pruned && !refused })),
    sources: sourcesOf(made.composition),
    leftOut: [...leftOutOf(made, plan), ...unservedOf(input)],
    ...(skills && { skills }),
    diagnostics,
  }
}

function reportSkills(
  { skills, left }: SkillExportPlan,
  {
    backups,
    removed,
  }: { readonly backups: Readonly<Record<string, string>>; readonly removed: boolean },
): readonly ReportedSkill[] {
  const others = left.map(({ path, edited }): ReportedSkill => {
    const status = removed && !edited ? 'removed' : 'left'
    return { path, agents: [], status, backup: null }
  })
  const ours = skills.map(({ path, agents, status }): ReportedSkill => {
    return { path, agents, status, backup: backups[path] ?? null }
  })
  return [...ours, ...others]
}

function unservedOf({ unserved = [] }: ReportInput): ExportReport['leftOut'] {
  const why = 'it is not known which folder of skills it reads'
  return unserved.map((agent) => ({ what: `skills for ${agent}`, why }))
}

function reportFile(
  { paths, agents, status, block }: PlannedFile,
  { body }: ExportPlan,
  composition: Composition,
): Omit<ReportedFile, 'backup'> {
  const base = { paths, agents, status, heading: null, source: null }
  if (!block || (status !== 'stale' && status !== 'edited')) return base
  // What was edited is not in any source.
  return status === 'edited'
    ? { ...base, ...describeDrift(body, block.body) }
    : { ...base, ...describeDrift(block.body, body, composition) }
}

/** The files that the text was made from. */
export function sourcesOf({ manifest }: Composition): ExportReport['sources'] {
  return manifest.sections
    .filter(({ status }) => status === 'included' || status === 'cut')
    .flatMap(({ sources }) => sources.map(({ path, sha256 }) => ({ path, sha256 })))
}

/** Of a section that is missing there is nothing to leave out. */
const DELIVERED: ReadonlySet<string> = new Set(['included', 'cut', 'missing'])

function leftOutOf(
  { composition, worktree }: StaticComposition,
  plan: ExportPlan,
): ExportReport['leftOut'] {
  const ours = plan.files.flatMap((file) => (file.foreign ? [] : file.paths))
  const sections = composition.manifest.sections
    .filter(({ id, status }) => id !== 'frame' && !DELIVERED.has(status))
    .map(({ id, reason = '' }) => ({ what: id, why: reason }))
  const others = worktree.files.filter(({ path }) => !ours.includes(path))
  const kept = 'a file of the work tree: it stays where it is'
  const files = others.map(({ path }) => ({ what: path, why: kept }))
  const why = 'settings of the work tree: they count where somebody trusts them'
  return [...sections, ...files, ...(worktree.config ? [{ what: '.onesoul.yaml', why }] : [])]
}
