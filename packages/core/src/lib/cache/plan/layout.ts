import type { CacheBlock, CachePart, CacheScope } from '../model/cache-block.ts'
import type { PlanSegment } from './cache-plan.ts'
import type { CacheLayer, LayerChange, LayerVersion } from './plan-input.ts'

/** A layer, the version of it that is sent, and where it came to stand. */
export interface SentLayer {
  readonly layer: CacheLayer
  readonly sent: LayerVersion
}

/** A change, and the number of history blocks in front of it. */
export interface PlacedChange {
  readonly layer: string
  readonly change: LayerChange
  readonly after: number
}

/** What is laid out. */
export interface LayoutParts {
  readonly layers: readonly SentLayer[]
  readonly history: readonly CacheBlock[]
  readonly changes: readonly PlacedChange[]
  readonly volatile: readonly CacheBlock[]
}

/** A request in its order, without marks. */
export interface Layout {
  readonly blocks: readonly CacheBlock[]
  readonly segments: readonly PlanSegment[]
  /** Blocks in front of the first that only a tenant, a user or a session has. */
  readonly headEnd: number
  /** Blocks in front of the first that only a user or a session has. */
  readonly tenantEnd: number
  /** Blocks in front of the first that only a session has. */
  readonly userEnd: number
  /** Blocks of all layers that stand in front of the history. */
  readonly layersEnd: number
  readonly volatileFrom: number
}

const PARTS: readonly CachePart[] = ['tools', 'system', 'messages']
const WIDTH: Readonly<Record<CacheScope, number>> = {
  bot: 0,
  tenant: 1,
  user: 2,
  session: 3,
  turn: 4,
}

/** Layers with the widest scope first; equal ones stay in their order. */
export function byScope(layers: readonly CacheLayer[]): readonly CacheLayer[] {
  return layers.toSorted((one, other) => WIDTH[one.scope] - WIDTH[other.scope])
}

/** Tools, system prompt, messages, each from its widest layer to its narrowest; then what is for this request alone. */
export function layOut({ layers, history, changes, volatile }: LayoutParts): Layout {
  const draft = new Draft()
  for (const part of PARTS) for (const sent of layers) draft.addLayer(sent, part)
  const layersEnd = draft.blocks.length
  let from = 0
  for (const { layer, change, after } of changes) {
    draft.addRun({ from: 'history', offset: from }, history, after)
    from = Math.max(from, after)
    draft.addRun({ from: 'change', layer, version: change.to, offset: 0 }, [change.block], 1)
  }
  draft.addRun({ from: 'history', offset: from }, history, history.length)
  const volatileFrom = draft.blocks.length
  draft.addRun({ from: 'volatile', offset: 0 }, volatile, volatile.length)
  const [headEnd = 0, tenantEnd = 0, userEnd = 0] = draft.ends
  const { blocks, segments } = draft
  return { blocks, segments, headEnd, tenantEnd, userEnd, layersEnd, volatileFrom }
}

class Draft {
  readonly blocks: CacheBlock[] = []
  readonly segments: PlanSegment[] = []
  /** Where the shared prefix of each scope ends; grows until a narrower layer came. */
  readonly ends: [number, number, number] = [0, 0, 0]
  #narrowest = 0

  addLayer({ layer, sent }: SentLayer, part: CachePart): void {
    const isWhole = sent.blocks.every((block) => block.part === part)
    const blocks = isWhole ? sent.blocks : sent.blocks.filter((block) => block.part === part)
    if (blocks.length === 0) return
    const version = sent.version
    this.addRun({ from: 'layer', layer: layer.id, version, offset: 0 }, blocks, blocks.length)
    this.#narrowest = Math.max(this.#narrowest, WIDTH[layer.scope])
    for (let width = this.#narrowest; width < this.ends.length; width++) {
      this.ends[width as 0 | 1 | 2] = this.blocks.length
    }
  }

  addRun(
    origin: Omit<PlanSegment, 'start' | 'end'>,
    blocks: readonly CacheBlock[],
    until: number,
  ): void {
    const start = this.blocks.length
    for (let at = origin.offset; at < until; at++) {
      const block = blocks[at]
      if (block) this.blocks.push(block)
    }
    const end = this.blocks.length
    if (end > start) this.segments.push({ ...origin, start, end })
  }
}

/**
 * Where a change is told: in front of the words of the newest message, but behind the results of tools, which must
 * follow their calls; else at the end.
 */
export function placeOfChange(history: readonly CacheBlock[], newFrom: number): number {
  let at = history.length
  while (at > newFrom && isWords(history[at - 1])) at--
  return at < history.length && history[at - 1]?.kind !== 'tool_use' ? at : history.length
}

function isWords(block: CacheBlock | undefined): boolean {
  const { role, kind } = block ?? {}
  return role === 'user' && (kind === 'text' || kind === 'image' || kind === 'document')
}
