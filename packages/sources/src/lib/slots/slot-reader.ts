import { realpath } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import {
  type Diagnostic,
  isCleared,
  parseDocument,
  type Scope,
  type SlotDefinition,
  type SourceDocument,
  type SourceRef,
} from '@onesoul/core'
import { type ReadContent, readFileSafely } from '@onesoul/disk'
import { type FolderListing, listFolder, listSmallFolder, mayHold } from './list-folder.ts'
import { once } from './once.ts'
import type { SlotPlace } from './slot-place.ts'

/** What stands at one path. */
export type SlotFile =
  | { readonly outcome: 'missing' }
  | {
      readonly outcome: 'content' | 'cleared'
      readonly document: SourceDocument
      readonly diagnostics: readonly Diagnostic[]
    }
  | {
      readonly outcome: 'failed'
      readonly source: SourceRef
      readonly message: string
      readonly diagnostics: readonly Diagnostic[]
    }

/** Reads files below one configs folder, each at most once. */
export interface SlotReader {
  /** `path` is relative to the configs folder. */
  readonly read: (slot: SlotDefinition, scope: Scope, path: string) => Promise<SlotFile>
  /** Names in a folder, sorted; none when it cannot be listed, because reading then says why. */
  readonly list: (folder: string) => Promise<readonly string[]>
}

/** What was read and listed below one configs folder, by path. */
export interface SlotFiles {
  readonly realRoots: Promise<ReadonlyMap<string, string>>
  readonly files: Map<string, Promise<SlotFile>>
  readonly folders: Map<string, Promise<FolderListing>>
}

export function createSlotFiles(configsDir: string): SlotFiles {
  return { realRoots: realRootsOf(configsDir), files: new Map(), folders: new Map() }
}

/**
 * Creates the reader that all five slots of one resolution share. With `shared`
 * the files that are no bot's own are read once for all resolutions that share it.
 */
export function createSlotReader(
  place: SlotPlace,
  shared: SlotFiles = createSlotFiles(place.configsDir),
): SlotReader {
  const own = { files: new Map<string, Promise<SlotFile>>(), folders: new Map() }
  const list = (folder: string): Promise<FolderListing> => {
    const path = join(place.configsDir, folder)
    // Folders of bots lie two levels down, and hold a few files each.
    return folder.includes('/')
      ? once(own.folders, folder, () => listSmallFolder(path))
      : once(shared.folders, folder, () => listFolder(path))
  }
  const read = async (slot: SlotDefinition, scope: Scope, path: string): Promise<SlotFile> => {
    const listing = await list(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    const name = basename(path)
    if (!mayHold(listing, name)) return { outcome: 'missing' }
    return readSlotFile(
      { ...place, realRoots: await shared.realRoots, listedAsFile: listing.files.has(name) },
      { root: 'configs', kind: 'slot', name: slot.file, scope, path, sha256: '' },
    )
  }
  return {
    read: (slot, scope, path) =>
      once((scope === 'bot' ? own : shared).files, path, () => read(slot, scope, path)),
    list: async (folder) => (await list(folder)).names,
  }
}

/** The folder of slots as it really lies, asked for once; what cannot be resolved is asked for again with each file. */
async function realRootsOf(configsDir: string): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map([[resolve(configsDir), await realpath(configsDir)]])
  } catch {
    // Missing or closed: reading a file says which.
    return new Map()
  }
}

interface ReadPlace extends SlotPlace {
  readonly realRoots: ReadonlyMap<string, string>
  readonly listedAsFile: boolean
}

async function readSlotFile(place: ReadPlace, ref: SourceRef): Promise<SlotFile> {
  const found = await readFileSafely(join(place.configsDir, ref.path), {
    roots: [place.configsDir],
    realRoots: place.realRoots,
    listedAsFile: place.listedAsFile,
    homeDir: place.userHome,
    allowedRoots: place.allowedRoots,
  })
  if (found.outcome === 'missing') return found
  const at = { root: ref.root, path: ref.path }
  if (found.outcome === 'failed') {
    const message = found.message.replaceAll(`${place.configsDir}/`, '')
    const diagnostic: Diagnostic = {
      code: 'slot.unreadable',
      severity: 'warning',
      message,
      source: at,
      ...(found.fix !== undefined && { fix: found.fix }),
    }
    return { outcome: 'failed', source: ref, message, diagnostics: [diagnostic] }
  }
  const parsed = parseDocument({ ...ref, sha256: found.sha256 }, found.bytes)
  return {
    outcome: isCleared(parsed.value) ? 'cleared' : 'content',
    document: parsed.value,
    diagnostics: [...linkNote(place, ref, found), ...parsed.diagnostics],
  }
}

function linkNote(place: SlotPlace, ref: SourceRef, found: ReadContent): readonly Diagnostic[] {
  if (!found.viaLink) return []
  const way = relative(place.userHome, found.realPath)
  const shown = way.startsWith('..') ? found.realPath : `~/${way}`
  return [
    {
      code: 'slot.linked',
      severity: 'info',
      message: `${ref.path} is a link to ${shown}`,
      source: { root: ref.root, path: ref.path },
    },
  ]
}
