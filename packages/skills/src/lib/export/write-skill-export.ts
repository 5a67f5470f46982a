import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, hashEntries, hashTree } from '@onesoul/disk'
import { asSkillsError } from '../as-skills-error.ts'
import { SkillsError } from '../skills-error.ts'
import { keepTree } from '../sync/keep-backup.ts'
import { treeHashOf } from '../sync/package-tree.ts'
import type { SkillPackage } from '../sync/skill-package.ts'
import { writeTree } from '../sync/write-tree.ts'
import type { ExportedSkill, LeftSkill, NotedSkills, SkillExportRequest } from './exported-skill.ts'
import { listPortable } from './portable-tree.ts'

export interface WriteSkillExport extends SkillExportRequest {
  /** As it was planned, and nothing in it is refused. */
  readonly plan: { readonly skills: readonly ExportedSkill[]; readonly left: readonly LeftSkill[] }
  /** Absolute; where a tree that somebody made or edited is kept before it is replaced. */
  readonly backups: string
  /** Also take out what nothing asks for any more. Default: false. */
  readonly prune?: boolean
}

/** What an export will have written, to be kept before the first write: a kill must leave nothing that nobody knows of. */
export function notedAfter({ skills, noted, plan, prune = false }: WriteSkillExport): NotedSkills {
  const hashes = new Map(
    skills.flatMap((skill) => ('fault' in skill ? [] : [[skill.name, treeHashOf(skill.files)]])),
  )
  const written = plan.skills.flatMap(({ name, path }) => {
    const hash = hashes.get(name)
    return hash === undefined ? [] : [[path, hash] as const]
  })
  const left = plan.left.flatMap(({ path, edited }) => {
    const hash = noted[path]
    return hash === undefined || (prune && !edited) ? [] : [[path, hash] as const]
  })
  return Object.fromEntries([...written, ...left].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Writes skills into a work tree, each staged beside its place and moved in as a
 * whole. A kill leaves each old, new or missing, and the same call again writes
 * the rest: all of it comes from the home. Only under the lock of the project.
 * Returns the backups by path.
 */
export async function writeSkillExport(
  request: WriteSkillExport,
): Promise<Readonly<Record<string, string>>> {
  const { plan, root, skills, prune = false } = request
  const backups = new Map<string, string>()
  const packages = new Map(skills.map((skill) => [skill.name, skill]))
  const folders = new Set(plan.skills.map(({ path }) => dirname(join(root, path))))
  for (const folder of folders) await sweepWork(folder)
  for (const one of plan.skills) {
    const skill = packages.get(one.name)
    if (!skill || 'fault' in skill || one.status === 'current') continue
    const place = join(root, one.path)
    const expected = await keepOld(request, one, backups)
    await replace(place, skill, expected)
  }
  for (const { path, edited } of prune ? plan.left : []) {
    if (!edited) await takeOut(join(root, path), root, asNoted(request, path))
  }
  return Object.fromEntries(backups)
}

const WORK = /^\.onesoul-export-[0-9a-f]{16}$/

/** What a killed export left. Agents take no folder with a dot for a skill. */
async function sweepWork(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => WORK.test(one))) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

function workFolder(place: string): string {
  return join(dirname(place), `.onesoul-export-${randomBytes(8).toString('hex')}`)
}

/** The tree as it may be replaced: what a backup holds, or what an export wrote; `null`: nothing may stand there. */
type Expected = (tree: string) => Promise<boolean>

async function keepOld(
  { root, noted, backups: folder }: WriteSkillExport,
  { path, status }: ExportedSkill,
  backups: Map<string, string>,
): Promise<Expected> {
  const place = join(root, path)
  if (status === 'edited' || status === 'foreign') {
    const hash = await hashTree(place)
    backups.set(path, await keepTree(folder, place, hash))
    return async (tree) => (await hashTree(tree)) === hash
  }
  return asNoted({ noted }, path)
}

function asNoted({ noted }: Pick<WriteSkillExport, 'noted'>, path: string): Expected {
  return async (tree) => hashEntries(await listPortable(tree)) === noted[path]
}

async function replace(
  place: string,
  { files }: SkillPackage,
  isExpected: Expected,
): Promise<void> {
  await swap(place, isExpected, async (work) => {
    await writeTree(join(work, 'new'), files, { durable: false })
    return join(work, 'new')
  })
}

/** Moves what stands at a place aside and the new tree in; whatever fails, the old one is there again. */
async function swap(
  place: string,
  isExpected: Expected,
  stage: (work: string) => Promise<string | null>,
): Promise<void> {
  const work = workFolder(place)
  const old = join(work, 'old')
  await mkdir(work, { recursive: true })
  try {
    const fresh = await stage(work)
    await rename(place, old).catch(ifThere)
    if ((await exists(old)) && !(await isExpected(old))) {
      throw new SkillsError('edited', `somebody wrote into ${place} just now; export again`)
    }
    if (fresh !== null) await rename(fresh, place)
  } catch (error) {
    await rename(old, place).catch(ifThere)
    await rm(work, { recursive: true, force: true })
    throw asSkillsError(error, `${place} could not be written`)
  }
  await rm(work, { recursive: true, force: true })
}

async function takeOut(place: string, root: string, isExpected: Expected): Promise<void> {
  await swap(place, isExpected, async () => null)
  // Folders that the export made go with the last skill in them.
  for (let folder = dirname(place); folder !== root; folder = dirname(folder)) {
    if (
      !(await rmdir(folder).then(
        () => true,
        () => false,
      ))
    )
      return
  }
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
