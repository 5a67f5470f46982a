import { realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
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
import { listFolder } from './list-folder.ts'
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

/** Creates the reader that all five slots of one resolution share. */
export function createSlotReader(place: SlotPlace): SlotReader {
  const realRoots = realRootsOf(place.configsDir)
  const files = new Map<string, Promise<SlotFile>>()
  const folders = new Map<string, Promise<readonly string[]>>()
  return {
    read: (slot, scope, path) =>
      once(files, path, async () =>
        readSlotFile(
          { ...place, realRoots: await realRoots },
          { root: 'configs', kind: 'slot', name: slot.file, scope, path, sha256: '' },
        ),
      ),
    list: (folder) => once(folders, folder, () => listFolder(join(place.configsDir, folder))),
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
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
}

async function readSlotFile(place: ReadPlace, ref: SourceRef): Promise<SlotFile> {
  const found = await readFileSafely(join(place.configsDir, ref.path), {
    roots: [place.configsDir],
    realRoots: place.realRoots,
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
