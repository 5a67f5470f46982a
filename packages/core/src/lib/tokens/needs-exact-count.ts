/**
 * Whether an estimate is so close to a limit that only an exact count can decide:
 * within 8 % of one of the edges (when to compact, the window, the least that a
 * cache takes). Everywhere else the estimate decides, and nobody is asked.
 */
export function needsExactCount(estimate: number, edges: readonly number[]): boolean {
  return edges.some((edge) => edge > 0 && Math.abs(estimate - edge) <= edge * WITHIN)
}

const WITHIN = 0.08
