import { isCleared, parseDocument } from '@onesoul/core'
import type { PlaceNames } from '../slots/list-places.ts'
import type { SlotReader } from '../slots/slot-reader.ts'
import { sha256 } from './checksum.ts'
import type { PlannedFile } from './import-report.ts'

const FOLDER = 'agent-configs/'

/** Reads planned slot files as if they lay in the home already, so that they can be measured before. */
export function plannedReader(files: readonly PlannedFile[]): SlotReader {
  const slots = slotFiles(files)
  return {
    read: async (slot, scope, path) => {
      const bytes = slots.get(path)
      if (!bytes) return { outcome: 'missing' }
      const ref = { root: 'configs', kind: 'slot', name: slot.file, scope, path } as const
      const parsed = parseDocument({ ...ref, sha256: sha256(bytes) }, bytes)
      const outcome = isCleared(parsed.value) ? 'cleared' : 'content'
      return { outcome, document: parsed.value, diagnostics: parsed.diagnostics }
    },
    list: async (folder) =>
      [...slots.keys()].flatMap((path) => {
        const cut = path.lastIndexOf('/') + 1
        return path.slice(0, Math.max(0, cut - 1)) === folder ? [path.slice(cut)] : []
      }),
  }
}

/** The places that planned files make: the global one, and every folder of a platform or bot. */
export function plannedPlaces(files: readonly PlannedFile[]): readonly PlaceNames[] {
  const places = new Map<string, PlaceNames>([['', { platform: null, bot: null }]])
  for (const path of slotFiles(files).keys()) {
    const [platform = '', bot] = path.split('/').slice(0, -1)
    if (platform !== '') places.set(platform, { platform, bot: null })
    if (bot !== undefined) places.set(`${platform}/${bot}`, { platform, bot })
    const suffix = /^[A-Z]+\.([^.]+)\.md$/.exec(path)?.[1]
    if (suffix !== undefined) places.set(suffix, { platform: suffix, bot: null })
  }
  return [...places.values()]
}

function slotFiles(files: readonly PlannedFile[]): ReadonlyMap<string, Uint8Array> {
  const slots = files.filter((file) => file.path.startsWith(FOLDER))
  return new Map(slots.map((file) => [file.path.slice(FOLDER.length), file.bytes]))
}
