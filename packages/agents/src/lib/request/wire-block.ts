import { createHash } from 'node:crypto'
import { estimateTokens } from '@onesoul/core'
import type { CacheBlock } from '@onesoul/core/cache'

/** A block of a request as the provider takes it, with what a cache sees of it. */
export interface WireBlock<Value> {
  readonly value: Value
  readonly block: CacheBlock
}

/** Estimates the tokens of a text. */
export type CountTokens = (text: string) => number

/** What is known of a block beside its value. */
export type BlockFacts = Omit<CacheBlock, 'hash' | 'tokens'>

export interface MakeBlockOptions {
  /** Default: core's estimate for Claude. */
  readonly count?: CountTokens
  /** What the provider reads of the value; default: the value. */
  readonly reads?: unknown
}

/**
 * A block of a value. Two blocks are the same when the JSON of what the provider
 * reads is, in the order of its keys, and they stand in the same part and role.
 */
export function makeBlock<Value>(
  value: Value,
  facts: BlockFacts,
  { count = estimateTokens, reads = value }: MakeBlockOptions = {},
): WireBlock<Value> {
  const hash = createHash('sha256')
    .update(`${facts.part}\0${facts.role ?? ''}\0${JSON.stringify(reads)}`)
    .digest('hex')
    .slice(0, 32)
  return { value, block: { ...facts, hash, tokens: countTokens(reads, count) } }
}

/** Tokens of an image, whatever its size: providers say 1,500 to 1,600 for one that fills their limit. */
const IMAGE_TOKENS = 1_600

/** A file of so many characters of base64 counts as one page. */
const PAGE_CHARS = 100_000

/** The tokens of what a model is shown of a value: its texts, its keys, and for pictures and files a flat rate. */
function countTokens(value: unknown, count: CountTokens): number {
  if (typeof value === 'string') return count(value)
  if (Array.isArray(value)) return sum(value.map((one) => countTokens(one, count)))
  if (typeof value !== 'object' || value === null) return count(JSON.stringify(value) ?? '')
  const record: Readonly<Record<string, unknown>> = { ...value }
  const { type, text, data } = record
  if (type === 'image' || type === 'input_image' || type === 'image_url') return IMAGE_TOKENS
  if (typeof data === 'string') return IMAGE_TOKENS * Math.ceil((data.length + 1) / PAGE_CHARS)
  if (typeof text === 'string') return count(text)
  const keys = Object.keys(record).join(' ')
  return count(keys) + sum(Object.values(record).map((one) => countTokens(one, count)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
