/** Between two places of a list. */
export interface WeightedEdge {
  readonly from: number
  readonly to: number
  /** More than 0. */
  readonly weight: number
}

const DAMPING = 0.85
const MAX_ROUNDS = 60
const CLOSE_ENOUGH = 1e-8

/**
 * The ranks of nodes 0 to `count` − 1 by power iteration (Page and Brin 1998,
 * damping 0.85): together 1. What a node without edges has is spread over all.
 * Sums are made in the order of `edges`, so that the same list gives the same bits.
 */
export function rankNodes(count: number, edges: readonly WeightedEdge[]): readonly number[] {
  const out = new Float64Array(count)
  for (const { from, weight } of edges) out[from] = (out[from] ?? 0) + weight
  let ranks = new Float64Array(count).fill(1 / count)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = nextRanks(ranks, { out, edges })
    const change = next.reduce((sum, rank, place) => sum + Math.abs(rank - (ranks[place] ?? 0)), 0)
    ranks = next
    if (change < CLOSE_ENOUGH) break
  }
  return [...ranks]
}

interface Flow {
  readonly out: Float64Array
  readonly edges: readonly WeightedEdge[]
}

function nextRanks(ranks: Float64Array, { out, edges }: Flow): Float64Array<ArrayBuffer> {
  const idle = ranks.reduce((sum, rank, place) => (out[place] === 0 ? sum + rank : sum), 0)
  const base = (1 - DAMPING + DAMPING * idle) / ranks.length
  const next = new Float64Array(ranks.length).fill(base)
  for (const { from, to, weight } of edges) {
    const flow = (DAMPING * (ranks[from] ?? 0) * weight) / (out[from] ?? 1)
    next[to] = (next[to] ?? 0) + flow
  }
  return next
}
