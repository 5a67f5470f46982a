import { createLineIndex } from '../../text/line-index.ts'
import { CAPABILITIES, capabilitiesOf } from './capabilities.ts'
import type { ChangeReview, ReviewOptions } from './change-review.ts'
import { compareSegments, createRecutTest } from './compare-segments.ts'
import { countLimits } from './find-imperative.ts'
import { findResembling } from './find-resembling.ts'
import { createJudge, hostsOf } from './judge-addition.ts'
import { readSegments } from './read-segments.ts'
import type { Segment } from './segment.ts'

/**
 * Says what a change brings in: the sentences and lines of code that the text of
 * before does not hold, wherever they stand and however lines are broken, with the
 * orders, commands, hosts and capabilities in them. An empty `before` makes
 * everything an addition. Deterministic, linear but for a bounded comparison.
 */
export function reviewChange(
  before: string,
  after: string,
  options: ReviewOptions = {},
): ChangeReview {
  const { style = 'markdown', findings = [] } = options
  const old = readSegments(before, style)
  const { added, removed } = compareSegments(old, readSegments(after, style))
  const had = {
    capabilities: new Set(old.flatMap((one) => capabilitiesOf(one.text))),
    hosts: hostsOf(before),
  }
  const resembling = findResembling(added, removed)
  const judge = createJudge({ after, had, findings })
  const isRecut = createRecutTest(removed)
  const judged = added.map((segment, index) =>
    judge(segment, { was: resembling[index] ?? null, isRecut: isRecut(segment) }),
  )
  const index = createLineIndex(before)
  const successors = new Map(resembling.map((one, at) => [one, added[at]]))
  const lifted = removed
    .filter((one) => losesLimits(one, successors.get(one)))
    .map(({ text, start }) => ({ text, line: index.position(start).line }))
  const additions = [...judged].sort(
    (a, b) => b.weight - a.weight || a.line - b.line || a.column - b.column,
  )
  const shown = new Set(additions.flatMap((one) => one.capabilities))
  return {
    additions,
    lifted,
    newCapabilities: CAPABILITIES.filter((one) => shown.has(one) && !had.capabilities.has(one)),
    newHosts: [...new Set(additions.flatMap((one) => one.newHosts))],
  }
}

/** A sentence that forbade or excepted is gone, or was edited into one that does so less. */
function losesLimits(removed: Segment, successor: Segment | undefined): boolean {
  const limits = countLimits(removed.text)
  return limits > 0 && (successor === undefined || countLimits(successor.text) < limits)
}
