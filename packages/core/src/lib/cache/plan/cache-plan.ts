import type { CacheBlock, CacheScope } from '../model/cache-block.ts'
import type { CacheMark, CacheTtl, CacheUsage } from '../model/cache-request.ts'
import type { GapModel } from './gap-model.ts'
import type { HeadLedger } from './head-ledger.ts'
import type { SessionLedger } from './session-ledger.ts'

/** A run of blocks of a plan, and where they were taken from. */
export interface PlanSegment {
  readonly from: 'layer' | 'history' | 'change' | 'volatile'
  /** The layer's id, of layers and of changes. */
  readonly layer?: string
  /** The layer's version that is sent, or that a change tells. */
  readonly version?: string
  /** Position of its first block in the plan, and of the block after its last. */
  readonly start: number
  readonly end: number
  /** Position of its first block in the history, the volatile blocks or the layer. */
  readonly offset: number
}

/** A mark, and what it is for. */
export interface PlannedMark extends CacheMark {
  readonly scope: CacheScope
  readonly place: 'head' | 'tenant' | 'user' | 'previous-tail' | 'reply' | 'tail'
}

/** One decision, in words for a person. */
export interface PlanReason {
  readonly rule: 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9'
  /** Stable, as `layer-frozen`. */
  readonly code: string
  readonly text: string
  readonly layer?: string
  /** What it costs or moves, in tokens. */
  readonly tokens?: number
}

/** A request without content that keeps the cache until the next one. */
export interface KeepAlive {
  /** When, on the clock of the plan. */
  readonly at: number
  /** In units of one uncached input token. */
  readonly cost: number
  readonly saves: number
  readonly ttl: CacheTtl
}

/** A request in the order that costs least, with its marks and what they are expected to cost. */
export interface CachePlan {
  readonly blocks: readonly CacheBlock[]
  /** Cover the blocks, in their order. */
  readonly segments: readonly PlanSegment[]
  /** In ascending order of their positions, longer lives first. */
  readonly marks: readonly PlannedMark[]
  /** Where a provider also writes the whole request by itself: that it shall not. */
  readonly markedOnly: boolean
  /** Position of the first volatile block; the number of blocks when there are none. */
  readonly volatileFrom: number
  /** For providers that route by a key, and for one's own telling of sessions apart. */
  readonly cacheKey: string
  readonly predicted: CacheUsage
  readonly reasons: readonly PlanReason[]
  /** The head's identity, and whether this request writes it; see `enterFlight`. */
  readonly flight: { readonly key: string; readonly writes: boolean }
  readonly keepAlive?: KeepAlive
  /** To be kept when the provider answered; when it did not, the old ones still hold. */
  readonly next: {
    readonly session: SessionLedger
    readonly head: HeadLedger
    readonly gaps: GapModel
  }
}
