import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isUnder } from '@onesoul/disk'

/** A file that is to be read. */
export interface ListedFile {
  /** As the person named it, `/`-separated. */
  readonly path: string
  readonly absolute: string
  /** The folder or file that was named, absolute: links are judged against it. */
  readonly root: string
}

/** Something that is named in the report instead of being read. */
export interface NotRead {
  readonly path: string
  /** One clause for people. */
  readonly reason: string
}

export interface FileList {
  /** Sorted by path in UTF-16 units. */
  readonly files: readonly ListedFile[]
  /** Folders that are left out on purpose: `.git`, `node_modules`, and those of `leaveOut`. */
  readonly skipped: readonly string[]
  /** What hides something from the scan. */
  readonly unseen: readonly NotRead[]
  /** Links that lead nowhere: there is nothing to see. */
  readonly deadLinks: readonly NotRead[]
}

export interface ListFilesOptions {
  /** Default: 20,000. What is beyond is `unseen`. */
  readonly maxFiles?: number
  /** Absolute real paths of folders that are left out, unless they are named. Default: none. */
  readonly leaveOut?: readonly string[]
}

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Lists the files of a file or folder that a person named. Links inside it are
 * followed as far as they stay inside; a link out of it is `unseen`. A loop ends.
 * Returns null when nothing stands there.
 */
export async function listFiles(
  named: { readonly path: string; readonly absolute: string },
  options: ListFilesOptions = {},
): Promise<FileList | null> {
  const { path, absolute } = named
  const stats = await stat(absolute).catch(() => null)
  if (stats === null) return null
  const list = createList(options.maxFiles ?? 20_000)
  if (!stats.isDirectory()) {
    list.files.push({ path, absolute, root: absolute })
    return list.done()
  }
  const root = await realpath(absolute)
  const leaveOut = new Set(options.leaveOut)
  const walk: Walk = { root: absolute, real: root, leaveOut, list, seen: new Set(), links: [] }
  await walkFolder(walk, { path, absolute })
  for (let link = walk.links.shift(); link; link = walk.links.shift()) await followLink(walk, link)
  return list.done()
}

interface Place {
  readonly path: string
  readonly absolute: string
}

interface GrowingList {
  readonly files: ListedFile[]
  readonly skipped: string[]
  readonly unseen: NotRead[]
  readonly deadLinks: NotRead[]
  /** Whether there is no room for another file; says so once. */
  isFull(path: string): boolean
  done(): FileList
}

function createList(maxFiles: number): GrowingList {
  const files: ListedFile[] = []
  const unseen: NotRead[] = []
  const skipped: string[] = []
  const deadLinks: NotRead[] = []
  let told = false
  return {
    files,
    unseen,
    skipped,
    deadLinks,
    isFull(path) {
      if (files.length < maxFiles) return false
      if (!told)
        unseen.push({
          path,
          reason: `from here on nothing was looked at: more than ${maxFiles} files`,
        })
      told = true
      return true
    },
    done: () => ({
      files: files.sort(byPath),
      unseen: unseen.sort(byPath),
      deadLinks: deadLinks.sort(byPath),
      skipped: skipped.sort(),
    }),
  }
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

interface Walk {
  /** As named. */
  readonly root: string
  /** The same with all links followed. */
  readonly real: string
  readonly leaveOut: ReadonlySet<string>
  readonly list: GrowingList
  /** Real paths of folders and files that were listed. */
  readonly seen: Set<string>
  /** Met on the way; what they lead to may be listed without them. */
  readonly links: Place[]
}

async function walkFolder(walk: Walk, start: Place): Promise<void> {
  const open = [start]
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const real = await realpath(folder.absolute).catch(() => folder?.absolute ?? '')
    if (walk.seen.has(real)) continue
    walk.seen.add(real)
    for (const entry of await childrenOf(walk, folder)) {
      if (walk.list.isFull(folder.path)) return
      const path = posix.join(folder.path, entry.name)
      const place = { path, absolute: join(folder.absolute, entry.name) }
      if (sort(walk, entry, { place, real }) === 'folder') open.push(place)
    }
  }
}

/** Puts an entry where it belongs; a folder is for the walk to go on with. */
function sort(
  walk: Walk,
  entry: Dirent,
  { place, real }: { readonly place: Place; readonly real: string },
): 'folder' | 'done' {
  const inner = join(real, entry.name)
  const isLeftOut = SKIPPED.has(entry.name) || walk.leaveOut.has(inner)
  if (entry.isDirectory() && !isLeftOut) return 'folder'
  if (entry.isSymbolicLink()) walk.links.push(place)
  else if (entry.isDirectory()) walk.list.skipped.push(place.path)
  else addFile(walk, place, inner)
  return 'done'
}

async function childrenOf(walk: Walk, folder: Place): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder.absolute, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const reason = `the folder cannot be listed (${codeOf(error)})`
    walk.list.unseen.push({ path: folder.path, reason })
    return []
  }
}

function addFile(walk: Walk, { path, absolute }: Place, real: string): void {
  if (walk.seen.has(real)) return
  walk.seen.add(real)
  walk.list.files.push({ path, absolute, root: walk.root })
}

async function followLink(walk: Walk, link: Place): Promise<void> {
  const { list } = walk
  if (list.isFull(link.path)) return
  try {
    const real = await realpath(link.absolute)
    if (!isUnder(real, walk.real)) {
      const reason = `a link out of the folder, to ${real}: not followed`
      list.unseen.push({ path: link.path, reason })
    } else if ((await lstat(real)).isDirectory()) await walkFolder(walk, link)
    else addFile(walk, link, real)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ELOOP') {
      const reason =
        code === 'ENOENT' ? 'a link that leads nowhere' : 'a link that goes in a circle'
      list.deadLinks.push({ path: link.path, reason })
    } else list.unseen.push({ path: link.path, reason: `a link that cannot be followed (${code})` })
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
