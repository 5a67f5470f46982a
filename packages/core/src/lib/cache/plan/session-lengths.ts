import { countsOf, type GapModel, LONGEST_SESSION } from './gap-model.ts'

/** Requests ahead that a decision looks at; what comes later changes none. */
const HORIZON = 96
/** Before a session of a channel has ended: the longer one lasted, the longer it will last. */
const endsAt = (requests: number): number => 2 / (requests + 20)
/** What that weighs beside ended sessions. */
const PRIOR_SESSIONS = 3

/** How likely a session goes on. */
export interface Outlook {
  /** At position i: the chance that, i requests from now, another one follows. */
  readonly goesOn: readonly number[]
  /** Requests that are still expected after this one. */
  readonly expected: number
}

/** No request follows. */
export const NOTHING_FOLLOWS: Outlook = { goesOn: [0], expected: 0 }

/** The outlook of a session with its n-th request, by how sessions of its channel ended. */
export function outlookOf(model: GapModel, channel: string, requests: number): Outlook {
  const { ended } = countsOf(model, channel)
  let reached = 0
  for (let at = Math.min(requests, LONGEST_SESSION); at < ended.length; at++) {
    reached += ended[at] ?? 0
  }
  const goesOn: number[] = []
  for (let at = requests; at < requests + HORIZON; at++) {
    const ends = at < LONGEST_SESSION ? (ended[at] ?? 0) : 0
    goesOn.push(1 - (ends + PRIOR_SESSIONS * endsAt(at)) / (reached + PRIOR_SESSIONS))
    if (at < LONGEST_SESSION) reached = Math.max(0, reached - ends)
  }
  return { goesOn, expected: expectedOf(goesOn) }
}

/** A bot's outlook: the traffic of all its sessions ends hardly ever. */
export function steadyOutlook(requests: number): Outlook {
  const goesOn = new Array<number>(HORIZON).fill(1 - 1 / requests)
  return { goesOn, expected: expectedOf(goesOn) }
}

function expectedOf(goesOn: readonly number[]): number {
  let expected = 0
  let reach = 1
  for (const chance of goesOn) {
    reach *= chance
    expected += reach
  }
  return expected
}
