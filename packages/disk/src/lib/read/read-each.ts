/** Enough for the disk to be busy. */
const AT_ONCE = 32

/**
 * Reads something of each item, in their order, and so many at a time that none
 * waits for long: of ten thousand reads that begin together the last ones would
 * be taken for a disk that does not answer. Rejects with the first trouble.
 */
export async function readEach<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const rest = items.entries()
  const readNext = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await read(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext))
  return results
}
