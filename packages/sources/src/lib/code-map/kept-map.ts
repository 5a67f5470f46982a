import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DiskError, readFileSafely, stateLayout, writeOwnFile } from '@onesoul/disk'
import type { IndexStamp } from './index-stamp.ts'

/** Everything that the list of a map's files depends on. */
export interface MapKey {
  /** Absolute path of the work tree. */
  readonly root: string
  /** Folder of the map relative to `root`; `''` is the root. */
  readonly scope: string
  readonly exclude: readonly string[]
  readonly stamp: IndexStamp
}

/** A place in a home's cache: one for each kind, work tree and folder. */
export interface KeptSlot {
  /** Null: nothing is kept and nothing found. */
  readonly home: string | null
  /** Begins the name of the file. */
  readonly kind: 'code-map' | 'symbol-map' | 'file-symbols' | 'skill-verdicts'
  /** Absolute. */
  readonly root: string
  /** Absolute. */
  readonly folder: string
  /** Everything that what is kept depends on, as plain data. */
  readonly key: unknown
  /** Default: 1,000,000. */
  readonly maxBytes?: number
}

/** What was kept in a slot under this very key; null when there is nothing. A damaged file is nothing. */
export async function readKept<T>(slot: KeptSlot): Promise<T | null> {
  const { home, maxBytes = 1_000_000 } = slot
  if (home === null) return null
  const found = await readFileSafely(fileOf(home, slot), { roots: [home], maxBytes })
  if (found.outcome !== 'content') return null
  try {
    const kept = JSON.parse(new TextDecoder().decode(found.bytes)) as Kept<T>
    return kept.key === JSON.stringify(slot.key) ? kept.value : null
  } catch {
    // Cut short or edited: as if it were not there.
    return null
  }
}

interface Kept<T> {
  readonly key: string
  readonly value: T
}

/** Keeps a value. A home that cannot be written to, or is not prepared yet, keeps nothing. */
export async function keepWherePossible<T>(slot: KeptSlot, value: T): Promise<void> {
  if (slot.home === null) return
  const kept: Kept<T> = { key: JSON.stringify(slot.key), value }
  try {
    await writeOwnFile(fileOf(slot.home, slot), `${JSON.stringify(kept)}\n`)
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
  }
}

function fileOf(home: string, { kind, root, folder }: KeptSlot): string {
  const name = createHash('sha256').update(`${root}\0${folder}`).digest('hex').slice(0, 32)
  return join(stateLayout(home).cache, `${kind}-${name}.json`)
}
