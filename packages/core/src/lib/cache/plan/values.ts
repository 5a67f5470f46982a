/** Whether a value is an object with string keys, as JSON has them. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a number that a counter, a size or a time can have. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Whether a value is a list of counts, at most so many. */
export function isCounts(value: unknown, atMost: number): value is readonly number[] {
  return Array.isArray(value) && value.length <= atMost && value.every(isAmount)
}

/** Whether a value holds short strings alone. */
export function isStrings(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((item) => typeof item === 'string')
}
