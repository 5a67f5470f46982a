import { isLeftOut } from '../archive/file-types.ts'
import { PACKAGE_LIMITS } from '../sync/skill-package.ts'
import type { SourceEntry, SourceTree } from './source-tree.ts'

/** A skill in a source. */
export interface SourceSkill {
  /** Its folder in the source; `''` when the source is the skill. */
  readonly path: string
  /** What is in the folder; paths are relative to the source. */
  readonly entries: readonly SourceEntry[]
}

/** The skills below a folder of a source, by path: folders with a SKILL.md, not those inside of another skill. */
export function findSkills({ entries }: SourceTree, below: string): readonly SourceSkill[] {
  const prefix = below === '' ? '' : `${below}/`
  const inside = entries.filter(({ path }) => path.startsWith(prefix) && !isLeftOut(path))
  const folders = inside
    .filter(({ path }) => /(?:^|\/)skill\.md$/i.test(path))
    .map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    .filter((path) => depthOf(path.slice(prefix.length)) <= PACKAGE_LIMITS.depth)
  const unique = [...new Set(folders)].sort()
  const outer = unique.filter(
    (path) => !unique.some((other) => other !== path && isInside(path, other)),
  )
  return outer.map((path) => ({
    path,
    entries: inside.filter((entry) => path === '' || entry.path.startsWith(`${path}/`)),
  }))
}

function isInside(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length
}
