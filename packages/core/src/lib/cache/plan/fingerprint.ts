import type { CacheBlock, CacheBlockKind, CachePart } from '../model/cache-block.ts'

/** Of hashes longer than twice this, so many characters from either end count: hashes are spread evenly. */
const ENDS = 12

/** Two lanes of 32 bits: enough to tell prefixes of one bot apart, not to withstand anyone who makes two alike. */
interface Lanes {
  a: number
  b: number
}

const start = (): Lanes => ({ a: 0x811c9dc5, b: 0x9e3779b9 })

function add(lanes: Lanes, text: string): void {
  const { length } = text
  const skipFrom = length > 2 * ENDS ? ENDS : length
  let a = Math.imul(lanes.a ^ length, 0x01000193)
  let b = Math.imul(lanes.b ^ length, 0x5bd1e995)
  for (let index = 0; index < length; index++) {
    if (index === skipFrom) index = length - ENDS
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code ^ (b >>> 13), 0x5bd1e995)
  }
  lanes.a = a
  lanes.b = b
}

/** 52 bits as at most 11 characters. */
function spell(a: number, b: number): string {
  return ((a >>> 0) * 0x100000 + ((b ^ (b >>> 15)) >>> 12)).toString(36)
}

/** A short identity of a text. */
export function fingerprint(text: string): string {
  const lanes = start()
  add(lanes, text)
  return spell(lanes.a, lanes.b)
}

/** A prefix of a request at every of its blocks. */
export interface Prefix {
  /** Tokens up to a block's end; 0 before the first. */
  readonly tokensTo: (block: number) => number
  /** Position of a block as a look-back counts. */
  readonly positionOf: (block: number) => number
  /** Identity of all blocks up to one. */
  readonly fingerprintAt: (block: number) => string
}

const RUNS: ReadonlySet<CacheBlockKind> = new Set(['tool_use', 'tool_result'])

/** What is part of a prefix beside its blocks, from the first block, of the system prompt and of the messages on. */
export interface PrefixSalts {
  readonly tools: string
  readonly system: string
  readonly messages: string
}

const PARTS: readonly CachePart[] = ['tools', 'system', 'messages']

/** Reads every block once. */
export function walkPrefix(
  blocks: readonly CacheBlock[],
  collapsesRuns: boolean,
  salts: PrefixSalts | null = null,
): Prefix {
  const lanes = start()
  const marks = new Int32Array(blocks.length * 2)
  const ends = new Float64Array(blocks.length)
  const positions = new Int32Array(blocks.length)
  let tokens = 0
  let position = -1
  let before: CacheBlock | undefined
  let index = 0
  let salted = 0
  for (const block of blocks) {
    while (salts && salted < PARTS.length && salted <= PARTS.indexOf(block.part))
      add(lanes, salts[PARTS[salted++] ?? 'tools'])
    add(lanes, block.hash)
    tokens += block.tokens
    const { kind, role } = block
    const isRun = collapsesRuns && before?.kind === kind && RUNS.has(kind) && before.role === role
    if (!isRun) position++
    marks[2 * index] = lanes.a
    marks[2 * index + 1] = lanes.b
    ends[index] = tokens
    positions[index] = position
    before = block
    index++
  }
  return {
    tokensTo: (block) => ends[block] ?? 0,
    positionOf: (block) => positions[block] ?? -1,
    fingerprintAt: (block) => spell(marks[2 * block] ?? 0, marks[2 * block + 1] ?? 0),
  }
}
