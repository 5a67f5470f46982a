/** The history of a conversation with a model API: kept valid, cut in steps, cleared and compacted. */

export { type CacheWarmth, cacheWarmth, type WarmthOptions } from './lib/history/cache-warmth.ts'
export {
  type ClearedHistory,
  type ClearingOptions,
  clearToolResults,
} from './lib/history/clear-tool-results.ts'
export {
  type Compaction,
  type CompactionMemory,
  type CompactionPorts,
  type CompactionResult,
  createCompaction,
  NO_FAILURES,
} from './lib/history/compact-history.ts'
export { type CountMessage, type CountOptions, countMessage } from './lib/history/count-message.ts'
export {
  type CompactionOptions,
  type CompactionPlan,
  planCompaction,
} from './lib/history/plan-compaction.ts'
export { type RepairOptions, repairHistory } from './lib/history/repair-history.ts'
export { shrinkArguments } from './lib/history/shrink-arguments.ts'
export { isSummary } from './lib/history/summary-frame.ts'
export { isSummaryRequest, type SummaryRequest } from './lib/history/summary-request.ts'
export {
  type HistoryCut,
  type TruncatedHistory,
  type TruncationOptions,
  truncateHistory,
} from './lib/history/truncate-history.ts'
export type { HistoryBlock, HistoryMessage } from './lib/layers/history-message.ts'
