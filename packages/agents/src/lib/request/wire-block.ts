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
  const { hash, tokens } = memo
    ? recall(memo, { facts, reads, count })
    : learn({ facts, reads, count })
  return { value, block: blockOf(facts, hash, tokens) }
}

/** Of a long conversation this runs thousands of times, where spreading objects would take most of the time. */
function blockOf(facts: BlockFacts, hash: string, tokens: number): CacheBlock {
  const { part, role, kind, scope, markable } = facts
  if (scope === undefined || markable === undefined) return { ...facts, hash, tokens }
  return role === undefined
    ? { part, kind, scope, markable, hash, tokens }
    : { part, role, kind, scope, markable, hash, tokens }
}

interface Reading {
  readonly facts: BlockFacts
  readonly reads: unknown
  readonly count: CountTokens
}

function learn({ facts: { part, role }, reads, count }: Reading): KnownContent {
  const hash = createHash('sha256')
    .update(`${part}\0${role ?? ''}\0${JSON.stringify(reads)}`)
    .digest('hex')
    .slice(0, 32)
  return { hash, tokens: countTokens(reads, count) }
}

/** What a cache and a counter see of a content. */
interface KnownContent {
  readonly hash: string
  readonly tokens: number
}

/** Contents of a session at their places, so that a conversation is hashed and counted once. */
export type BlockMemo = TextCache<RememberedBlock[]>

export function createBlockMemo(): BlockMemo {
  return createTextCache()
}

/** A content at a place. */
interface RememberedBlock extends KnownContent {
  readonly part: string
  readonly role: string | undefined
  /** What stands around the text that it is remembered by; null: nothing, it is the whole JSON. */
  readonly around: Fields | null
}

type Fields = readonly (readonly [name: string, value: unknown])[]

/** A text that is shorter is written as JSON with what stands around it. */
const LONG = 64

/** Most of a request is long texts that were there before: those need not be written as JSON to be known again. */
function recall(memo: BlockMemo, reading: Reading): KnownContent {
  const { facts, reads } = reading
  const around = fieldsOf(reads)
  const longest = around?.find(
    ([, value]) => typeof value === 'string' && value.length >= LONG,
  )?.[1]
  const whole = typeof longest === 'string' ? null : (JSON.stringify(reads) ?? '')
  const known = memo.of(whole ?? String(longest), () => [])
  const { part, role } = facts
  const found = known.find(
    (one) =>
      one.part === part && one.role === role && isSame(one.around, whole === null ? around : null),
  )
  if (found !== undefined) return found
  const learned = { ...learn(reading), part, role, around: whole === null ? around : null }
  known.push(learned)
  return learned
}

/** The fields of an object of nothing but plain values; null: it is something else. */
function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return null
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return null
  const fields = Object.entries(value)
  return fields.every(([, one]) => PLAIN.has(typeof one)) ? fields : null
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

function isSame(a: Fields | null, b: Fields | null): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  return a.every(([name, value], at) => b[at]?.[0] === name && Object.is(b[at]?.[1], value))
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
