import { type Diagnostic, SLOTS, suggest } from '@onesoul/core'
import { type SlotPlace, scopeLevels } from './slot-place.ts'
import type { SlotReader } from './slot-reader.ts'

/** Endings that editors give to a text, also twice: `SOUL.md.txt`. */
const ENDING = /(?:\.(?:md|markdown|mdx|txt))+$/i

/**
 * Reports files of the scope folders whose name is one typing error, or only
 * the ending, away from a slot's: they are not read. A name that differs in
 * case alone is found where the slot is read; every other file is the person's own.
 */
export async function checkNames(
  place: SlotPlace,
  reader: SlotReader,
): Promise<readonly Diagnostic[]> {
  const folders = scopeLevels(place).flatMap((level) => level.folders)
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await reader.list(folder)
      return meantSlots(names).map((one) => misnamed(folder, one, names))
    }),
  )
  return found.flat()
}

interface Misnamed {
  readonly name: string
  readonly meant: string
}

const judged = new WeakMap<readonly string[], readonly Misnamed[]>()

/** The names of one listing that resemble a slot's; judged once for a listing that is asked for again. */
function meantSlots(names: readonly string[]): readonly Misnamed[] {
  const found =
    judged.get(names) ??
    names.flatMap((name) => {
      const meant = meantSlot(name)
      return meant === undefined ? [] : [{ name, meant }]
    })
  judged.set(names, found)
  return found
}

function misnamed(folder: string, { name, meant }: Misnamed, names: readonly string[]): Diagnostic {
  const path = folder === '' ? name : `${folder}/${name}`
  const fix = names.includes(meant)
    ? `move what is missing into ${meant} and remove ${name}`
    : `rename it to ${meant}`
  return {
    code: 'slot.misnamed',
    severity: 'warning',
    message: `${path} is not read; did you mean ${meant}?`,
    source: { root: 'configs', path },
    fix,
  }
}

function meantSlot(name: string): string | undefined {
  const stem = name.replace(ENDING, '')
  const isSlot = SLOTS.some((slot) => slot.file.toLowerCase() === name.toLowerCase())
  if (stem === name || isSlot) return undefined
  const slots = SLOTS.map((slot) => slot.slot)
  const meant = suggest(stem, slots, 1)
  return SLOTS.find((slot) => slot.slot === meant)?.file
}
