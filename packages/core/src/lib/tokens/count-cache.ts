import { createTextCache, type TextCacheOptions } from './text-cache.ts'

export interface CountCacheOptions extends TextCacheOptions {
  /**
   * Names a text by its content, so that no text is kept. Default: the text itself,
   * which whoever holds the conversation has in memory anyway and which is found
   * again without being read.
   */
  readonly hash?: (text: string) => string
}

/**
 * Remembers counts by the content of what was counted, so that a layer that did not
 * change is never counted again. A promise that fails is forgotten, so that the next
 * question asks anew.
 */
export function createCountCache<Count extends number | Promise<number>>(
  count: (text: string) => Count,
  { hash = itself, ...limits }: CountCacheOptions = {},
): (text: string) => Count {
  const known = createTextCache<Count>(limits)
  return (text) => {
    const key = hash(text)
    return known.of(key, () => {
      const value = count(text)
      if (value instanceof Promise) value.catch(() => known.forget(key))
      return value
    })
  }
}

function itself(text: string): string {
  return text
}
