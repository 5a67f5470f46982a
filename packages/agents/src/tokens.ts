/** Exact token counts by tokenizers that are installed beside this package. */

export {
  createExactCounter,
  type ExactCount,
  type ExactCounter,
  type ExactCounterOptions,
  type ExactEncoding,
} from './lib/tokens/exact-counter.ts'
