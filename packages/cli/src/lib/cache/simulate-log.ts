import {
  type CacheLog,
  type CacheProfile,
  lowerBound,
  NAMED_STRATEGIES,
  type ReplayTotals,
  replayTurns,
  type StartStrategy,
  type TtlModel,
} from '@onesoul/core/cache'

/** What one way to mark requests would have cost. */
export interface SimulatedStrategy extends Omit<ReplayTotals, 'total' | 'requests'> {
  readonly strategy: string
  /** Of what nothing cached costs, from 0 to 1; below 0 where it costs more. */
  readonly saved: number
}

/** A log under every strategy. */
export interface SimulatedLog {
  readonly requests: number
  readonly sessions: number
  /** Of all requests together. */
  readonly tokens: number
  readonly strategies: readonly SimulatedStrategy[]
  readonly bound: { readonly cost: number; readonly saved: number }
}

/** Replays the requests of a log under each strategy, each from an empty cache. */
export function simulateLog(
  { turns }: CacheLog,
  profile: CacheProfile,
  ttlModel: TtlModel,
): SimulatedLog {
  const starts: readonly (readonly [string, StartStrategy])[] = Object.entries(NAMED_STRATEGIES)
  const { total: tokens, requests } = replayTurns(turns, { profile, start: NAMED_STRATEGIES.none })
  const savedBy = (cost: number): number => (tokens > 0 ? 1 - cost / tokens : 0)
  const bounds: number[] = []
  const strategies = starts.map(([strategy, start]): SimulatedStrategy => {
    const sent: { at: number; blocks: Parameters<typeof lowerBound>[0][number]['blocks'] }[] = []
    const {
      total,
      requests: _,
      ...totals
    } = replayTurns(
      turns,
      { profile, start },
      {
        ttlModel,
        onSent: ({ turn, request }) => sent.push({ at: turn.at, blocks: request.blocks }),
      },
    )
    bounds.push(lowerBound(sent, profile, { ttlModel }))
    return { strategy, saved: savedBy(totals.cost), ...totals }
  })
  const cost = Math.min(...bounds)
  const sessions = new Set(turns.map(({ names }) => names.session)).size
  return { requests, sessions, tokens, strategies, bound: { cost, saved: savedBy(cost) } }
}
