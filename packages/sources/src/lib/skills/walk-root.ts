import { type Dirent, lstat, type Stats } from 'node:fs'
import { lstat as lstatNow, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isUnder, readEach } from '@onesoul/disk'

/** A SKILL.md that stands in a folder of skills. */
export interface FoundSkill {
  /** Of the skill's folder, relative to the root, `/`-separated. */
  readonly path: string
  /** `SKILL.md`, or as it is spelt there. */
  readonly file: string
  /** What the system says of the file; null: it is not to be read. */
  readonly stamp: FileStamp | null
  /** Why it is not to be read; `''` when it is. */
  readonly barred: string
  /** Real path that a link leads to, out of the root; else null. */
  readonly target: string | null
}

/** Tells one state of a file from every other that it had. */
export interface FileStamp {
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly size: number
  readonly ino: number
}

export interface WalkedRoot {
  readonly found: readonly FoundSkill[]
  /** Folders that were not looked into, and why, one clause each. */
  readonly unseen: readonly { readonly path: string; readonly reason: string }[]
  /**
   * The folders that were listed, as they were before; null when something else was
   * asked of the disk, as where a link leads. While they and the files stay as they
   * are, another walk finds the same.
   */
  readonly listed: readonly ListedFolder[] | null
}

export interface ListedFolder {
  /** Relative to the root, `/`-separated; `''` is the root. */
  readonly path: string
  readonly stamp: FileStamp
}

const MAX_DEPTH = 6
const SKILL_FILE = 'SKILL.md'

/** Folders that hold no skills of the place that they stand in. */
const SKIPPED: ReadonlySet<string> = new Set([
  '.archive',
  '.cache',
  '.git',
  '.github',
  '.hub',
  '.venv',
  '__pycache__',
  'node_modules',
  'venv',
])

interface Walk {
  /** Real path of the root. */
  readonly root: string
  readonly found: FoundSkill[]
  readonly unseen: { path: string; reason: string }[]
  readonly listed: ListedFolder[]
  /** Whether all that was asked of the disk are lists of folders and plain files. */
  isPlain: boolean
}

/**
 * Finds the skills below a folder: a folder with a SKILL.md is one, and what
 * stands below it belongs to it; others are looked into, down to six levels. A
 * link may not leave the root. One look at each SKILL.md.
 *
 * @param root real, absolute path
 */
export async function walkRoot(root: string): Promise<WalkedRoot> {
  const walk: Walk = { root, found: [], unseen: [], listed: [], isPlain: true }
  await walkFolder(walk, '', 1)
  const { found, unseen, listed, isPlain } = walk
  return {
    found: found.sort(byPath),
    unseen,
    listed: isPlain && unseen.length === 0 ? listed : null,
  }
}

function byPath(a: FoundSkill, b: FoundSkill): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

async function walkFolder(walk: Walk, path: string, depth: number): Promise<void> {
  const entries = await list(walk, path)
  if (path === '' && entries.some(({ name }) => name === SKILL_FILE)) {
    const reason = 'a SKILL.md stands in the folder of skills itself, not in a folder of its own'
    walk.unseen.push({ path: SKILL_FILE, reason })
  }
  const folders = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
  const prefix = path === '' ? '' : `${path}/`
  const stamps = await stampAll(
    folders.map(({ name }) => `${walk.root}${sep}${prefix}${name}${sep}${SKILL_FILE}`),
  )
  const others: string[] = []
  for (const [index, { name }] of folders.entries()) {
    const found = stamps[index]
    if (found) walk.found.push(plain(prefix + name, SKILL_FILE, found))
    else others.push(prefix + name)
  }
  await readEach(others, (folder) => lookInto(walk, folder, depth))
  const links = entries.filter((entry) => entry.isSymbolicLink())
  if (links.length > 0) walk.isPlain = false
  await readEach(links, ({ name }) => followLink(walk, prefix + name, depth))
}

async function list(walk: Walk, path: string): Promise<readonly Dirent[]> {
  const folder = join(walk.root, path)
  try {
    walk.listed.push({ path, stamp: stampOf(await lstatNow(folder)) })
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    walk.unseen.push({ path, reason: `the folder cannot be listed (${code ?? 'unknown'})` })
    return []
  }
}

/**
 * Many at once: the threads of the system do the work. Undefined: no plain file is
 * there. What the system tells is let go at once, ten thousand times over it is much.
 */
function stampAll(paths: readonly string[]): Promise<readonly (FileStamp | undefined)[]> {
  const found: (FileStamp | undefined)[] = new Array(paths.length)
  let open = paths.length
  if (open === 0) return Promise.resolve(found)
  return new Promise((done) => {
    for (const [index, path] of paths.entries()) {
      lstat(path, (_, stats) => {
        if (stats?.isFile()) found[index] = stampOf(stats)
        if (--open === 0) done(found)
      })
    }
  })
}

function plain(path: string, file: string, stamp: FileStamp): FoundSkill {
  return { path, file, stamp, barred: '', target: null }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): FileStamp {
  return { mtimeMs, ctimeMs, size, ino }
}

interface Bar {
  readonly reason: string
  readonly target?: string
}

function barred(path: string, file: string, { reason, target }: Bar): FoundSkill {
  return { path, file, stamp: null, barred: reason, target: target ?? null }
}

function outside(target: string): Bar {
  return { reason: `it is a link out of the folder, to ${target}`, target }
}

/** A folder without a plain SKILL.md: another spelling, a link, something else, or a folder of skills. */
async function lookInto(walk: Walk, path: string, depth: number): Promise<void> {
  const entries = await list(walk, path)
  const spelt =
    entries.find(({ name }) => name === SKILL_FILE) ??
    entries.find(({ name }) => name.toUpperCase() === 'SKILL.MD')
  if (spelt) {
    walk.found.push(await lookAt(walk, path, spelt))
    return
  }
  if (!entries.some((entry) => entry.isDirectory() || entry.isSymbolicLink())) return
  if (depth < MAX_DEPTH) await walkFolder(walk, path, depth + 1)
  else walk.unseen.push({ path, reason: `it lies deeper than ${MAX_DEPTH} levels` })
}

async function lookAt(walk: Walk, path: string, { name }: Dirent): Promise<FoundSkill> {
  walk.isPlain = false
  const file = join(walk.root, path, name)
  try {
    const real = await realpath(file)
    if (!isUnder(real, walk.root)) return barred(path, name, outside(real))
    const stats = await stat(file)
    if (!stats.isFile()) return barred(path, name, { reason: 'it is no regular file' })
    return plain(path, name, stampOf(stats))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return barred(path, name, { reason: `it cannot be read (${code ?? 'unknown'})` })
  }
}

/** A link to a folder inside the root is walked there; only one to a skill outside is worth a word. */
async function followLink(walk: Walk, path: string, depth: number): Promise<void> {
  const real = await realpath(join(walk.root, path)).catch(() => null)
  if (real === null || isUnder(real, walk.root)) return
  const spelt = await readdir(real).catch(() => [])
  const file = spelt.find((name) => name.toUpperCase() === 'SKILL.MD')
  if (file === undefined) {
    if (depth === 1 && spelt.length > 0) {
      walk.unseen.push({ path, reason: `it is a link out of the folder, to ${real}` })
    }
    return
  }
  walk.found.push(barred(path, file, outside(real)))
}
