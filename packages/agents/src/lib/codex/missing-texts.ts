import { readFile } from 'node:fs/promises'
import type { ThreadDelivery } from './thread-delivery.ts'

/**
 * The texts that a resumed thread lacks, in their order. Its history is a file of
 * JSON lines. A thread that holds the whole text behind every change got it from
 * a compaction (or saw none of the changes) and lacks nothing; the same text
 * before a change is the one that the change superseded. Of a history that cannot
 * be read all changes are named: to say one twice does less harm than never.
 */
export async function missingTexts(
  historyFile: string | null,
  { delivered, updates }: Pick<ThreadDelivery, 'delivered' | 'updates'>,
): Promise<readonly string[]> {
  const history = historyFile === null ? null : await readHistory(historyFile)
  // The whole text is not sent twice on a guess; the receipt tells what arrived.
  if (history === null) return updates
  const placeOf = (text: string): number => history.lastIndexOf(JSON.stringify(text).slice(1, -1))
  const whole = placeOf(delivered)
  if (whole >= 0 && updates.every((text) => placeOf(text) < whole)) return []
  if (updates.length === 0) return [delivered]
  return updates.filter((text) => placeOf(text) < 0)
}

async function readHistory(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch {
    // The caller treats what cannot be read as unknown.
    return null
  }
}
