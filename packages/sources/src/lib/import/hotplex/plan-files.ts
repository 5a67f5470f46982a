import { join } from 'node:path'
import { isCleared, SLOTS } from '@onesoul/core'
import type { ImportNotes } from '../import-notes.ts'
import type { PlannedFile } from '../import-report.ts'
import {
  below,
  documentOf,
  listSource,
  readInstructions,
  type SourceFile,
  type SourcePlace,
} from '../read-source.ts'
import { isFolder, type SlotFolder } from './plan-folders.ts'

/** A slot file with where it came from. */
export interface TakenFile {
  readonly source: SourceFile
  /** Relative to `agent-configs`. */
  readonly to: string
}

export interface FileSearch {
  readonly slots: string
  readonly label: string
  readonly place: SourcePlace
  readonly notes: ImportNotes
  /** Files like `SOUL.slack.md` count: the source knows no folders of platforms. */
  readonly suffixFiles: boolean
}

const FILES = SLOTS.map((slot) => slot.file)
const SUFFIX = /^(SOUL|AGENTS|TOOLS|SKILLS|USER|MEMORY)\.([A-Za-z0-9_-]+)\.md$/

/** The slot files of the folders, under the names that they have here; every other file is noted. */
export async function planFiles(
  folders: readonly SlotFolder[],
  search: FileSearch,
): Promise<readonly TakenFile[]> {
  const taken: TakenFile[] = []
  for (const folder of folders) {
    const entries = await listSource(join(search.slots, folder.from), search.place, search.notes)
    const names = entries.filter((entry) => !isFolder(entry)).map((entry) => entry.name)
    for (const name of names) {
      const file = await takeFile(name, { names, folder, search })
      if (file !== null) taken.push(file)
    }
  }
  noteCleared(taken, search.notes)
  return taken
}

/** One file with its name here; `null`, and a note, when it has no place. */
async function takeFile(name: string, found: Found): Promise<TakenFile | null> {
  const { folder, search } = found
  const label = below(search.label, below(folder.from, name))
  const place = placeOf(name, found)
  if ('fault' in place) {
    if (place.mistake) search.notes.warn(label, place.fault)
    else search.notes.leave(label, place.fault)
    return null
  }
  const path = join(search.slots, folder.from, name)
  const source = await readInstructions(path, search.place, search.notes)
  if (source === null) return null
  const to = below(folder.to, place.to)
  search.notes.map(label, `agent-configs/${to}`, place.note ?? linkNote(source))
  if (name === 'SKILLS.md') search.notes.decide('SKILLS.md', OLDER_TOOLS, [label])
  return { source: { ...source, name: label }, to }
}

/** The same files as they are written. */
export function plannedFiles(taken: readonly TakenFile[]): readonly PlannedFile[] {
  return taken.map(({ source, to }) => ({ path: `agent-configs/${to}`, bytes: source.bytes }))
}

type Placement =
  | { readonly to: string; readonly note?: string }
  /** `mistake`: somebody may think that it counts. */
  | { readonly fault: string; readonly mistake: boolean }

interface Found {
  readonly names: readonly string[]
  readonly folder: SlotFolder
  readonly search: FileSearch
}

function placeOf(name: string, { names, folder, search }: Found): Placement {
  if (FILES.includes(name)) return { to: name }
  if (name === 'SKILLS.md') {
    if (names.includes('TOOLS.md'))
      return { fault: 'TOOLS.md of the same folder stands in its place', mistake: true }
    return { to: 'TOOLS.md', note: 'SKILLS.md is the older name of TOOLS.md' }
  }
  const [, slot, platform] = SUFFIX.exec(name) ?? []
  if (slot !== undefined && platform !== undefined)
    return placeOfSuffix(name, { slot, platform }, { names, folder, search })
  const meant = [...FILES, 'SKILLS.md'].find((file) => file.toLowerCase() === name.toLowerCase())
  if (meant !== undefined)
    return { fault: `HotPlex does not read it: the name is spelt ${meant}`, mistake: true }
  return { fault: 'it is no slot, and HotPlex does not read it', mistake: false }
}

const OLDER_TOOLS =
  'HotPlex from 1.42 on reads TOOLS.md alone, earlier releases SKILLS.md in its place; here the text counts as TOOLS.md.'

function placeOfSuffix(
  name: string,
  { slot, platform }: { readonly slot: string; readonly platform: string },
  { folder, search }: Found,
): Placement {
  if (!search.suffixFiles || folder.from !== '') {
    return {
      fault: `HotPlex has not read files with a platform in their name since 1.5; move its text to agent-configs/${platform}/${fileOf(slot)} if it is meant to count`,
      mistake: true,
    }
  }
  if (slot !== 'SKILLS') return { to: name, note: 'joined to the base file by compat.suffixFiles' }
  return {
    to: `TOOLS.${platform}.md`,
    note: 'SKILLS is the older name of TOOLS; joined to the base file',
  }
}

function fileOf(slot: string): string {
  return slot === 'SKILLS' ? 'TOOLS.md' : `${slot}.md`
}

function linkNote({ viaLink }: SourceFile): string | undefined {
  return viaLink ? 'a link in the source; its text was copied' : undefined
}

/** An empty file ends the search; older releases of HotPlex went on to the next scope. */
function noteCleared(taken: readonly TakenFile[], notes: ImportNotes): void {
  const empty = taken.filter(({ source }) => isCleared(documentOf(source)))
  for (const { source, to } of empty) {
    const hidden = scopesBelow(to).find((path) => isFull(path, taken))
    if (hidden === undefined) continue
    const message = `An empty file clears its slot, so that ${hidden} does not count there. Older releases of HotPlex went on to ${hidden}; newer ones clear as here. Remove the empty file if ${hidden} is meant.`
    notes.decide('empty files', message, [source.name])
  }
}

function isFull(path: string, taken: readonly TakenFile[]): boolean {
  const file = taken.find((one) => one.to === path)
  return file !== undefined && !isCleared(documentOf(file.source))
}

function scopesBelow(path: string): readonly string[] {
  const parts = path.split('/')
  const file = parts.at(-1) ?? ''
  const folders = parts.slice(0, -1)
  return folders.map((_, depth) =>
    [...folders.slice(0, folders.length - 1 - depth), file].join('/'),
  )
}
