import { type CodeMap, createCodeMap } from '@onesoul/core'
import { keepWherePossible, readKept } from './kept-map.ts'
import { type CodeMapInput, findMapPlace, listMapFiles } from './map-place.ts'

export interface FoundCodeMap {
  readonly map: CodeMap
  /** Absolute path of the folder that the map is of. */
  readonly folder: string
  /** `git`: the files that git tracks. `folder`: every file but those in `.git` and `node_modules`. */
  readonly source: 'git' | 'folder'
  /** It was kept from an earlier call with the same index. */
  readonly isKept: boolean
  /** What the map does not show for want of a reading; one clause each for people. */
  readonly unseen: readonly string[]
}

/** Changes whenever the same index would give another map. */
const SCHEMA = 1

/**
 * Reads the map of a folder: of the files that git tracks, else, where there is
 * no git or no repository, of the files that are there, up to 20,000. A map of
 * tracked files is kept until the index changes; what failed is never kept.
 */
export async function readCodeMap(input: CodeMapInput): Promise<FoundCodeMap> {
  const place = await findMapPlace(input)
  const { folder, root, key } = place
  const slot = { home: input.home, kind: 'code-map', root, folder, key: [SCHEMA, key] } as const
  const kept = key === null ? null : await readKept<CodeMap>(slot)
  if (kept) return { map: kept, folder, source: 'git', isKept: true, unseen: [] }
  const { source, paths, unseen } = await listMapFiles(input, place)
  const map = createCodeMap(paths)
  if (key !== null && source === 'git') await keepWherePossible(slot, map)
  return { map, folder, source, isKept: false, unseen }
}
