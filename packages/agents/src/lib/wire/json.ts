/** A JSON object; reading a key that is not there gives `undefined`. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** The value as an object, or an empty one. */
export function asRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : {}
}

/** The value as a list, or an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as a text, or an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The `type` of a wire object, or nothing. */
export function typeOf({ type }: JsonRecord): string {
  return asText(type)
}

/** The `role` of a wire object, or nothing. */
export function roleOf({ role }: JsonRecord): string {
  return asText(role)
}
