import { createHash } from 'node:crypto'
import { estimateTokens } from '@onesoul/core'
import type { CacheBlock } from '@onesoul/core/cache'
import { createTextCache, type TextCache } from '@onesoul/core/tokens'

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
  readonly count?: CountTokens | undefined
  /** What the provider reads of the value; default: the value. */
  readonly reads?: unknown
  /** What was made before. Default: nothing is remembered. */
  readonly memo?: BlockMemo | undefined
}

/**
 * A block of a value. Two blocks are the same when the JSON of what the provider
 * reads is, in the order of its keys, and they stand in the same part and role.
 */
export function makeBlock<Value>(
  value: Value,
  facts: BlockFacts,
  { count = estimateTokens, reads = value, memo }: MakeBlockOptions = {},
): WireBlock<Value> {
  const reading = { facts, reads, count }
  return { value, block: memo ? recall(memo, reading) : learn(reading) }
}

interface Reading {
  readonly facts: BlockFacts
  readonly reads: unknown
  readonly count: CountTokens
}

function learn({ facts, reads, count }: Reading): CacheBlock {
  const { part, role } = facts
  const hash = createHash('sha256')
    .update(`${part}\0${role ?? ''}\0${JSON.stringify(reads)}`)
    .digest()
    // A slice of the whole text would be slower to read, and each plan reads all of them.
    .toString('hex', 0, 16)
  return blockOf(facts, hash, countTokens(reads, count))
}

/** Field by field: what a spread makes is read more slowly, and each plan reads thousands. */
function blockOf(facts: BlockFacts, hash: string, tokens: number): CacheBlock {
  const { part, role, kind, scope, markable } = facts
  if (scope === undefined || markable === undefined) return { ...facts, hash, tokens }
  return role === undefined
    ? { part, kind, scope, markable, hash, tokens }
    : { part, role, kind, scope, markable, hash, tokens }
}

/** Contents of a session at their places, so that a conversation is hashed and counted once. */
export type BlockMemo = TextCache<RememberedBlock[]>

export function createBlockMemo(): BlockMemo {
  return createTextCache()
}

/** A content at a place. */
interface RememberedBlock {
  readonly block: CacheBlock
  /** The object that holds the text it is remembered by, as it was; null: nothing, it is the whole JSON. */
  readonly around: Plain | null
}

/** An object of nothing but texts, numbers and truth values. */
type Plain = Readonly<Record<string, unknown>>

/** A text that is shorter is written as JSON with what stands around it. */
const LONG = 64

/** Most of a request is long texts that were there before: those need not be written as JSON to be known again. */
function recall(memo: BlockMemo, reading: Reading): CacheBlock {
  const { facts, reads } = reading
  const plain = isPlain(reads) ? reads : null
  const long = plain === null ? null : longText(plain)
  const around = long === null ? null : plain
  const known = memo.of(long ?? JSON.stringify(reads) ?? '', () => [])
  for (const one of known) {
    if (isOf(one.block, facts) && isSame(one.around, around)) return one.block
  }
  const block = learn(reading)
  // A copy: the caller may change its own.
  known.push({ block, around: around && { ...around } })
  return block
}

function isOf(block: CacheBlock, { part, role, kind, scope, markable }: BlockFacts): boolean {
  return (
    block.part === part &&
    block.role === role &&
    block.kind === kind &&
    block.scope === scope &&
    block.markable === markable
  )
}

function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name in value) {
    if (!PLAIN.has(typeof (value as Plain)[name])) return false
  }
  return true
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

function longText(plain: Plain): string | null {
  for (const name in plain) {
    const value = plain[name]
    if (typeof value === 'string' && value.length >= LONG) return value
  }
  return null
}

/** The same fields in the same order. */
function isSame(a: Plain | null, b: Plain | null): boolean {
  if (a === null || b === null) return a === b
  const names = Object.keys(a)
  let at = 0
  for (const name in b) {
    if (names[at++] !== name || !Object.is(a[name], b[name])) return false
  }
  return at === names.length
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
