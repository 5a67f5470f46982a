import type { PlanReason } from './cache-plan.ts'
import { NAMES } from './choose-marks.ts'
import type { MadePlan } from './made-plan.ts'
import { count } from './words.ts'

/** Adds what was decided by the shape of the request and not by a choice: order, volatile blocks, marks, settings, misses. */
export function explainPlan(made: MadePlan): void {
  const { reasons } = made.state
  reasons.push(
    ...orderReasons(made),
    ...volatileReasons(made),
    ...markReasons(made),
    ...settingReasons(made),
    ...flightReasons(made),
    ...missReasons(made),
  )
}

/** Rule 1: what a narrower scope puts in front of a wider one ends what is shared. */
function orderReasons({ draft }: MadePlan): readonly PlanReason[] {
  const { layout, layers } = draft
  return layers
    .filter(({ layer }) => layer.scope === 'bot')
    .flatMap(({ layer }): readonly PlanReason[] => {
      const behind = layout.segments.find(
        (segment) =>
          segment.from === 'layer' && segment.layer === layer.id && segment.start >= layout.headEnd,
      )
      if (!behind) return []
      const tokens = draft.prefix.tokensTo(behind.end - 1) - draft.prefix.tokensTo(behind.start - 1)
      const text = `${layer.id} is the same for all sessions, but stands behind what is not: providers put tools in front of the system prompt, and both in front of messages`
      return [{ rule: 'R1', code: 'wide-behind-narrow', layer: layer.id, tokens, text }]
    })
}

function volatileReasons({ draft }: MadePlan): readonly PlanReason[] {
  const { layout, prefix } = draft
  const end = layout.blocks.length
  if (layout.volatileFrom === end) return []
  const tokens = prefix.tokensTo(end - 1) - prefix.tokensTo(layout.volatileFrom - 1)
  const text = `${count(tokens)} tokens are for this request alone: they stand last, behind every mark`
  return [{ rule: 'R3', code: 'volatile-last', tokens, text }]
}

function markReasons({ state, draft, marks, predicted }: MadePlan): readonly PlanReason[] {
  if (state.input.profile.mechanism === 'automatic') {
    return [
      {
        rule: 'R4',
        code: 'no-marks',
        text: 'This model is cached without marks: the order of the blocks and the key are all that counts',
      },
    ]
  }
  return marks.map(({ place, ttl, index }): PlanReason => {
    const tokens = draft.prefix.tokensTo(index)
    const does = index <= predicted.hit ? 'is read' : `is written for ${ttl}`
    return {
      rule: 'R4',
      code: 'mark',
      tokens,
      text: `The ${NAMES[place]}, ${count(tokens)} tokens in, ${does}`,
    }
  })
}

/** Rule 8. */
function settingReasons({ state, predicted }: MadePlan): readonly PlanReason[] {
  const { names, kept } = state.settingsChange
  if (names.length === 0) return []
  const tokens = predicted.usage.total - predicted.usage.read
  const left =
    kept === 'none'
      ? 'it has a cache of its own'
      : `of the cache the ${kept === 'tools' ? 'tools are' : 'system prompt is'} left`
  const text = `${names.join(', ')} changed, and ${left}: ${count(tokens)} tokens of this request are not read`
  return [{ rule: 'R8', code: 'settings-changed', tokens, text }]
}

function flightReasons({ draft, marks, predicted }: MadePlan): readonly PlanReason[] {
  const head = marks.find(({ place }) => place === 'head')
  if (!head || head.index <= predicted.hit) return []
  const tokens = draft.prefix.tokensTo(head.index)
  const text = `This request writes the ${count(tokens)} tokens that all sessions share: others with the same head should wait until its answer begins, 3 s at most`
  return [{ rule: 'R7', code: 'writes-head', tokens, text }]
}

function missReasons({ state }: MadePlan): readonly PlanReason[] {
  if (!state.isConservative) return []
  const text = `${state.session?.missed ?? 0} requests in a row were charged otherwise than predicted: everything is marked for the shortest time until one is as predicted`
  return [{ rule: 'R9', code: 'conservative', text }]
}
