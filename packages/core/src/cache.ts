/** Prompt caches: the rules of providers as data, a simulator of them, and plans that spend the fewest tokens. */

export { lowerBound } from './lib/cache/bound/lower-bound.ts'

export {
  applyAnthropicCacheControl,
  type CacheControlOptions,
  markLastTool,
} from './lib/cache/decorate/apply-cache-control.ts'
export {
  type ModelRoute,
  type RouteMarking,
  routeMarking,
  ttlOfSource,
} from './lib/cache/decorate/cache-route.ts'
export type {
  CacheableMessage,
  CacheMarker,
  MarkerTtl,
} from './lib/cache/decorate/cacheable-message.ts'
export {
  countCacheMarkers,
  stripAnthropicCacheControl,
} from './lib/cache/decorate/strip-cache-control.ts'
export { explainMiss } from './lib/cache/explain/explain-miss.ts'
export type {
  BlockDifference,
  ExplainedRequest,
  MissCause,
  MissExplanation,
} from './lib/cache/explain/miss.ts'
export { type CacheLog, readCacheLog } from './lib/cache/log/read-cache-log.ts'
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
export {
  enterFlight,
  type FlightDecision,
  type Flights,
  LONGEST_HOLD,
  landFlight,
  NO_FLIGHTS,
} from './lib/cache/plan/flight.ts'
export {
  type ChannelCounts,
  emptyGapModel,
  type GapModel,
  observeGap,
  observeSessionEnd,
  readGapModel,
} from './lib/cache/plan/gap-model.ts'
export { type HeadLedger, readHeadLedger } from './lib/cache/plan/head-ledger.ts'
export {
  type ObservedUsage,
  observeUsage,
  type UsageDivergence,
  type UsageObservation,
} from './lib/cache/plan/observe-usage.ts'
export { planCache } from './lib/cache/plan/plan-cache.ts'
export type {
  CacheLayer,
  CacheSettings,
  LayerChange,
  LayerVersion,
  PlanInput,
  PlanNames,
  TurnHint,
} from './lib/cache/plan/plan-input.ts'
export {
  type LedgerChange,
  type LedgerEntry,
  readSessionLedger,
  type SessionLedger,
} from './lib/cache/plan/session-ledger.ts'
export { CACHE_PROFILES, findCacheProfile } from './lib/cache/profiles/find-cache-profile.ts'
export type { TtlModel } from './lib/cache/simulate/cache-entry.ts'
export { createPromptCache, type PromptCacheOptions } from './lib/cache/simulate/prompt-cache.ts'
export type { PromptCache, SimulatedUsage } from './lib/cache/simulate/simulated-usage.ts'
export {
  type CacheStrategy,
  marksAt,
  nearestTtl,
  type StartStrategy,
  type StrategyRequest,
} from './lib/cache/strategies/cache-strategy.ts'
export type { CacheTurn } from './lib/cache/strategies/cache-turn.ts'
export { layeredStrategy } from './lib/cache/strategies/layered-strategy.ts'
export { NAMED_STRATEGIES, type NamedStrategy } from './lib/cache/strategies/named-strategies.ts'
export {
  type PlannerStrategyOptions,
  plannerStrategy,
} from './lib/cache/strategies/planner-strategy.ts'
export {
  type ReplayOptions,
  type ReplayTotals,
  replayTurns,
  type SentRequest,
} from './lib/cache/strategies/replay-turns.ts'
