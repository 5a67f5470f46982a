import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Skill } from '@onesoul/core'
import { isUnder, listTree, readEach } from '@onesoul/disk'
import type { SkillRoots, SkillTraits } from '../port/skills.ts'
import { personalFolder, projectDirectories } from './skill-folders.ts'

/** Where an agent would be started. */
export interface SkillPlace {
  /** Absolute. */
  readonly cwd: string
  /** The environment that the agent gets. */
  readonly env: Readonly<Record<string, string>>
  readonly trusted: boolean
}

/**
 * Tells which skills an agent finds by itself: those in folders that it reads,
 * and those that lie there a second time with the same content.
 */
export async function findOwnSkills(
  skills: readonly Skill[],
  traits: Pick<SkillTraits, 'roots' | 'untrustedRoots' | 'nested'>,
  place: SkillPlace,
): Promise<ReadonlySet<Skill>> {
  const roots = place.trusted ? traits.roots : traits.untrustedRoots
  const folders = await realFolders(roots, place)
  const judged = await readEach(skills, (skill) => isOwn(skill, folders, traits.nested))
  return new Set(skills.filter((_, index) => judged[index]))
}

async function realFolders(
  { project, personal }: SkillRoots,
  { cwd, env }: SkillPlace,
): Promise<readonly string[]> {
  const { HOME = '', USERPROFILE = '' } = env
  const wanted = [
    ...(await projectDirectories(cwd)).flatMap((place) => project.map((name) => join(place, name))),
    ...personal.map((one) => personalFolder(one, { userHome: HOME || USERPROFILE, env }).path),
  ]
  const found = await Promise.all(wanted.map((folder) => realpath(folder).catch(() => null)))
  return [...new Set(found.filter((folder) => folder !== null))]
}

async function isOwn(skill: Skill, folders: readonly string[], nested: boolean): Promise<boolean> {
  const real = await realpath(skill.folder).catch(() => skill.folder)
  const stands = folders.some((folder) =>
    nested ? isUnder(real, folder) : dirname(real) === folder,
  )
  if (stands) return true
  for (const folder of folders) {
    const twin = join(folder, basename(skill.folder))
    if ((await isFolder(twin)) && (await sameFiles(twin, skill.folder))) return true
  }
  return false
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** The same files with the same bytes; who may read them does not count. */
async function sameFiles(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([contentsOf(one), contentsOf(other)])
  return a !== null && a === b
}

async function contentsOf(folder: string): Promise<string | null> {
  const real = await realpath(folder).catch(() => null)
  if (real === null) return null
  const entries = await listTree(real).catch(() => null)
  return entries === null
    ? null
    : JSON.stringify(entries.map(({ path, type, content }) => [path, type, content]))
}
