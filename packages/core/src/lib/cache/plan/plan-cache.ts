import { cacheKeyOf } from './cache-key.ts'
import type { CachePlan } from './cache-plan.ts'
import { chooseLives } from './choose-lives.ts'
import { chooseMarks } from './choose-marks.ts'
import { explainPlan } from './explain-plan.ts'
import { flightOf } from './flight-of.ts'
import { keepAliveOf } from './keep-alive.ts'
import { nextLedgers } from './next-ledgers.ts'
import { pinLayers, toldChanges } from './pin-layers.ts'
import type { PlanInput } from './plan-input.ts'
import { draftOf, openState } from './plan-state.ts'
import { predictUsage } from './predict-usage.ts'
import { settleChanges } from './settle-changes.ts'

/**
 * Orders a request and marks it so that it, and those that are expected after it, cost least: a pure function, the same
 * plan for the same input. Ledgers and a gap model that cannot be read count as none. Reads every block once.
 */
export function planCache(input: PlanInput): CachePlan {
  const state = openState(input)
  const pinned = pinLayers(input.layers, state.session)
  const draft = settleChanges(
    state,
    draftOf(state, pinned, toldChanges(input.layers, state.session)),
  )
  const lives = chooseLives(state, draft)
  const marks = chooseMarks({ state, draft, lives })
  const { blocks, segments, volatileFrom } = draft.layout
  const markedOnly = input.profile.mechanism === 'both' && !state.isConservative
  const predicted = predictUsage({
    profile: input.profile,
    prefix: draft.prefix,
    length: blocks.length,
    alive: draft.known.alive,
    at: input.at,
    marks,
    markedOnly,
  })
  const made = { state, draft, marks, predicted }
  const { cacheKey, shard } = cacheKeyOf(made)
  const keepAlive = keepAliveOf(made)
  explainPlan(made)
  return {
    blocks,
    segments,
    marks,
    markedOnly,
    volatileFrom,
    cacheKey,
    predicted: predicted.usage,
    reasons: state.reasons,
    flight: flightOf(made),
    ...(keepAlive ? { keepAlive } : {}),
    next: nextLedgers(made, shard),
  }
}
