import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl, CacheUsage, MarkedRequest } from '../model/cache-request.ts'
import { createPromptCache, type PromptCacheOptions } from '../simulate/prompt-cache.ts'
import type { PromptCache, SimulatedUsage } from '../simulate/simulated-usage.ts'
import type { StartStrategy, StrategyRequest } from './cache-strategy.ts'
import type { CacheTurn } from './cache-turn.ts'
import { settingsInBlocks } from './settings-in-blocks.ts'

export interface ReplayOptions extends PromptCacheOptions {
  /** Whether requests wait while another one writes what they share. Default: as the strategy says. */
  readonly singleFlight?: boolean
  /** Told of each request in the order in which they were sent. */
  readonly onSent?: (sent: SentRequest) => void
}

/** A request as it went out, when, and what it was charged. */
export interface SentRequest {
  readonly turn: CacheTurn
  readonly request: MarkedRequest
  readonly usage: SimulatedUsage
}

/** What all requests of a replay were charged together. */
export interface ReplayTotals extends CacheUsage {
  readonly requests: number
  /** Those that read something. */
  readonly hits: number
}

interface Departure {
  readonly at: number
  readonly turn: CacheTurn
  readonly request: StrategyRequest
}

/**
 * Sends turns through a strategy to simulated caches, one per model, workspace and route, in the order in which the
 * requests start. Turns are taken in the order of their times, those of one time in the order given.
 */
export function replayTurns(
  turns: readonly CacheTurn[],
  { profile, start }: { readonly profile: CacheProfile; readonly start: StartStrategy },
  options: ReplayOptions = {},
): ReplayTotals {
  const { ttft = 1.5, singleFlight = true, onSent } = options
  const strategy = start(profile)
  const caches = new Map<string, PromptCache>()
  const flights = new Map<string, number>()
  const held: Departure[] = []
  let totals = NOTHING

  const depart = ({ at, turn, request }: Departure): void => {
    const { blocks, marks, markedOnly = false, observe } = request
    const sent = { at, blocks: settingsInBlocks(blocks, turn.settings), marks, markedOnly }
    const usage = cacheOf(turn).send(sent)
    observe?.(usage)
    onSent?.({ turn, request: sent, usage })
    totals = added(totals, usage)
  }
  const cacheOf = ({ settings = {} }: CacheTurn): PromptCache => {
    const key = JSON.stringify([settings.model, settings.workspace, settings.route])
    const cache = caches.get(key) ?? createPromptCache(profile, options)
    caches.set(key, cache)
    return cache
  }
  const release = (until: number): void => {
    for (let next = held[0]; next && next.at <= until; next = held[0]) {
      held.shift()
      depart(next)
    }
  }

  for (const turn of turns.toSorted((one, other) => one.at - other.at)) {
    release(turn.at)
    const request = strategy(turn)
    const flight = singleFlight ? request.flight : undefined
    const landed = flight ? (flights.get(flight.key) ?? turn.at) : turn.at
    if (landed > turn.at) insert(held, { at: landed, turn, request })
    else depart({ at: turn.at, turn, request })
    if (flight?.writes && landed <= turn.at) flights.set(flight.key, turn.at + ttft)
  }
  release(Number.POSITIVE_INFINITY)
  return totals
}

/** Departures of one time keep the order in which they came. */
function insert(held: Departure[], departure: Departure): void {
  const behind = held.findLastIndex(({ at }) => at <= departure.at)
  held.splice(behind + 1, 0, departure)
}

const NOTHING: ReplayTotals = {
  requests: 0,
  hits: 0,
  read: 0,
  written: {},
  plain: 0,
  total: 0,
  cost: 0,
}

function added(totals: ReplayTotals, usage: SimulatedUsage): ReplayTotals {
  const written: Partial<Record<CacheTtl, number>> = { ...totals.written }
  for (const [ttl, tokens] of Object.entries(usage.written) as [CacheTtl, number][]) {
    written[ttl] = (written[ttl] ?? 0) + tokens
  }
  return {
    requests: totals.requests + 1,
    hits: totals.hits + (usage.hit >= 0 ? 1 : 0),
    read: totals.read + usage.read,
    written,
    plain: totals.plain + usage.plain,
    total: totals.total + usage.total,
    cost: totals.cost + usage.cost,
  }
}
