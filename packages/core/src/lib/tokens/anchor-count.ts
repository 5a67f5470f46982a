/** What a provider said about the last request, in tokens. */
export interface AnchorUsage {
  /** Read and paid in full. */
  readonly input: number
  readonly cacheRead?: number
  readonly cacheWritten?: number
  /** Of the answer, which is part of the next request. */
  readonly output: number
}

export interface AnchoredCount {
  readonly tokens: number
  /** Tokens of it that the provider counted. */
  readonly exact: number
  readonly estimated: number
}

/**
 * Tokens of the next request: what the provider counted of the last one and of its
 * answer, and the estimate of what was added since, so that an error of the estimate
 * touches the last few per cent alone. Without a usage (`null`: the first request,
 * or one after the history was cut) pass the estimate of everything.
 */
export function anchorCount(usage: AnchorUsage | null, estimated: number): AnchoredCount {
  const { input = 0, cacheRead = 0, cacheWritten = 0, output = 0 } = usage ?? {}
  const exact = input + cacheRead + cacheWritten + output
  return { tokens: exact + estimated, exact, estimated }
}
