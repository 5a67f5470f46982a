import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isUnder, readFileSafely } from '@onesoul/disk'

export interface WorktreeRoot {
  readonly root: string
  readonly mainRoot: string
  readonly hasGitRoot: boolean
}

/**
 * Finds the work tree of a directory: the nearest one at or above it with a
 * `.git` directory or file. A repository whose root is the person's home
 * directory or lies above it is none. Without one the directory stands alone.
 *
 * @param directory real, absolute path
 * @param userHome real, absolute path
 */
export async function findRoot(directory: string, userHome: string): Promise<WorktreeRoot> {
  for (let place = directory; ; place = dirname(place)) {
    if (isUnder(userHome, place)) break
    if (await hasGit(place)) {
      return { root: place, mainRoot: await findMainRoot(place), hasGitRoot: true }
    }
    if (place === dirname(place)) break
  }
  return { root: directory, mainRoot: directory, hasGitRoot: false }
}

async function hasGit(place: string): Promise<boolean> {
  try {
    const found = await lstat(join(place, '.git'))
    return found.isDirectory() || found.isFile() || found.isSymbolicLink()
  } catch {
    // Not there, or a folder that may not be looked into: no repository for us either way.
    return false
  }
}

/**
 * A linked work tree names its place in the repository, which names the
 * repository's common folder and the work tree in return. Without that return
 * path anybody could put a tree of theirs under the pins of another.
 */
async function findMainRoot(root: string): Promise<string> {
  const link = /^gitdir: (.+?)\r?\n?$/.exec(await readSmall(join(root, '.git'), [root]))?.[1]
  if (link === undefined) return root
  const gitDir = resolve(root, link)
  const claimed = (await readSmall(join(gitDir, 'gitdir'), [gitDir])).trim()
  const common = (await readSmall(join(gitDir, 'commondir'), [gitDir])).trim()
  if (claimed === '' || common === '') return root
  const back = await realPathOr(dirname(resolve(gitDir, claimed)), '')
  const repository = await realPathOr(resolve(gitDir, common), '')
  return back === root && basename(repository) === '.git' ? dirname(repository) : root
}

async function realPathOr(path: string, otherwise: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // It was moved or removed; the work tree then stands for itself.
    return otherwise
  }
}

async function readSmall(path: string, roots: readonly string[]): Promise<string> {
  const found = await readFileSafely(path, { roots, maxBytes: 4096 })
  return found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : ''
}

/**
 * Why a directory is no project although it may hold instruction files;
 * `null` when it may be one. The home directory, what lies above it, and a
 * program's own folder in it (`~/.claude`) hold files that agents read for themselves.
 */
export function whyNoProject(found: WorktreeRoot, userHome: string): string | null {
  if (isUnder(userHome, found.root)) {
    return 'the working directory is the home directory or lies above it'
  }
  const first = relative(userHome, found.root).split(sep)[0] ?? ''
  const inDotFolder = isUnder(found.root, userHome) && first.startsWith('.')
  return inDotFolder && !found.hasGitRoot
    ? 'the working directory lies in a hidden folder of the home directory'
    : null
}
