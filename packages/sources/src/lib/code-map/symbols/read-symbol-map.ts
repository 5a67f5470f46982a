import { createHash } from 'node:crypto'
import { type RenderedSymbolMap, rankSymbols, renderSymbolMap } from '@onesoul/core'
import { type KeptSlot, keepWherePossible, readKept } from '../kept-map.ts'
import { type CodeMapInput, findMapPlace, listMapFiles, type MapPlace } from '../map-place.ts'
import type { FoundGrammars } from './grammars.ts'
import { judgePath, type LeftOut, type LeftOutReason } from './left-out.ts'
import { isSettled, isWhole, readChangedSymbols, SYMBOLS_SCHEMA } from './read-changed-symbols.ts'
import { type FileStamp, stampFiles, toSymbolFiles } from './read-symbols.ts'

export interface SymbolMapInput extends CodeMapInput {
  readonly grammars: FoundGrammars
  /** Default: 1000. */
  readonly maxTokens?: number
  /** How many source files are read, those nearest the top first. Default: 2000. */
  readonly maxFiles?: number
  /** How long files are read, in ms; what is not reached is told. Default: 30,000. */
  readonly maxMs?: number
}

export interface FoundSymbolMap {
  readonly map: RenderedSymbolMap
  /** Absolute path of the folder that the map is of. */
  readonly folder: string
  readonly source: 'git' | 'folder'
  /** It was kept from an earlier call with the same index and the same files. */
  readonly isKept: boolean
  readonly files: {
    readonly all: number
    /** Whose definitions were there to choose from. */
    readonly read: number
    /** Of these, how many were parsed now; what was known of the others still held. */
    readonly parsed: number
  }
  /** All other files, by reason. */
  readonly leftOut: readonly LeftOut[]
  /** What could not even be listed; one clause each for people. */
  readonly unseen: readonly string[]
}

/** Changes whenever the same definitions would give another map. */
const SCHEMA = 1

/**
 * Reads the ranked map of a folder: the definitions that its files lean on most,
 * as many as a number of tokens has room for. Files are parsed, never run. What
 * was read of a file is kept until the file changes, and a map of tracked files
 * until the index or any of its files does; what failed or was not finished is never kept.
 */
export async function readSymbolMap(input: SymbolMapInput): Promise<FoundSymbolMap> {
  const place = await findMapPlace(input)
  const kept = await readKeptMap(input, place)
  if (kept) return kept
  const { source, paths, unseen } = await listMapFiles(input, place)
  const { chosen, leftOut } = choose(paths, input.maxFiles ?? 2000)
  const stamps = stampFiles(place.folder, chosen)
  const { read, parsed } = await readChangedSymbols(stamps, { ...input, ...place })
  for (const [, , found] of read) if (typeof found === 'string') count(leftOut, found)
  const files = toSymbolFiles(read)
  const ranked = rankSymbols(files)
  const all = paths.length
  const found: FoundSymbolMap = {
    map: renderSymbolMap(ranked, { files: all, maxTokens: input.maxTokens ?? 1000 }),
    folder: place.folder,
    source,
    isKept: false,
    files: { all, read: files.length, parsed },
    leftOut: [...leftOut].map(([reason, files]) => ({ reason, files })),
    unseen,
  }
  if (source === 'git' && isWhole(leftOut) && isSettled(stamps, input.now)) {
    await keepWherePossible(mapSlot(input, place), { found, chosen, digest: digestOf(stamps) })
  }
  return found
}

interface KeptMap {
  readonly found: FoundSymbolMap
  readonly chosen: readonly string[]
  readonly digest: string
}

async function readKeptMap(input: SymbolMapInput, place: MapPlace): Promise<FoundSymbolMap | null> {
  if (place.key === null) return null
  const kept = await readKept<KeptMap>(mapSlot(input, place))
  if (kept === null) return null
  const isSame = digestOf(stampFiles(place.folder, kept.chosen)) === kept.digest
  return isSame ? { ...kept.found, isKept: true } : null
}

function mapSlot(input: SymbolMapInput, { root, folder, key }: MapPlace): KeptSlot {
  const { home, grammars, maxTokens = 1000, maxFiles = 2000 } = input
  const whole = [SCHEMA, SYMBOLS_SCHEMA, grammars.version, maxTokens, maxFiles, key]
  return { home: key && home, kind: 'symbol-map', root, folder, key: whole }
}

function digestOf(stamps: readonly FileStamp[]): string {
  const whole = stamps.map(({ path, stamp }) => `${path}\0${stamp}\0`).join('')
  return createHash('sha256').update(whole).digest('hex')
}

function count(counts: Map<LeftOutReason, number>, reason: LeftOutReason, files = 1): void {
  counts.set(reason, (counts.get(reason) ?? 0) + files)
}

/** The source files, those nearest the top first, and how many others there are, by reason. */
function choose(
  paths: readonly string[],
  maxFiles: number,
): { readonly chosen: readonly string[]; readonly leftOut: Map<LeftOutReason, number> } {
  const leftOut = new Map<LeftOutReason, number>()
  const sources: { readonly path: string; readonly depth: number }[] = []
  for (const path of new Set(paths)) {
    const reason = judgePath(path)
    if (reason === null) sources.push({ path, depth: path.split('/').length })
    else count(leftOut, reason)
  }
  sources.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1))
  const beyond = Math.max(0, sources.length - maxFiles)
  if (beyond > 0) count(leftOut, 'beyond-count', beyond)
  return { chosen: sources.slice(0, maxFiles).map(({ path }) => path), leftOut }
}
