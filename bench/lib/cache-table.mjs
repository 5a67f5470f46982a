import { findCacheProfile, lowerBound, NAMED_STRATEGIES, replayTurns } from '@onesoul/core/cache'

/** The turns of every seed, and the profile that they are sent under. */
export function openWorkload(workload, override = {}) {
  const { value, diagnostics } = findCacheProfile(...(override.model ?? workload.model))
  if (diagnostics.length > 0) throw new Error(diagnostics[0].message)
  const profile = { ...value, ...override.profile }
  return { ...workload, profile, runs: workload.seeds.map((seed) => workload.turns(seed)) }
}

/** What a strategy costs on a workload, all seeds together. */
export function costOf({ profile, runs }, start, options) {
  const totals = runs.map((turns) => replayTurns(turns, { profile, start }, options))
  return sum(totals.map(({ cost }) => cost))
}

/** What the workload costs when nothing is cached. */
export function plainCost({ profile, runs }) {
  const start = NAMED_STRATEGIES.none
  return sum(runs.map((turns) => replayTurns(turns, { profile, start }).total))
}

/** What its blocks cost at least, in the cheapest order that a strategy here sends them in. */
export function boundOf({ profile, runs }, starts, options = {}) {
  const boundOfRun = (turns, start) => {
    const requests = []
    const onSent = ({ turn, request }) => requests.push({ at: turn.at, blocks: request.blocks })
    replayTurns(turns, { profile, start }, { ...options, singleFlight: false, onSent })
    return lowerBound(requests, profile, options)
  }
  return sum(runs.map((turns) => Math.min(...starts.map((start) => boundOfRun(turns, start)))))
}

export const saved = (cost, plain) => 100 * (1 - cost / plain)

export const mean = (values) => sum(values) / values.length

export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** What a strategy pays more for heads of an hour than heads of 5 minutes would have cost to write. */
export function headPremium({ profile, runs }, start, options = {}) {
  const more = (profile.write['1h'] ?? 0) - (profile.write['5m'] ?? 0)
  let tokens = 0
  const onSent = ({ request, usage }) => {
    const head = request.marks.find(({ place }) => place === 'head')
    if (head?.ttl !== '1h' || !usage.written['1h']) return
    const end = sum(request.blocks.slice(0, head.index + 1).map((block) => block.tokens))
    tokens += Math.max(0, end - usage.read)
  }
  for (const turns of runs) replayTurns(turns, { profile, start }, { ...options, onSent })
  return tokens * more
}
