import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Environment } from '../config/environment-layer.ts'
import { findRoot } from '../project/find-root.ts'
import { listFiles } from '../scan/list-files.ts'
import { readIndexStamp } from './index-stamp.ts'
import type { MapKey } from './kept-map.ts'
import { listTracked } from './list-tracked.ts'

export interface CodeMapInput {
  /** Absolute; the map is of this folder and what lies below. */
  readonly cwd: string
  /** Absolute: a repository whose root is this folder or lies above it is none. */
  readonly userHome: string
  readonly env: Environment
  /** A home whose cache may be used; null for none. */
  readonly home: string | null
  /** Folders and files that are left out, relative to `cwd`. Default: none. */
  readonly exclude?: readonly string[]
  readonly now: Date
}

/** A folder of which a map is drawn. */
export interface MapPlace {
  /** Absolute, real. */
  readonly folder: string
  /** Absolute path of the work tree; the folder itself where there is none. */
  readonly root: string
  readonly hasGitRoot: boolean
  /** What a map of tracked files depends on; null when nothing may be kept. */
  readonly key: MapKey | null
}

/** The files of a folder. */
export interface MapFiles {
  /** `git`: the files that git tracks. `folder`: every file but those in `.git` and `node_modules`. */
  readonly source: 'git' | 'folder'
  /** `/`-separated, relative to the folder; a submodule ends with `/`. */
  readonly paths: readonly string[]
  /** What is not in `paths` for want of a reading; one clause each for people. */
  readonly unseen: readonly string[]
}

/** Finds where a folder lies and, by the index of its work tree, what a map of it depends on. */
export async function findMapPlace(input: CodeMapInput): Promise<MapPlace> {
  const folder = await realpath(input.cwd)
  const userHome = await realpath(input.userHome).catch(() => input.userHome)
  const { root, hasGitRoot } = await findRoot(folder, userHome)
  const stamp = hasGitRoot ? await readIndexStamp(root, input.now) : null
  const scope = relative(root, folder).split(sep).join('/')
  return {
    folder,
    root,
    hasGitRoot,
    key: stamp && { root, scope, exclude: excluded(input), stamp },
  }
}

/** Lists the files that git tracks, else, where there is no git or no repository, those that are there, up to 20,000. */
export async function listMapFiles(
  input: CodeMapInput,
  { folder, hasGitRoot }: MapPlace,
): Promise<MapFiles> {
  if (!hasGitRoot) return listUntracked(input, folder, [])
  const tracked = await listTracked(folder, input.env)
  if (tracked.outcome === 'failed') return listUntracked(input, folder, [tracked.reason])
  return { source: 'git', paths: without(tracked.paths, excluded(input)), unseen: [] }
}

async function listUntracked(
  input: CodeMapInput,
  folder: string,
  unseen: readonly string[],
): Promise<MapFiles> {
  const list = await listFiles({ path: '', absolute: folder })
  const paths = list?.files.map(({ absolute }) => relative(folder, absolute).split(sep).join('/'))
  const missing = list?.unseen.map(({ path, reason }) => `${path || '.'}: ${reason}`) ?? []
  return {
    source: 'folder',
    paths: without(paths ?? [], excluded(input)),
    unseen: [...unseen, ...missing],
  }
}

function excluded({ exclude = [] }: CodeMapInput): readonly string[] {
  return exclude
    .map((path) => join('/', path.split(sep).join('/')).slice(1).replace(/\/+$/, ''))
    .sort()
}

function without(paths: readonly string[], exclude: readonly string[]): readonly string[] {
  if (exclude.length === 0) return paths
  return paths.filter((path) => !exclude.some((one) => path === one || path.startsWith(`${one}/`)))
}
