/** Tokens for a person: `420`, `12.3k`, `1.50M`. */
export function count(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens))
  return tokens < 1e6 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1e6).toFixed(2)}M`
}

/** A share for a person: `12 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Seconds for a person: `40 s`, `12 min`, `3.5 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
