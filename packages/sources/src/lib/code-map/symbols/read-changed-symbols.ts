import { type KeptSlot, keepWherePossible, readKept } from '../kept-map.ts'
import type { FoundGrammars } from './grammars.ts'
import type { LeftOutReason } from './left-out.ts'
import { type FileStamp, type ReadSymbols, readSymbols, toSymbolFiles } from './read-symbols.ts'
import { createSymbolReader } from './symbol-reader.ts'

/** Changes whenever the same file would give other definitions. */
export const SYMBOLS_SCHEMA = 1
/** Within this time a second change may leave the same stamp behind, in ms. */
const RACY_MS = 2000
const MAX_KEPT_BYTES = 200_000_000
/** What another try may do better. */
const FAILURES: readonly LeftOutReason[] = ['unreadable', 'unparsable', 'no-grammar', 'no-time']

/** Whether nothing failed and everything was reached. */
export function isWhole(leftOut: ReadonlyMap<LeftOutReason, number>): boolean {
  return FAILURES.every((reason) => !leftOut.has(reason))
}

/** Whether no file is so young that it could change again without a trace in its stamp. */
export function isSettled(stamps: readonly FileStamp[], now: Date): boolean {
  return stamps.every(({ changedAt }) => now.getTime() - changedAt >= RACY_MS)
}

export interface ChangedSymbolsInput {
  readonly home: string | null
  readonly root: string
  readonly folder: string
  readonly grammars: FoundGrammars
  readonly now: Date
  /** Default: 30,000. */
  readonly maxMs?: number
}

/**
 * What is in each file, in their order: what was kept of those that did not change since, and of the others what is
 * read now and kept. What failed, what was not reached and what is too young to be trusted is not kept.
 */
export async function readChangedSymbols(
  stamps: readonly FileStamp[],
  input: ChangedSymbolsInput,
): Promise<{ readonly read: readonly ReadSymbols[]; readonly parsed: number }> {
  const { home, root, folder, grammars, maxMs = 30_000, now } = input
  const key = [SYMBOLS_SCHEMA, grammars.version]
  const slot: KeptSlot = { home, kind: 'file-symbols', root, folder, key, maxBytes: MAX_KEPT_BYTES }
  const kept = (await readKept<readonly ReadSymbols[]>(slot)) ?? []
  const known = new Map(kept.map((one) => [one[0], one] as const))
  const changed = stamps.filter(({ path, stamp }) => known.get(path)?.[1] !== stamp)
  const end = performance.now() + maxMs
  const hasTime = (): boolean => performance.now() < end
  const reader = createSymbolReader(grammars)
  const fresh = await readSymbols(changed, { folder, reader, hasTime })
  for (const one of fresh) known.set(one[0], one)
  const read = stamps.flatMap((file) => {
    const one = known.get(file.path)
    return one ? [{ file, one }] : []
  })
  const keepable = read.filter(({ file, one: [, , found] }) => {
    return isSettled([file], now) && (typeof found !== 'string' || !FAILURES.includes(found))
  })
  if (fresh.length > 0) {
    await keepWherePossible(
      slot,
      keepable.map(({ one }) => one),
    )
  }
  return { read: read.map(({ one }) => one), parsed: toSymbolFiles(fresh).length }
}
