import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type CodeMap, createCodeMap } from '@onesoul/core'
import { DiskError } from '@onesoul/disk'
import type { Environment } from '../config/environment-layer.ts'
import { findRoot } from '../project/find-root.ts'
import { listFiles } from '../scan/list-files.ts'
import { readIndexStamp } from './index-stamp.ts'
import { keepMap, type MapKey, readKeptMap } from './kept-map.ts'
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

export interface FoundCodeMap {
  readonly map: CodeMap
  /** Absolute path of the folder that the map is of. */
  readonly folder: string
  /** `git`: the files that git tracks. `folder`: every file but those in `.git` and `node_modules`. */
  readonly source: 'git' | 'folder'
  /** It was kept from an earlier call with the same index. */
  readonly isKept: boolean
  /** What the map does not show for want of a reading; one clause each for people. */
  readonly unseen: readonly string[]
}

/**
 * Reads the map of a folder: of the files that git tracks, else, where there is
 * no git or no repository, of the files that are there, up to 20,000. A map of
 * tracked files is kept until the index changes; what failed is never kept.
 */
export async function readCodeMap(input: CodeMapInput): Promise<FoundCodeMap> {
  const folder = await realpath(input.cwd)
  const userHome = await realpath(input.userHome).catch(() => input.userHome)
  const { root, hasGitRoot } = await findRoot(folder, userHome)
  if (!hasGitRoot) return readUntracked(input, folder, [])
  const stamp = await readIndexStamp(root, input.now)
  const scope = relative(root, folder).split(sep).join('/')
  const key = stamp && { root, scope, exclude: excluded(input), stamp }
  const kept = key && input.home !== null ? await readKeptMap(input.home, key) : null
  if (kept) return { map: kept, folder, source: 'git', isKept: true, unseen: [] }
  const tracked = await listTracked(folder, input.env)
  if (tracked.outcome === 'failed') return readUntracked(input, folder, [tracked.reason])
  const map = createCodeMap(without(tracked.paths, excluded(input)))
  if (key && input.home !== null) await keepWherePossible(input.home, key, map)
  return { map, folder, source: 'git', isKept: false, unseen: [] }
}

/** A home that cannot be written to, or is not prepared yet, keeps nothing. */
async function keepWherePossible(home: string, key: MapKey, map: CodeMap): Promise<void> {
  try {
    await keepMap(home, key, map)
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
  }
}

async function readUntracked(
  input: CodeMapInput,
  folder: string,
  unseen: readonly string[],
): Promise<FoundCodeMap> {
  const list = await listFiles({ path: '', absolute: folder })
  const paths = list?.files.map(({ absolute }) => relative(folder, absolute).split(sep).join('/'))
  const missing = list?.unseen.map(({ path, reason }) => `${path || '.'}: ${reason}`) ?? []
  return {
    map: createCodeMap(without(paths ?? [], excluded(input))),
    folder,
    source: 'folder',
    isKept: false,
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
