export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object, false for arrays, `null` and plain values. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Follows keys into nested objects; `undefined` where there is none. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let found = value
  for (const key of keys) found = isObject(found) ? found[key] : undefined
  return found
}

/** The string at a path of keys, `null` when there is none or it is empty. */
export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' && found !== '' ? found : null
}

/** Parses a JSON object; `null` for everything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // Not JSON: the caller decides what that means.
    return null
  }
}
