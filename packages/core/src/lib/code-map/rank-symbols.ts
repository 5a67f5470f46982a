import { rankNodes, type WeightedEdge } from './page-rank.ts'
import type { RankedSymbol, SymbolDefinition, SymbolFile } from './symbol-file.ts'

/** A name that more files define, such as `toString`, says nothing about which of them is meant. */
const MAX_DEFINERS = 20
/** `a.name` may be a function of a module `a`, and mostly is a member of something else. */
const THROUGH_MODULE = 0.1
/** Members of other things, the language's own among them, have the same names. */
const AS_MEMBER = 0.25
const PRIVATE_SHARE = 0.1
const TELLING_FACTOR = 4
const TELLING_LENGTH = 8
/** What the definitions of a file have of its rank without a vote, so that those nobody names are in order too. */
const OWN_SHARE = 0.01

/**
 * Orders the definitions of a project by how much the rest of it leans on them:
 * files vote for the files that define the names they use, votes of files that
 * many vote for weigh more, and each vote goes to the definitions of that name
 * which the voter can mean.
 * A vote grows with the root of how often the name is used, counts less the more
 * files define the name, more for a long name of several words, and little for a
 * private one. The same files in any order give the same ranks; the most
 * important definition comes first.
 */
export function rankSymbols(files: readonly SymbolFile[]): readonly RankedSymbol[] {
  const sorted = [...files].sort((a, b) => compare(a.path, b.path))
  const definers = definersOf(sorted)
  const votes = sorted.flatMap((file, from) => votesOf(file, { from, definers }))
  const ranks = rankNodes(sorted.length, votes)
  const shares = shareOut(sorted, { votes, ranks })
  const total = shares.reduce((sum, { rank }) => sum + rank, 0)
  return shares.map((share) => ({ ...share, rank: share.rank / total })).sort(byRank)
}

interface Vote extends WeightedEdge {
  readonly key: string
}

/** Places of the files that define a key. */
type Definers = ReadonlyMap<string, readonly number[]>

/** Members and others of one name are not confused; what only its own file can name has none. */
function keyOf({ name, reach }: SymbolDefinition): string | null {
  if (reach === 'file') return null
  return reach === 'member' ? `.${name}` : name
}

function definersOf(files: readonly SymbolFile[]): Definers {
  const definers = new Map<string, number[]>()
  for (const [place, { definitions }] of files.entries()) {
    for (const key of new Set(definitions.map(keyOf))) {
      if (key === null) continue
      const places = definers.get(key)
      if (places) places.push(place)
      else definers.set(key, [place])
    }
  }
  return definers
}

function votesOf(
  { references }: SymbolFile,
  { from, definers }: { readonly from: number; readonly definers: Definers },
): readonly Vote[] {
  return [...references]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([name, alone, asMember]) => {
      const keys = [
        { key: name, count: alone + asMember * THROUGH_MODULE },
        { key: `.${name}`, count: asMember * AS_MEMBER },
      ]
      return keys.flatMap(({ key, count }) => {
        const places = definers.get(key) ?? []
        // What a file says of itself is no vote.
        if (count === 0 || places.length > MAX_DEFINERS || places.includes(from)) return []
        const weight = (Math.sqrt(count) * weightOf(name)) / places.length
        return places.map((to) => ({ from, to, key, weight }))
      })
    })
}

function weightOf(name: string): number {
  if (/^[_#]/.test(name)) return PRIVATE_SHARE
  const isTelling = name.length >= TELLING_LENGTH && /[^_]_[^_]|\p{Ll}\p{Lu}/u.test(name)
  return isTelling ? TELLING_FACTOR : 1
}

interface Counted {
  readonly votes: readonly Vote[]
  readonly ranks: readonly number[]
}

function shareOut(files: readonly SymbolFile[], counted: Counted): readonly RankedSymbol[] {
  const given = givenTo(files, counted)
  return files.flatMap((file, place) => {
    const sameKey = new Map<string, number>()
    for (const key of file.definitions.map((one) => keyOf(one) ?? '')) {
      sameKey.set(key, (sameKey.get(key) ?? 0) + 1)
    }
    const rest = ((counted.ranks[place] ?? 0) * OWN_SHARE) / file.definitions.length
    return file.definitions.map((one, index): RankedSymbol => {
      const key = keyOf(one) ?? ''
      const named = (given[place]?.get(key) ?? 0) / (sameKey.get(key) ?? 1)
      const own = key === '' ? PRIVATE_SHARE : weightOf(one.name) / TELLING_FACTOR
      return { file, index, rank: named + rest * own }
    })
  })
}

/** For each file: what the keys that it defines were given. */
function givenTo(
  files: readonly SymbolFile[],
  { votes, ranks }: Counted,
): readonly ReadonlyMap<string, number>[] {
  const totals = files.map(() => 0)
  for (const { from, weight } of votes) totals[from] = (totals[from] ?? 0) + weight
  const given = files.map(() => new Map<string, number>())
  for (const { from, to, key, weight } of votes) {
    const flow = ((ranks[from] ?? 0) * weight) / (totals[from] ?? 1)
    given[to]?.set(key, (given[to]?.get(key) ?? 0) + flow)
  }
  return given
}

function byRank(a: RankedSymbol, b: RankedSymbol): number {
  return b.rank - a.rank || compare(a.file.path, b.file.path) || a.index - b.index
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
