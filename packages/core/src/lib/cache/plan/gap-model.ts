import { isCounts, isRecord } from './values.ts'

/** Gaps up to so many seconds form a class each, longer ones the last. */
export const GAP_LIMITS: readonly number[] = [300, 1800, 3600, 43_200]

/** What is known of a channel: gaps counted by class, and ended sessions by their number of requests. */
export interface ChannelCounts {
  readonly gaps: readonly number[]
  /** At position n: sessions that ended with n requests, the last position with as many or more. */
  readonly ended: readonly number[]
  /** How far its requests are ahead of a simple program, in uncached input tokens; it can be below 0. Default: 0. */
  readonly lead?: number
}

/** How long sessions pause and how long they last, learned by channel; a value, JSON as it is. */
export interface GapModel {
  readonly schemaVersion: 1
  readonly channels: Readonly<Record<string, ChannelCounts>>
}

/** Shares of gaps by class, and how many seen gaps they weigh before any was seen. */
interface GapPrior {
  readonly shares: readonly number[]
  readonly weight: number
}

/** The first shares are those of web chats: 93 % within 5 minutes, 5 % within an hour. */
const UNKNOWN: GapPrior = { shares: [0.93, 0.035, 0.015, 0.015, 0.005], weight: 8 }
const TOOLS: GapPrior = { shares: [0.99, 0.007, 0.003, 0, 0], weight: 20 }
const PRIORS: ReadonlyMap<string, GapPrior> = new Map([
  ['chat', { shares: UNKNOWN.shares, weight: 20 }],
  ['tools', TOOLS],
  ['im', { shares: [0.7, 0.18, 0.06, 0.05, 0.01], weight: 20 }],
])

/** Sessions of as many requests or more are counted together. */
export const LONGEST_SESSION = 200
/** Counts are halved when they reach it, so that what changed is learned anew. */
const FORGET_AT = 400
/** What the gaps of all sessions weigh beside those of this one. */
const CHANNEL_WEIGHT = 20

/** Knows nothing yet: every channel answers as its prior says. */
export function emptyGapModel(): GapModel {
  return { schemaVersion: 1, channels: {} }
}

/** Reads a stored model; null when it is not one. */
export function readGapModel(value: unknown): GapModel | null {
  if (!isRecord(value) || value['schemaVersion'] !== 1 || !isRecord(value['channels'])) return null
  const areCounts = Object.values(value['channels']).every(
    (channel) =>
      isRecord(channel) &&
      isCounts(channel['gaps'], GAP_LIMITS.length + 1) &&
      isCounts(channel['ended'], LONGEST_SESSION + 1) &&
      (channel['lead'] === undefined || Number.isFinite(channel['lead'])),
  )
  return areCounts ? (value as unknown as GapModel) : null
}

/** A pause of a session between two of its requests, in seconds. */
export function observeGap(model: GapModel, channel: string, seconds: number): GapModel {
  const counts = countsOf(model, channel)
  return withCounts(model, channel, { ...counts, gaps: countGap(counts.gaps, seconds) })
}

/** A session that will send no more, or did not for so long that it counts as such. */
export function observeSessionEnd(model: GapModel, channel: string, requests: number): GapModel {
  const known = countsOf(model, channel)
  if (!(requests >= 1)) return model
  const counts = Array.from({ length: LONGEST_SESSION + 1 }, (_, at) => known.ended[at] ?? 0)
  const at = Math.min(Math.floor(requests), LONGEST_SESSION)
  counts[at] = (counts[at] ?? 0) + 1
  return withCounts(model, channel, { ...known, ended: forget(counts) })
}

/** How far a channel's requests are ahead of a simple program, in uncached input tokens. */
export function leadOf(model: GapModel, channel: string): number {
  return countsOf(model, channel).lead ?? 0
}

/** The model with what a channel's requests are ahead of a simple program. */
export function withLead(model: GapModel, channel: string, lead: number): GapModel {
  return withCounts(model, channel, { ...countsOf(model, channel), lead: Math.round(lead) })
}

/** Adds one gap to counts by class; null when the counts are of another kind. */
export function countGap(counts: readonly number[], seconds: number): readonly number[] {
  const found = GAP_LIMITS.findIndex((limit) => seconds <= limit)
  const at = found < 0 ? GAP_LIMITS.length : found
  return forget(
    Array.from(
      { length: GAP_LIMITS.length + 1 },
      (_, index) => (counts[index] ?? 0) + (index === at ? 1 : 0),
    ),
  )
}

/**
 * Shares of gaps by class: what the channel's sessions did, and more and more what this one does. The first guess is the
 * channel's as far as people write in this session, and that of tools as far as it is steps of tools.
 */
export function gapShares(
  model: GapModel,
  channel: string,
  { own, toolShare }: { readonly own: readonly number[]; readonly toolShare: number },
): readonly number[] {
  const prior = PRIORS.get(channel) ?? UNKNOWN
  const guess = prior.shares.map(
    (share, at) => share * (1 - toolShare) + (TOOLS.shares[at] ?? 0) * toolShare,
  )
  const all = mixed(guess, prior.weight, countsOf(model, channel).gaps)
  return mixed(all, CHANNEL_WEIGHT, own)
}

/** Shares of the gaps between any two requests of a bot. */
export function headGapShares(counts: readonly number[]): readonly number[] {
  return mixed(UNKNOWN.shares, 4, counts)
}

/** The chance that a gap is no longer than a limit; what is between two class limits counts by its length. */
export function chanceWithin(shares: readonly number[], seconds: number): number {
  let chance = 0
  for (const [index, limit] of GAP_LIMITS.entries()) {
    if (seconds < limit) break
    chance += shares[index] ?? 0
  }
  return chance
}

export function countsOf(model: GapModel, channel: string): ChannelCounts {
  return Object.hasOwn(model.channels, channel) ? (model.channels[channel] ?? NOTHING) : NOTHING
}

const NOTHING: ChannelCounts = { gaps: [], ended: [] }

function withCounts(model: GapModel, channel: string, counts: ChannelCounts): GapModel {
  const channels = { ...model.channels }
  // A channel may have any name; one that a prototype knows is a key like others.
  Object.defineProperty(channels, channel, {
    value: counts,
    enumerable: true,
    writable: true,
    configurable: true,
  })
  return { schemaVersion: 1, channels }
}

function mixed(
  shares: readonly number[],
  weight: number,
  counts: readonly number[],
): readonly number[] {
  let seen = 0
  for (const count of counts) seen += count
  return shares.map((share, at) => (share * weight + (counts[at] ?? 0)) / (weight + seen))
}

function forget(counts: readonly number[]): readonly number[] {
  let seen = 0
  for (const count of counts) seen += count
  return seen < FORGET_AT ? counts : counts.map((count) => count / 2)
}
