/** The same JSON value with the keys of its objects in order, so that equal values are equal bytes. */
export function canonical<Value>(value: Value): Value {
  return sorted(value) as Value
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}
