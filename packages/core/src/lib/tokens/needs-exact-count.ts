/**
 * Whether an estimate is so close to a limit that only an exact count can decide:
 * within 8 % of one of the edges (when to compact, the window, the least that a
 * cache takes). Everywhere else the estimate decides, and nobody is asked.
 *
 * @param guessed tokens of the estimate that no provider counted yet: closer to an
 * edge than these may be off. Default: all.
 */
export function needsExactCount(
  estimate: number,
  edges: readonly number[],
  { guessed = Number.POSITIVE_INFINITY }: { readonly guessed?: number } = {},
): boolean {
  const most = guessed * GUESS_ERROR
  return edges.some(
    (edge) => edge > 0 && Math.abs(estimate - edge) <= Math.min(edge * WITHIN, most),
  )
}

const WITHIN = 0.08

/** As far as an estimate is off at most where the kind of text is known; see `estimateTokens`. */
const GUESS_ERROR = 0.35
