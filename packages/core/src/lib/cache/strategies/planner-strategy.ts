import type { CacheProfile } from '../model/cache-profile.ts'
import type { CachePlan } from '../plan/cache-plan.ts'
import { emptyGapModel, type GapModel, observeSessionEnd } from '../plan/gap-model.ts'
import type { HeadLedger } from '../plan/head-ledger.ts'
import { observeUsage } from '../plan/observe-usage.ts'
import { planCache } from '../plan/plan-cache.ts'
import type { SessionLedger } from '../plan/session-ledger.ts'
import type { CacheStrategy } from './cache-strategy.ts'
import type { CacheTurn } from './cache-turn.ts'

export interface PlannerStrategyOptions {
  /** Seconds of silence after which a session counts as ended. Default: 2 hours, twice the longest life. */
  readonly endsAfter?: number
  /** Told of each plan. */
  readonly onPlan?: (plan: CachePlan, turn: CacheTurn) => void
}

interface KnownSession {
  readonly ledger: SessionLedger
  readonly at: number
  readonly channel: string
}

/** The planner with what it remembers of sessions, bots and gaps, as a program would keep it. */
export function plannerStrategy(
  profile: CacheProfile,
  { endsAfter = 7_200, onPlan }: PlannerStrategyOptions = {},
): CacheStrategy {
  const sessions = new Map<string, KnownSession>()
  const heads = new Map<string, HeadLedger>()
  let gaps: GapModel = emptyGapModel()

  /** The ones that are silent the longest stand first. */
  const endSilent = (now: number): void => {
    for (const [name, { ledger, at, channel }] of sessions) {
      if (now - at <= endsAfter) return
      gaps = observeSessionEnd(gaps, channel, ledger.requests)
      sessions.delete(name)
    }
  }
  const keep = ({ at, names }: CacheTurn, ledger: SessionLedger): void => {
    sessions.delete(names.session)
    sessions.set(names.session, { ledger, at, channel: names.channel })
  }

  return (turn) => {
    const { session, bot } = turn.names
    endSilent(turn.at)
    const known = sessions.get(session)?.ledger
    const head = heads.get(bot)
    const plan = planCache({
      ...turn,
      profile,
      gaps,
      ...(known ? { session: known } : {}),
      ...(head ? { head } : {}),
    })
    gaps = plan.next.gaps
    heads.set(bot, plan.next.head)
    keep(turn, plan.next.session)
    onPlan?.(plan, turn)
    return {
      blocks: plan.blocks,
      marks: plan.marks,
      markedOnly: plan.markedOnly,
      flight: plan.flight,
      observe: (usage) => {
        if (sessions.get(session)?.ledger !== plan.next.session) return
        keep(turn, observeUsage(plan, usage).session)
      },
    }
  }
}
