import { showInvisible } from '../text/escape-for-display.ts'
import { estimateTokens } from '../text/tokens.ts'
import { counted, showPath } from './render-code-map.ts'
import type { RankedSymbol, SymbolFile } from './symbol-file.ts'

export interface RenderedSymbolMap {
  /** A line for each file and each definition, each with its line end. */
  readonly text: string
  /** Estimated; see `estimateTokens`. */
  readonly tokens: number
  readonly shown: { readonly definitions: number; readonly files: number }
  /** What has no line: the last line counts both. */
  readonly left: { readonly definitions: number; readonly files: number }
}

export interface SymbolMapOptions {
  /** Default: 1000. */
  readonly maxTokens?: number
  /** Files of the project, those without definitions included. Default: those that have definitions. */
  readonly files?: number
}

/** So near to the budget a map is good enough. */
const FULL = 0.97
/** Where there is enough to say a map is no shorter; and never longer by as much. */
const TOLERANCE = 0.05
/** How many definitions after the first one without room are tried for the rest of it. */
const MAX_TRIES = 300
/** Nothing is learnt from the end of a longer one, in UTF-16 units. */
const MAX_SIGNATURE = 120

/**
 * Writes the most important definitions, as many as a number of tokens has room
 * for, below the paths of their files, with their lines: files by path, a
 * member below what it is a member of. The last line counts what is left out.
 * Where there is enough to say, the text has 95 to 105 % of the tokens; never more.
 */
export function renderSymbolMap(
  ranked: readonly RankedSymbol[],
  options: SymbolMapOptions = {},
): RenderedSymbolMap {
  const { maxTokens = 1000 } = options
  const files = new Set(ranked.map(({ file }) => file))
  const all = {
    definitions: [...files].reduce((sum, file) => sum + file.definitions.length, 0),
    files: options.files ?? files.size,
  }
  const draw = (chosen: readonly RankedSymbol[]): RenderedSymbolMap => drawMap(chosen, all)
  const count = countFitting(
    ranked.length,
    (some) => draw(ranked.slice(0, some)).tokens <= maxTokens,
  )
  const chosen = ranked.slice(0, count)
  const rest = ranked.slice(count, count + MAX_TRIES)
  let map = draw(chosen)
  for (const one of rest) {
    if (map.tokens >= maxTokens * FULL) break
    const more = draw([...chosen, one])
    if (more.tokens > maxTokens) continue
    chosen.push(one)
    map = more
  }
  if (map.tokens > maxTokens) return { ...map, text: '', tokens: 0 }
  if (map.tokens >= maxTokens * (1 - TOLERANCE)) return map
  const fuller = rest
    .map((one) => draw([...chosen, one]))
    .find(({ tokens }) => {
      return tokens > map.tokens && tokens <= maxTokens * (1 + TOLERANCE)
    })
  return fuller ?? map
}

/** The most for which it fits, up to `count`; 0 when nothing does. */
function countFitting(count: number, fits: (some: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function drawMap(
  chosen: readonly RankedSymbol[],
  all: { readonly definitions: number; readonly files: number },
): RenderedSymbolMap {
  const byFile = placesByFile(chosen)
  const lines = [...byFile].sort(([a], [b]) => (a.path < b.path ? -1 : 1)).flatMap(linesOf)
  const definitions = lines.length - byFile.size
  const left = { definitions: all.definitions - definitions, files: all.files - byFile.size }
  const rest =
    left.definitions + left.files === 0
      ? []
      : [`… ${counted(left.definitions, 'more definition')}, ${counted(left.files, 'more file')}`]
  const text = [...lines, ...rest].map((line) => `${line}\n`).join('')
  return {
    text,
    tokens: estimateTokens(text),
    shown: { definitions, files: byFile.size },
    left,
  }
}

function placesByFile(chosen: readonly RankedSymbol[]): ReadonlyMap<SymbolFile, Set<number>> {
  const byFile = new Map<SymbolFile, Set<number>>()
  for (const { file, index } of chosen) {
    const places = byFile.get(file) ?? new Set()
    byFile.set(file, places)
    for (const place of withOwners(file, index)) places.add(place)
  }
  return byFile
}

/** A definition and what it is a member of, from the inside out. */
function withOwners({ definitions }: SymbolFile, index: number): readonly number[] {
  const places: number[] = []
  for (let at: number | null = index; at !== null; at = definitions[at]?.parent ?? null) {
    places.push(at)
  }
  return places
}

function linesOf([file, places]: readonly [SymbolFile, ReadonlySet<number>]): readonly string[] {
  const lines = [...places]
    .sort((a, b) => a - b)
    .map((place) => {
      const { line = 0, signature = '' } = file.definitions[place] ?? {}
      return `${'  '.repeat(withOwners(file, place).length)}${line} ${showInvisible(clip(signature))}`
    })
  return [showPath(file.path), ...lines]
}

function clip(signature: string): string {
  if (signature.length <= MAX_SIGNATURE) return signature
  return `${signature.slice(0, MAX_SIGNATURE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
