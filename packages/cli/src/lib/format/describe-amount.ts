const MINUTE_MS = 60_000

const UNITS: readonly (readonly [number, string])[] = [
  [1440 * MINUTE_MS, 'day'],
  [60 * MINUTE_MS, 'hour'],
  [MINUTE_MS, 'minute'],
]

/** How long ago a moment is, in the largest unit that it fills: `3 hours ago`. */
export function describeAge(ageMs: number): string {
  const unit = UNITS.find(([ms]) => ageMs >= ms)
  if (!unit) return 'just now'
  const [ms, name] = unit
  const count = Math.floor(ageMs / ms)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}

/** Bytes as a person reads them: `812 B`, `12.4 KB`, `3.1 MB`. */
export function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilo = bytes / 1000
  return kilo < 1000 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1000).toFixed(1)} MB`
}
