import type { CacheBlock, CacheMark, CacheTtl } from '@onesoul/core/cache'
import { makeBlock } from '../request/wire-block.ts'
import { asRecord, asText, type JsonRecord } from './json.ts'

const TTLS: ReadonlySet<string> = new Set<CacheTtl>(['5m', '30m', '1h', '12h'])
/** Where a request carries what says that it is marked. */
const MARKERS: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint'])

/** Collects the blocks of a request body in the order in which a cache compares them. */
export class CacheDraft {
  readonly blocks: CacheBlock[] = []
  readonly owners: string[] = []
  readonly marks: CacheMark[] = []
  /** The life time of marks that name none. */
  readonly #usual: CacheTtl

  constructor(usual: CacheTtl) {
    this.#usual = usual
  }

  /** Adds one object of the body: its identity is its JSON as it stands there, without marks of its own. */
  add(value: unknown, owner: string, shape: Omit<CacheBlock, 'hash' | 'tokens'>): void {
    const record = asRecord(value)
    const isEmpty = shape.kind === 'text' && record['text'] === ''
    const facts = isEmpty ? { ...shape, markable: false } : shape
    this.blocks.push(makeBlock(value, facts, { reads: withoutMarkers(value) ?? null }).block)
    this.owners.push(owner)
    const marker = record['cache_control'] ?? record['prompt_cache_breakpoint']
    if (marker !== undefined && marker !== null) this.mark(this.blocks.length - 1, marker)
  }

  mark(index: number, marker: unknown): void {
    if (index < 0 || this.marks.some((mark) => mark.index === index)) return
    const wanted = asText(asRecord(marker)['ttl'])
    this.marks.push({ index, ttl: isTtl(wanted) ? wanted : this.#usual })
  }
}

function isTtl(value: string): value is CacheTtl {
  return TTLS.has(value)
}

function withoutMarkers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarkers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as JsonRecord)
      .filter(([key]) => !MARKERS.has(key))
      .map(([key, inner]) => [key, withoutMarkers(inner)]),
  )
}

/** Settings that a body names, each as its JSON. */
export function settingsOf(
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
