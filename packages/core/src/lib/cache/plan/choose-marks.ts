import type { CacheScope } from '../model/cache-block.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import type { PlannedMark } from './cache-plan.ts'
import { type ChosenLives, longer } from './choose-lives.ts'
import { foundFrom, type KnownEntry } from './known-entries.ts'
import { type Keeping, lifeTimes } from './life-time.ts'
import type { PlanDraft, PlanState } from './plan-state.ts'
import { count } from './words.ts'

/** A place for a mark, before it is known whether there is room for it. */
interface Place {
  readonly place: PlannedMark['place']
  readonly scope: CacheScope
  readonly index: number
  /** `none`: it reads what is there, and writes nothing. */
  readonly keeping: Keeping
}

/** What the places of marks depend on. */
interface Ground {
  readonly state: PlanState
  readonly draft: PlanDraft
  readonly lives: ChosenLives
}

/**
 * Rule 4: the end of this request, exactly the end of what was cached before it, the end of what a bot, a tenant and a
 * user share, as many as there is room for. The most valuable first; never on a block that cannot carry one, nor on a
 * prefix that is too short.
 */
export function chooseMarks(ground: Ground): readonly PlannedMark[] {
  const { state, draft } = ground
  const { profile, hint } = state.input
  if (profile.mechanism === 'automatic') return []
  const room = Math.max(0, profile.maxMarks - (hint?.foreignMarks?.length ?? 0))
  const chosen: Place[] = []
  for (const place of placesOf(ground)) {
    const isNew = !chosen.some(({ index }) => index === place.index)
    const isLong = draft.prefix.tokensTo(place.index) >= profile.minTokens
    if (place.index < 0 || !isNew) continue
    if (!isLong) sayTooShort(state, draft, place)
    else if (chosen.length < room) chosen.push(place)
    else sayNoRoom(ground, place)
  }
  return inOrder(chosen, draft)
}

/** In the order of their worth. */
function placesOf(ground: Ground): readonly Place[] {
  const { state, draft, lives } = ground
  const { layout, known } = draft
  const deepest = known.alive.at(-1)
  const tail: Place = {
    place: 'tail',
    scope: 'session',
    index: markable(draft, layout.volatileFrom),
    keeping: lives.tail,
  }
  const previous = previousTail(ground, deepest)
  const head: Place = {
    place: 'head',
    scope: 'bot',
    index: markable(draft, layout.headEnd),
    keeping: lives.head,
  }
  const hasTail = lives.tail !== 'none'
  const needsPrevious =
    previous &&
    deepest?.index === previous.index &&
    !(
      hasTail &&
      foundFrom(tail.index, [deepest], { prefix: draft.prefix, profile: state.input.profile })
    )
  const shared = sharedPlaces(ground, deepest)
  return [
    ...(hasTail ? [tail] : []),
    ...(previous && needsPrevious ? [previous] : []),
    ...(lives.head === 'none' ? [] : [head]),
    ...shared.filter(({ index }) => isNeeded(index, ground)),
    ...(previous ? [previous] : []),
    ...replyPlace(ground),
    ...shared,
  ]
}

/** Where the session's longest cached prefix ends; without one that is alive, where its last request ended. */
function previousTail(
  { state, draft, lives }: Ground,
  deepest: KnownEntry | undefined,
): Place | null {
  const { layout, known } = draft
  const isAlive = deepest !== undefined && deepest.index >= layout.layersEnd
  const index = isAlive ? deepest.index : known.seen - 1
  if (index < layout.layersEnd || index >= layout.volatileFrom) return null
  // Where nothing limits the look-back, the mark would buy nothing.
  if (state.input.profile.lookback === null && lives.tail !== 'none') return null
  if (lives.tail === 'none' && !isAlive) return null
  if (draft.layout.blocks[index]?.markable === false) return null
  return { place: 'previous-tail', scope: 'session', index, keeping: lives.tail }
}

function sharedPlaces(
  { state, draft, lives }: Ground,
  deepest: KnownEntry | undefined,
): readonly Place[] {
  const { layout } = draft
  const places: Place[] = []
  const isWritten = (index: number): boolean => deepest === undefined || index > deepest.index
  const tenant = markable(draft, layout.tenantEnd)
  if (layout.tenantEnd > layout.headEnd && isWritten(tenant) && lives.head !== 'none') {
    places.push({ place: 'tenant', scope: 'tenant', index: tenant, keeping: lives.head })
  }
  const user = markable(draft, layout.userEnd)
  const keeping = lives.tail === 'none' ? userLife(state) : lives.tail
  const mayWrite = keeping !== 'none' || !isWritten(user)
  if (layout.userEnd > layout.tenantEnd && mayWrite) {
    places.push({ place: 'user', scope: 'user', index: user, keeping })
  }
  return places
}

/** Of a user's part in a request that none follows: other requests of the same user do, where one came just before. */
function userLife({ head, kind, live, input }: PlanState): Keeping {
  const [shortest = 'none'] = lifeTimes(input.profile)
  if (kind !== 'one-shot' || shortest === 'none' || input.profile.sliding === false) return 'none'
  const before = (head?.sent ?? []).find(([print]) => print === live)
  return before && input.at - before[1] <= TTL_SECONDS[shortest] ? shortest : 'none'
}

/**
 * A shared part that this request writes, or that another session used since this one's last request. What only this
 * session reads is used with all that stands on it, and needs no mark of its own.
 */
function isNeeded(index: number, { state, draft }: Ground): boolean {
  const { alive } = draft.known
  const there = alive.find((entry) => entry.index === index)
  return !there || alive.at(-1) === there || there.usedAt > (state.session?.at ?? 0)
}

/** The end of the last answer, which is found again when the message behind it is edited. */
function replyPlace({ state, draft, lives }: Ground): readonly Place[] {
  const { layout } = draft
  if (lives.tail === 'none' || state.input.profile.lookback === null) return []
  for (let at = layout.volatileFrom - 2; at >= layout.layersEnd; at--) {
    const block = layout.blocks[at]
    if (block?.role !== 'assistant') continue
    if (block.markable === false) return []
    return [{ place: 'reply', scope: 'session', index: at, keeping: lives.tail }]
  }
  return []
}

/** The last block before an end that can carry a mark, or -1. */
function markable({ layout }: PlanDraft, end: number): number {
  for (let at = end - 1; at >= 0; at--) if (layout.blocks[at]?.markable !== false) return at
  return -1
}

/** Ascending, each life at least as long as those behind it. */
function inOrder(places: readonly Place[], { known }: PlanDraft): readonly PlannedMark[] {
  const marks: PlannedMark[] = []
  let behind: Keeping = 'none'
  for (const { place, scope, index, keeping } of places.toSorted(
    (one, other) => other.index - one.index,
  )) {
    const there = known.alive.find((entry) => entry.index === index)?.ttl
    const ttl: Keeping = longer(keeping === 'none' ? (there ?? 'none') : keeping, behind)
    if (ttl === 'none') continue
    behind = ttl
    marks.push({ index, ttl, scope, place })
  }
  return marks.reverse()
}

function sayTooShort(state: PlanState, { prefix }: PlanDraft, { place, index }: Place): void {
  const tokens = prefix.tokensTo(index)
  const { minTokens } = state.input.profile
  state.reasons.push({
    rule: 'R4',
    code: 'below-minimum',
    text: `No mark at the ${NAMES[place]}: the ${count(tokens)} tokens up to it are fewer than the ${minTokens} from which on this model caches`,
    tokens,
  })
}

function sayNoRoom({ state, draft }: Ground, { place, index }: Place): void {
  const isThere = draft.known.alive.some((entry) => entry.index === index)
  if (place === 'reply' || isThere) return
  state.reasons.push({
    rule: 'R4',
    code: 'no-room',
    text: `No mark is left for the ${NAMES[place]}`,
  })
}

/** Places of marks, for people. */
export const NAMES: Readonly<Record<PlannedMark['place'], string>> = {
  head: 'end of what all sessions share',
  tenant: 'end of what a tenant shares',
  user: 'end of what is known of the user',
  'previous-tail': 'end of the request before',
  reply: 'end of the last answer',
  tail: 'end of this request',
}
