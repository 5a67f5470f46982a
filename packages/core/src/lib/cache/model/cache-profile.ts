import type { CacheTtl } from './cache-request.ts'

/** The caching rules of one model at one provider: data, with the day on which they were read. */
export interface CacheProfile {
  readonly provider: string
  /** A model or a family of models, as `claude-opus-5`. */
  readonly model: string
  /** Day on which the documentation said so, as `2026-10-31`. */
  readonly asOf: string
  /**
   * `marks`: only marked prefixes are written; `both`: marked ones, and by itself
   * the whole of a request; `automatic`: nothing can be marked.
   */
  readonly mechanism: 'marks' | 'both' | 'automatic'
  /** Shorter prefixes are not cached, in tokens. */
  readonly minTokens: number
  /** Lengths of a cached prefix are multiples of it, in tokens. Default: 1. */
  readonly step?: number
  /** Marks of a request; 0 when nothing can be marked. */
  readonly maxMarks: number
  /** What becomes of more marks than that: the request is refused, or the first ones count for nothing. Default: refused. */
  readonly surplusMarks?: 'refused' | 'earliest-dropped'
  /** Positions that a mark looks back for an entry, itself included; `null`: all of them. */
  readonly lookback: number | null
  /** Whether a run of calls, or of results, counts as one position. */
  readonly collapsesRuns: boolean
  /** Price of a token read from the cache, in uncached input tokens. */
  readonly read: number
  /** Price of a token written, per life time that can be had. */
  readonly write: Readonly<Partial<Record<CacheTtl, number>>>
  /** Whether a read starts the life time again. Default: true. */
  readonly sliding?: boolean
  /** The life time of what is written without a mark, of mechanisms that do so. */
  readonly automaticTtl?: CacheTtl
  /** Whether a message of the system may stand among the messages. */
  readonly systemInMessages: boolean
  /** What a person should know who reads a plan for it. */
  readonly notes?: readonly string[]
}
