import type { CacheBlock } from '../model/cache-block.ts'
import type { CacheLayer, LayerVersion } from '../plan/plan-input.ts'
import type { CacheTurn } from './cache-turn.ts'

/** A request in the order that caches can use: shared parts first, changes appended, what is of this turn at the end. */
export interface LayeredRequest {
  readonly blocks: readonly CacheBlock[]
  /** Position of the last block that the bot's sessions share, and of the last one of the head; -1 without. */
  readonly sharedEnd: number
  readonly headEnd: number
  /** Position of the last request's tail as far as it is still there, else -1. */
  readonly previousTail: number
  /** Position of the last block that the next request will have too. */
  readonly tail: number
  /** Whether nothing of the conversation was warm: the head is the current one. */
  readonly cold: boolean
}

interface Memory {
  at: number
  pinned: Map<string, LayerVersion>
  told: Map<string, string>
  changes: readonly (readonly [after: number, block: CacheBlock])[]
  tails: readonly (readonly [length: number, hash: string])[]
}

const WIDTH: Readonly<Record<CacheLayer['scope'], number>> = {
  bot: 0,
  tenant: 1,
  user: 2,
  session: 3,
}
const PARTS: Readonly<Record<CacheBlock['part'], number>> = { tools: 0, system: 1, messages: 2 }

/** Composes the requests of sessions, each by what it remembers of the ones before; cold after so many seconds. */
export function createLayeredComposer(coldAfter: number): (turn: CacheTurn) => LayeredRequest {
  const sessions = new Map<string, Memory>()
  return (turn) => {
    const known = sessions.get(turn.names.session)
    const tails = (known?.tails ?? []).filter(
      ([length, hash]) => turn.history[length - 1]?.hash === hash,
    )
    const isCold = !known || turn.at - known.at > coldAfter || tails.length === 0
    const memory = isCold ? restarted(turn) : followed(known, turn)
    const asksForSummary = turn.hint?.kind === 'compaction'
    const kept = turn.history.length - (asksForSummary ? 1 : 0)
    const tail = turn.history[kept - 1]
    sessions.set(turn.names.session, {
      ...memory,
      tails: asksForSummary || !tail ? tails : [...tails, [kept, tail.hash]],
    })
    return { ...arrange(turn, memory, { kept, previous: tails.at(-1)?.[0] ?? 0 }), cold: isCold }
  }
}

function restarted({ at, layers }: CacheTurn): Memory {
  return {
    at,
    pinned: new Map(layers.map(({ id, current }) => [id, current])),
    told: new Map(layers.map(({ id, current }) => [id, current.version])),
    changes: [],
    tails: [],
  }
}

/** A layer that changed is told of in front of the newest block; one whose change has no words is sent anew. */
function followed(known: Memory, { at, layers, history }: CacheTurn): Memory {
  const pinned = new Map(known.pinned)
  const told = new Map(known.told)
  const added: (readonly [number, CacheBlock])[] = []
  for (const { id, current, changes = [] } of layers) {
    if (told.get(id) === current.version) continue
    told.set(id, current.version)
    const change = changes.find(({ to }) => to === current.version)
    if (change) added.push([history.length - 1, change.block])
    else pinned.set(id, current)
  }
  return { ...known, at, pinned, told, changes: [...known.changes, ...added] }
}

function arrange(
  { layers, history, volatile = [] }: CacheTurn,
  { pinned, changes }: Memory,
  { kept, previous }: { readonly kept: number; readonly previous: number },
): Omit<LayeredRequest, 'cold'> {
  const head = layers
    .flatMap(({ id, scope, current }) =>
      (pinned.get(id) ?? current).blocks.map((block) => ({ scope, block })),
    )
    .toSorted(
      (one, other) =>
        PARTS[one.block.part] - PARTS[other.block.part] || WIDTH[one.scope] - WIDTH[other.scope],
    )
  const blocks = head.map(({ block }) => block)
  const places = { previousTail: -1, tail: blocks.length - 1 }
  for (const [index, block] of history.entries()) {
    for (const [after, change] of changes) if (after === index) blocks.push(change)
    blocks.push(block)
    if (index === previous - 1) places.previousTail = blocks.length - 1
    if (index === kept - 1) places.tail = blocks.length - 1
  }
  return {
    blocks: [...blocks, ...volatile],
    sharedEnd: head.findLastIndex(({ scope }) => scope === 'bot'),
    headEnd: head.length - 1,
    ...places,
  }
}
