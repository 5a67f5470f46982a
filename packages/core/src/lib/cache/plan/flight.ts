import type { CachePlan } from './cache-plan.ts'

/** Heads that are being written: until when others wait for each. A value; JSON as it is. */
export type Flights = Readonly<Record<string, number>>

/** Nobody writes a head. */
export const NO_FLIGHTS: Flights = {}

/** Longest wait for a head that another request writes, in seconds. */
export const LONGEST_HOLD = 3

/** Whether a request may start. */
export interface FlightDecision {
  readonly flights: Flights
  /** When to ask again at the latest; null: start now. Ask earlier when the writer landed. */
  readonly waitUntil: number | null
}

/**
 * Asks for a plan's request to start. The first one that writes a head starts at once, and others with the same head wait
 * until its answer begins (`landFlight`) or for 3 seconds, whether they expect to write it too or believe it written: a
 * provider lets nobody read what is still being written. Time comes in as an argument, in seconds on one clock.
 */
export function enterFlight(
  flights: Flights,
  { flight }: Pick<CachePlan, 'flight'>,
  at: number,
): FlightDecision {
  const open = openFlights(flights, at)
  const until = Object.hasOwn(open, flight.key) ? open[flight.key] : undefined
  if (until !== undefined) return { flights: open, waitUntil: until }
  if (!flight.writes) return { flights: open, waitUntil: null }
  return { flights: { ...open, [flight.key]: at + LONGEST_HOLD }, waitUntil: null }
}

/** The writer's answer began, or failed: those that wait ask again, and one of them writes if nobody did. */
export function landFlight(flights: Flights, { flight }: Pick<CachePlan, 'flight'>): Flights {
  const { [flight.key]: _landed, ...others } = flights
  return others
}

function openFlights(flights: Flights, at: number): Flights {
  return Object.fromEntries(Object.entries(flights).filter(([, until]) => at < until))
}
