import type { CacheBlock } from '../model/cache-block.ts'
import type { MarkedRequest } from '../model/cache-request.ts'

/** A request to explain: what a cache sees of it, and what a person wants to be told about it. */
export interface ExplainedRequest extends MarkedRequest {
  /** Of each block: what it belongs to, as `system/1` or a layer's id. */
  readonly owners?: readonly string[]
  /** What a provider routes by, where requests name one. */
  readonly cacheKey?: string
  /** What else is part of a cache's identity, as the model, thinking or the choice of tools. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The first block that two requests do not share. */
export interface BlockDifference {
  /** Position in both requests. */
  readonly index: number
  readonly part: CacheBlock['part']
  readonly scope?: CacheBlock['scope']
  readonly owner?: string
  /**
   * `changed`: another block stands in its place; `inserted`: a new one stands in front of it; `removed`: it is gone, and
   * the next one took its place; `moved`: it stands elsewhere now; `cut`: the second request ends in front of it.
   */
  readonly how: 'changed' | 'inserted' | 'removed' | 'moved' | 'cut'
}

/** One reason why a request read less than was written before it. */
export interface MissCause {
  readonly code:
    | 'key-changed'
    | 'settings-changed'
    | 'nothing-written'
    | 'written-below-minimum'
    | 'block-differs'
    | 'expired'
    | 'concurrent'
    | 'nothing-marked'
    | 'marked-below-minimum'
    | 'marks-moved'
    | 'look-back-exceeded'
  readonly text: string
}

/** What a second request found in the cache of what a first one put there. */
export interface MissExplanation {
  /** Tokens that the first one left in the cache. */
  readonly left: number
  /** Tokens of them that the second one reads. */
  readonly read: number
  /** Tokens of them that it does not. */
  readonly lost: number
  readonly difference: BlockDifference | null
  /** In the order in which they are to be mended; empty when nothing was lost. */
  readonly causes: readonly MissCause[]
}
