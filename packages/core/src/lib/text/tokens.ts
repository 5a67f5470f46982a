import { sizesOf } from './sizes.ts'

/** Names the estimator in a manifest. */
export const TOKENIZER = 'estimate/claude'

/**
 * Estimates the tokens of a text for Claude (tokenizers up to Opus 4.6) without
 * a tokenizer, from the share of each script, rounded up. White space is free,
 * so the estimate never shrinks when text is added.
 *
 * Tokens per code point: Han, Kana, Hangul and full-width 1.30, Latin letters
 * without accents 0.24, digits 0.89, ASCII punctuation 1.12, white space 0, all
 * else 0.61. Measured on slices of 3,000 characters against `ai-tokenizer`'s
 * Claude encoding times 1.1: Chinese mixed with code ±6 %, prose +3 %, TypeScript
 * +8 %, JSON -14 %, technical docs ±25 % (5th to 95th percentile). Outside the
 * fit, on single paragraphs: Chinese prose +31 %, Russian -7 %; too low for
 * French (-27 %), German (-35 %), Polish (-53 %), Vietnamese (-64 %) and for runs
 * of emoji (-76 %). Tokenizers from Opus 4.7 on need up to 1.4 times as many for
 * Latin text and as many for Chinese.
 */
export function estimateTokens(text: string): number {
  return sizesOf(text).tokens
}
