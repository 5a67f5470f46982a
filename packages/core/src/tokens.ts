/** Token counts without a tokenizer: estimates, caches, anchors, calibration, and when an exact count is worth it. */

export { type EstimateOptions, estimateTokens } from './lib/text/tokens.ts'
export { type AnchoredCount, type AnchorUsage, anchorCount } from './lib/tokens/anchor-count.ts'
export {
  type Calibration,
  type CalibrationKey,
  type ContentClass,
  calibrate,
  calibratedTokens,
  contentClassOf,
  type Observation,
} from './lib/tokens/calibrate.ts'
export { type CountCacheOptions, createCountCache } from './lib/tokens/count-cache.ts'
export { needsExactCount } from './lib/tokens/needs-exact-count.ts'
export { requestOverhead } from './lib/tokens/request-overhead.ts'
export { createTextCache, type TextCache, type TextCacheOptions } from './lib/tokens/text-cache.ts'
export { type TokenFamily, tokenFamilyOf } from './lib/tokens/token-family.ts'
