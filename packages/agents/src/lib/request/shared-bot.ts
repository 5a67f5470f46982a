import {
  type CachePlan,
  enterFlight,
  type Flights,
  type GapModel,
  type HeadLedger,
  landFlight,
  NO_FLIGHTS,
  readGapModel,
  readHeadLedger,
} from '@onesoul/core/cache'

/** What the sessions of a bot learned together: JSON as it is, to be stored with the bot. */
export interface SharedBotState {
  readonly head?: HeadLedger
  readonly gaps?: GapModel
}

/** What the sessions of one bot in one process share: what they learned, and who writes their head. */
export interface SharedBot {
  readonly state: () => SharedBotState
  /** What an answered request taught. */
  readonly learn: (next: CachePlan['next']) => void
  /** Asks to start a request; a promise when another one writes the same head: ask again with a new plan then. */
  readonly enter: (plan: CachePlan, at: number) => Promise<void> | null
  /** The request's answer began, or failed. */
  readonly land: (plan: CachePlan) => void
}

/**
 * Lets the sessions of a bot learn from each other, and keeps requests that begin
 * alike from writing the same head at once: one writes, the others wait until its
 * answer begins, three seconds at most, and read.
 *
 * @param stored `state()` of an earlier process; what cannot be read counts as none
 */
export function createSharedBot(stored?: unknown): SharedBot {
  let known = readSharedState(stored)
  let flights: Flights = NO_FLIGHTS
  const waiting = new Map<string, Set<() => void>>()
  return {
    state: () => known,
    learn({ head, gaps }) {
      known = { head, gaps }
    },
    enter(plan, at) {
      const decision = enterFlight(flights, plan, at)
      flights = decision.flights
      if (decision.waitUntil === null) return null
      const { key } = plan.flight
      const others = waiting.get(key) ?? new Set()
      waiting.set(key, others)
      const ms = Math.max(0, decision.waitUntil - at) * 1000
      return new Promise((done) => {
        const go = (): void => {
          clearTimeout(timer)
          others.delete(go)
          done()
        }
        const timer = setTimeout(go, ms)
        others.add(go)
      })
    },
    land(plan) {
      if (!plan.flight.writes) return
      flights = landFlight(flights, plan)
      for (const go of [...(waiting.get(plan.flight.key) ?? [])]) go()
      waiting.delete(plan.flight.key)
    },
  }
}

function readSharedState(stored: unknown): SharedBotState {
  if (typeof stored !== 'object' || stored === null) return {}
  const head = 'head' in stored ? readHeadLedger(stored.head) : null
  const gaps = 'gaps' in stored ? readGapModel(stored.gaps) : null
  return { ...(head && { head }), ...(gaps && { gaps }) }
}
