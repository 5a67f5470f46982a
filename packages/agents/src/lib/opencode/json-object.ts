export type JsonObject = Readonly<Record<string, unknown>>

/** The value as a JSON object, else an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Follows keys into nested objects to a text; `null` where there is none or it is empty. */
export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = keys.reduce<unknown>((object, key) => objectOf(object)[key], value)
  return typeof found === 'string' && found !== '' ? found : null
}
