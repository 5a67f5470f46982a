/** Prompt caches: the rules of providers as data, a simulator of them, and plans that spend the fewest tokens. */

export type {
  CacheBlock,
  CacheBlockKind,
  CachePart,
  CacheScope,
} from './lib/cache/model/cache-block.ts'
export type { CacheProfile } from './lib/cache/model/cache-profile.ts'
export type {
  CacheMark,
  CacheTtl,
  CacheUsage,
  MarkedRequest,
} from './lib/cache/model/cache-request.ts'
export type {
  CachePlan,
  KeepAlive,
  PlannedMark,
  PlanReason,
  PlanSegment,
} from './lib/cache/plan/cache-plan.ts'
export type { ChannelCounts, GapModel } from './lib/cache/plan/gap-model.ts'
export type { HeadLedger } from './lib/cache/plan/head-ledger.ts'
export type {
  CacheLayer,
  CacheSettings,
  LayerChange,
  LayerVersion,
  PlanInput,
  PlanNames,
  TurnHint,
} from './lib/cache/plan/plan-input.ts'
export type {
  LedgerChange,
  LedgerEntry,
  SessionLedger,
} from './lib/cache/plan/session-ledger.ts'
