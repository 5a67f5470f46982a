import type { CacheBlock } from '../model/cache-block.ts'
import type { CacheTurn } from './cache-turn.ts'

/** A request as most programs build it: everything as it is now, what changes every turn at the end of the system prompt. */
export interface LiveRequest {
  readonly blocks: readonly CacheBlock[]
  /** Position of the last tool, -1 without tools; of the last block of the system prompt. */
  readonly toolsEnd: number
  readonly systemEnd: number
  /** Position of the last block that all sessions of the bot have. */
  readonly sharedEnds: readonly number[]
}

/** Builds it; `merged` makes one block of the system prompt. */
export function liveRequest(
  { layers, history, volatile = [] }: CacheTurn,
  { merged = false }: { readonly merged?: boolean } = {},
): LiveRequest {
  const blocksOf = (part: CacheBlock['part']) =>
    layers.map(({ scope, current }) => ({
      scope,
      blocks: current.blocks.filter((block) => block.part === part),
    }))
  const tools = blocksOf('tools').flatMap(({ blocks }) => blocks)
  const asked = volatile.map((block): CacheBlock => ({ ...block, part: 'system' }))
  const layered = blocksOf('system').filter(({ blocks }) => blocks.length > 0)
  const parts = [...layered.flatMap(({ blocks }) => blocks), ...asked]
  const system = merged && parts.length > 0 ? [mergedBlock(parts)] : parts
  let end = tools.length - 1
  const sharedEnds = layered.flatMap(({ scope, blocks }) => {
    end += blocks.length
    return scope === 'bot' ? [end] : []
  })
  return {
    blocks: [...tools, ...system, ...history],
    toolsEnd: tools.length - 1,
    systemEnd: tools.length + system.length - 1,
    sharedEnds: merged ? [] : sharedEnds,
  }
}

function mergedBlock(parts: readonly CacheBlock[]): CacheBlock {
  return {
    hash: parts.map(({ hash }) => hash).join('\n'),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    part: 'system',
    kind: 'text',
  }
}

/** Positions of the last markable block of each message, from the first to the last; a message is a run of one role. */
export function messageEnds(blocks: readonly CacheBlock[], from: number): readonly number[] {
  const ends: number[] = []
  let last = -1
  for (let at = from; at < blocks.length; at++) {
    if (blocks[at]?.markable !== false) last = at
    const closes = blocks[at + 1]?.role !== blocks[at]?.role || at + 1 === blocks.length
    if (closes && last >= 0) ends.push(last)
    if (closes) last = -1
  }
  return ends
}
