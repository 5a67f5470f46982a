import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CodeMap } from '@onesoul/core'
import { readFileSafely, stateLayout, writeOwnFile } from '@onesoul/disk'
import type { IndexStamp } from './index-stamp.ts'

/** Changes whenever the same index would give another map. */
const SCHEMA = 1

/** Everything that a map depends on. */
export interface MapKey {
  /** Absolute path of the work tree. */
  readonly root: string
  /** Folder of the map relative to `root`; `''` is the root. */
  readonly scope: string
  readonly exclude: readonly string[]
  readonly stamp: IndexStamp
}

/** The map that was kept under this very key; null when there is none. A damaged file is none. */
export async function readKeptMap(home: string, key: MapKey): Promise<CodeMap | null> {
  const found = await readFileSafely(fileOf(home, key), { roots: [home], maxBytes: 1_000_000 })
  if (found.outcome !== 'content') return null
  try {
    const kept = JSON.parse(new TextDecoder().decode(found.bytes)) as Kept
    return kept.key === keyText(key) ? kept.map : null
  } catch {
    // Cut short or edited: as if it were not there.
    return null
  }
}

interface Kept {
  readonly key: string
  readonly map: CodeMap
}

/** Keeps a map in the home's cache, one for each work tree and folder. */
export async function keepMap(home: string, key: MapKey, map: CodeMap): Promise<void> {
  const kept: Kept = { key: keyText(key), map }
  await writeOwnFile(fileOf(home, key), `${JSON.stringify(kept)}\n`)
}

function keyText({ root, scope, exclude, stamp }: MapKey): string {
  return JSON.stringify([SCHEMA, root, scope, exclude, stamp])
}

function fileOf(home: string, { root, scope }: MapKey): string {
  const name = createHash('sha256').update(`${root}\0${scope}`).digest('hex').slice(0, 32)
  return join(stateLayout(home).cache, `code-map-${name}.json`)
}
