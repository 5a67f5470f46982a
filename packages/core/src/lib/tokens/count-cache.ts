export interface CountCacheOptions {
  /** Counts that are remembered; the one that was not asked for longest goes first. Default: 10000. */
  readonly maxEntries?: number
  /** Names a text by its content. Default: 64 bits and the length. */
  readonly hash?: (text: string) => string
}

/**
 * Remembers counts by the hash of what was counted, so that a layer that did not
 * change is never counted again. It keeps no text. A promise that fails is forgotten,
 * so that the next question asks anew.
 */
export function createCountCache<Count extends number | Promise<number>>(
  count: (text: string) => Count,
  { maxEntries = 10_000, hash = contentHash }: CountCacheOptions = {},
): (text: string) => Count {
  const known = new Map<string, Count>()
  return (text) => {
    const key = hash(text)
    const found = known.get(key)
    known.delete(key)
    const value = found ?? count(text)
    known.set(key, value)
    if (found === undefined && value instanceof Promise) {
      value.catch(() => {
        if (known.get(key) === value) known.delete(key)
      })
    }
    for (const oldest of known.keys()) {
      if (known.size <= maxEntries) break
      known.delete(oldest)
    }
    return value
  }
}

/** Two independent 32-bit hashes over the UTF-16 units, and the length. It guards against chance, not against an attacker. */
function contentHash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${text.length}:${(a >>> 0).toString(36)}:${(b >>> 0).toString(36)}`
}
