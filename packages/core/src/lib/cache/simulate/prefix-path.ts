import type { CacheBlock, CacheBlockKind } from '../model/cache-block.ts'

/** A prefix that some request had; two requests share a node exactly when all their blocks up to it have the same hashes. */
export interface PrefixNode<Entry> {
  readonly next: Map<string, PrefixNode<Entry>>
  entry: Entry | null
}

export function prefixRoot<Entry>(): PrefixNode<Entry> {
  return { next: new Map(), entry: null }
}

/** Of each block of a request: its prefix, the tokens up to its end, and its position as a look-back counts. */
export interface PrefixPath<Entry> {
  readonly nodes: readonly PrefixNode<Entry>[]
  readonly ends: readonly number[]
  readonly positions: readonly number[]
  readonly total: number
}

/** Follows a request from the root and adds the nodes that are new; linear in its blocks. */
export function followPrefix<Entry>(
  root: PrefixNode<Entry>,
  blocks: readonly CacheBlock[],
  collapsesRuns: boolean,
): PrefixPath<Entry> {
  const nodes: PrefixNode<Entry>[] = []
  const ends: number[] = []
  const positions: number[] = []
  let node = root
  let total = 0
  let position = -1
  let previous: CacheBlock | undefined
  for (const block of blocks) {
    node = childOf(node, block.hash)
    total += block.tokens
    if (!(collapsesRuns && continuesRun(previous, block))) position++
    nodes.push(node)
    ends.push(total)
    positions.push(position)
    previous = block
  }
  return { nodes, ends, positions, total }
}

function childOf<Entry>(node: PrefixNode<Entry>, hash: string): PrefixNode<Entry> {
  const known = node.next.get(hash)
  if (known) return known
  const added = prefixRoot<Entry>()
  node.next.set(hash, added)
  return added
}

const RUNS: ReadonlySet<CacheBlockKind> = new Set(['tool_use', 'tool_result'])

function continuesRun(previous: CacheBlock | undefined, { kind, role }: CacheBlock): boolean {
  return RUNS.has(kind) && previous?.kind === kind && previous.role === role
}
