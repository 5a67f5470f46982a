import { join } from 'node:path'
import { exists, hashEntries, isUnder, realPathOfFuture, type TreeEntry } from '@onesoul/disk'
import { checkPackage } from '../sync/check-package.ts'
import { errorText } from '../sync/error-text.ts'
import { compareTree, treeHashOf } from '../sync/package-tree.ts'
import type { BrokenPackage, SkillPackage } from '../sync/skill-package.ts'
import type {
  ExportedSkill,
  LeftSkill,
  SkillExportPlan,
  SkillExportRequest,
} from './exported-skill.ts'
import { listPortable } from './portable-tree.ts'

/** Says what an export would do with skills in a work tree. Changes nothing. */
export async function planSkillExport(request: SkillExportRequest): Promise<SkillExportPlan> {
  const folders = await mergeFolders(request)
  const skills: ExportedSkill[] = []
  for (const folder of folders) {
    for (const skill of request.skills) skills.push(await judge(request, folder, skill))
  }
  const wanted = new Set(skills.map(({ path }) => path))
  const others = Object.entries(request.noted).filter(([path]) => !wanted.has(path))
  const left = await Promise.all(others.map(([path, hash]) => judgeLeft(request, path, hash)))
  return { skills, left: left.flatMap((one) => one ?? []) }
}

interface Folder {
  /** The first of the names that lead to it. */
  readonly path: string
  readonly agents: readonly string[]
  /** Why nothing may be written there; `null`: it may. */
  readonly fault: string | null
}

/** Names that lead to one folder, through links, are written once, for all their agents. */
async function mergeFolders({ root, folders }: SkillExportRequest): Promise<readonly Folder[]> {
  const merged = new Map<string, Folder>()
  for (const { path, agents } of folders) {
    const real = await realPathOfFuture(join(root, path)).catch(() => null)
    const isInside = real !== null && real !== root && isUnder(real, root)
    const fault = isInside ? null : `${path} leads out of the work tree`
    const key = real ?? path
    const before = merged.get(key)
    const both = [...new Set([...(before?.agents ?? []), ...agents])]
    merged.set(key, { path: before?.path ?? path, agents: both, fault })
  }
  return [...merged.values()]
}

async function judge(
  { root, noted }: SkillExportRequest,
  { path: folder, agents, fault: barred }: Folder,
  skill: SkillPackage | BrokenPackage,
): Promise<ExportedSkill> {
  const path = `${folder}/${skill.name}`
  const base = { name: skill.name, path, agents, fault: null, difference: null } as const
  const fault = barred ?? ('fault' in skill ? skill.fault : checkPackage(skill))
  if (fault !== null || 'fault' in skill) {
    return { ...base, status: 'broken', fault: fault ?? 'it cannot be copied' }
  }
  let entries: readonly TreeEntry[]
  try {
    if (!(await exists(join(root, path)))) return { ...base, status: 'missing' }
    entries = await listPortable(join(root, path))
  } catch (error) {
    return { ...base, status: 'broken', fault: errorText(error) }
  }
  const hash = hashEntries(entries)
  if (hash === treeHashOf(skill.files)) return { ...base, status: 'current' }
  const difference = compareTree(entries, skill)
  const written = noted[path]
  if (written === undefined) return { ...base, difference, status: 'foreign' }
  return { ...base, difference, status: hash === written ? 'stale' : 'edited' }
}

async function judgeLeft(
  { root }: SkillExportRequest,
  path: string,
  hash: string,
): Promise<LeftSkill | null> {
  const place = join(root, path)
  const real = await realPathOfFuture(place).catch(() => null)
  if (real === null || !isUnder(real, root) || !(await exists(place))) return null
  const now = await listPortable(place).then(hashEntries, () => null)
  return { path, edited: now !== hash }
}
