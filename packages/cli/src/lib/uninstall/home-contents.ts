import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type StateLayout, sweepTempFiles } from '@onesoul/disk'

/** Something in a home that stays. */
export interface KeptEntry {
  /** Relative to the home. */
  readonly path: string
  readonly why: string
}

/** What goes with a home. Paths are relative to it. */
export interface HomeContents {
  /** Files of the person in the places of a home. */
  readonly files: readonly string[]
  /** The same below `state`. */
  readonly stateFiles: readonly string[]
  /** Folders with nothing in them that stays, each behind those below it. */
  readonly folders: readonly string[]
  readonly kept: readonly KeptEntry[]
  readonly sessions: number
  readonly bytes: number
  /** Where the home leads when it is a link: that folder stays, with all that is in it. */
  readonly linkTo: string | null
}

/** Lists what would be lost with a home, file by file, and what is in it that OneSoul has no place for. */
export async function readContents(layout: StateLayout): Promise<HomeContents> {
  const { home } = layout
  const root = await realpath(home)
  const none = { files: [], stateFiles: [], folders: [], kept: [], sessions: 0, bytes: 0 }
  if ((await lstat(home)).isSymbolicLink()) return { ...none, linkTo: root }
  // What killed writes left is swept, and no file of anybody.
  const temps = [
    ...(await sweepTempFiles(root, { dryRun: true })),
    ...(await sweepTempFiles(join(root, 'state'), { dryRun: true })),
  ]
  const walk: Walk = { root, temps: new Set(temps), files: [], folders: [], kept: [], bytes: 0 }
  await visitFolder(walk, '')
  const isState = (path: string): boolean => path.startsWith('state/')
  const sessions = walk.folders.filter((path) => /^state\/sessions\/[^./][^/]*$/.test(path))
  return {
    files: walk.files.filter((path) => !isState(path)).sort(),
    stateFiles: walk.files.filter(isState).sort(),
    folders: walk.folders,
    kept: walk.kept,
    sessions: sessions.length,
    bytes: walk.bytes,
    linkTo: null,
  }
}

interface Walk {
  readonly root: string
  readonly temps: ReadonlySet<string>
  readonly files: string[]
  readonly folders: string[]
  readonly kept: KeptEntry[]
  bytes: number
}

/** The places of a home, and which of them are folders; everywhere deeper anything may lie. */
const PLACES: Readonly<Record<string, ReadonlyMap<string, 'file' | 'folder'>>> = {
  '': new Map([
    ['config.yaml', 'file'],
    ['agent-configs', 'folder'],
    ['skills', 'folder'],
    ['memory', 'folder'],
    ['state', 'folder'],
  ]),
  state: new Map([
    ['version', 'file'],
    ['.gitignore', 'file'],
    ['installed.json', 'file'],
    ['sessions', 'folder'],
    ['deliver', 'folder'],
    ['projects', 'folder'],
    ['skills', 'folder'],
    ['cache', 'folder'],
    ['locks', 'folder'],
    ['captures', 'folder'],
  ]),
}

/** Returns whether everything in the folder goes, so that the folder goes as well. */
async function visitFolder(walk: Walk, path: string): Promise<boolean> {
  const entries = await listFolder(walk, path)
  if (entries === null) return false
  let isAll = true
  for (const entry of entries) if (!(await visitEntry(walk, path, entry))) isAll = false
  if (isAll) walk.folders.push(path)
  return isAll
}

async function listFolder(walk: Walk, path: string): Promise<readonly Dirent[] | null> {
  try {
    const entries = await readdir(join(walk.root, path), { withFileTypes: true })
    const isRepository = path !== '' && entries.some(({ name }) => name === '.git')
    if (!isRepository) return entries
    walk.kept.push({ path, why: 'it is a git repository' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    walk.kept.push({ path, why: `it cannot be listed (${code ?? message})` })
  }
  return null
}

async function visitEntry(walk: Walk, folder: string, entry: Dirent): Promise<boolean> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  const full = join(walk.root, path)
  if (walk.temps.has(full)) return true
  const places = PLACES[folder]
  const place = places?.get(entry.name)
  const fits = place === (entry.isDirectory() ? 'folder' : 'file') || entry.isSymbolicLink()
  if (places !== undefined && (place === undefined || !fits)) {
    walk.kept.push({ path, why: 'OneSoul did not put it there' })
    return false
  }
  if (entry.isDirectory()) return visitFolder(walk, path)
  walk.files.push(path)
  walk.bytes += (await lstat(full).catch(() => null))?.size ?? 0
  return true
}
