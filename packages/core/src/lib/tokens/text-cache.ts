export interface TextCacheOptions {
  /** Texts that are remembered. Default: 100,000. */
  readonly maxEntries?: number
  /** Characters of these. Default: 16,000,000. */
  readonly maxChars?: number
}

/** Values by texts. */
export interface TextCache<Value> {
  /** The value of a text; when there is none, what `make` gives. */
  readonly of: (text: string, make: () => Value) => Value
  readonly forget: (text: string) => void
}

/**
 * Remembers values by texts, in two halves: what was not asked for while half as much
 * as it holds came in is forgotten. A hit costs one look and no text is read for it,
 * so that a long conversation is found again in no time.
 */
export function createTextCache<Value>({
  maxEntries = 100_000,
  maxChars = 16_000_000,
}: TextCacheOptions = {}): TextCache<Value> {
  let recent = new Map<string, Value>()
  let older: typeof recent = new Map()
  let chars = 0
  const add = (text: string, value: Value): void => {
    if (recent.size >= maxEntries / 2 || chars + text.length > maxChars / 2) {
      older = recent
      recent = new Map()
      chars = 0
    }
    recent.set(text, value)
    chars += text.length
  }
  return {
    of(text, make) {
      const found = recent.get(text)
      if (found !== undefined) return found
      const value = older.get(text) ?? make()
      add(text, value)
      return value
    },
    forget(text) {
      if (recent.delete(text)) chars -= text.length
      older.delete(text)
    },
  }
}
