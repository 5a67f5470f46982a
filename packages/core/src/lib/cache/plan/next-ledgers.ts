import type { CachePlan } from './cache-plan.ts'
import type { Prefix } from './fingerprint.ts'
import { withLead } from './gap-model.ts'
import type { HeadLedger, SentHead } from './head-ledger.ts'
import { leadAfter } from './hour-lead.ts'
import type { KnownEntry } from './known-entries.ts'
import type { MadePlan } from './made-plan.ts'
import { changePrint, layerNames, versionPrint } from './pin-layers.ts'
import { type LedgerEntry, type SessionLedger, withinLimit } from './session-ledger.ts'

/** Prefixes that a bot remembers. */
const SHARED_ENTRIES = 12
/** Entries of prefixes that the last request had not, that a session remembers. */
const ELSEWHERE = 6
/** What the newest pause weighs in the average. */
const NEWEST = 0.1

/** What the session and the bot know after this request was answered. */
export function nextLedgers(made: MadePlan, shard: number): CachePlan['next'] {
  const entries = entriesAfter(made)
  return {
    session: sessionAfter(made, entries, shard),
    head: headAfter(made, entries),
    gaps: withLead(made.state.gaps, made.state.input.names.channel, leadAfter(made)),
  }
}

/** Where nothing is marked, a request is in the cache up to every block; those that the next one may share are kept. */
function entriesAfter({ state, draft, predicted }: MadePlan): readonly KnownEntry[] {
  const { profile, at } = state.input
  if (profile.mechanism !== 'automatic') return predicted.entries
  const { segments, volatileFrom, blocks } = draft.layout
  const layerEnds = segments.filter(({ from }) => from === 'layer').map(({ end }) => end)
  const ends = [...layerEnds, volatileFrom, blocks.length].map((end) => end - 1)
  const all = new Set([...predicted.entries.map(({ index }) => index), ...ends])
  return [...all]
    .filter((index) => index >= 0)
    .sort((one, other) => one - other)
    .map((index) => ({ index, ttl: profile.automaticTtl ?? '5m', usedAt: at }))
}

function sessionAfter(
  { state, draft }: MadePlan,
  entries: readonly KnownEntry[],
  shard: number,
): SessionLedger {
  const { session, input } = state
  const pinned: Record<string, string> = {}
  for (const { layer, sent } of draft.layers) pinned[layer.id] = versionPrint(sent)
  const names = layerNames(pinned)
  return withinLimit({
    schemaVersion: 1,
    at: input.at,
    requests: (session?.requests ?? 0) + 1,
    steps: state.steps,
    entries: [
      ...elsewhere(state, draft),
      ...entries.map((entry) => written(entry, draft.prefix, input.at)),
    ],
    pinned,
    changes: draft.changes.map(({ layer, after, change }) => [
      names.indexOf(layer),
      after,
      changePrint(change),
    ]),
    gaps: state.sessionGaps,
    settings: state.settings,
    shard,
    missed: session?.missed ?? 0,
    live: state.live,
  })
}

/** What is in the cache of prefixes that this request has not: of another model, or of what was edited away. */
function elsewhere(
  { session, input }: MadePlan['state'],
  { known }: MadePlan['draft'],
): readonly LedgerEntry[] {
  if (!session) return []
  const passed = input.at - session.at
  return known.elsewhere
    .slice(-ELSEWHERE)
    .map(
      ([print, blocks, tokens, ttl, idle]): LedgerEntry => [
        print,
        blocks,
        tokens,
        ttl,
        Math.round((idle + passed) * 1000) / 1000,
      ],
    )
}

function headAfter({ state, draft }: MadePlan, entries: readonly KnownEntry[]): HeadLedger {
  const { head, headGaps, input } = state
  const { headEnd, tenantEnd, userEnd } = draft.layout
  const at = Math.max(input.at, head?.at ?? input.at)
  const ends = new Set([headEnd - 1, tenantEnd - 1, userEnd - 1])
  const shared = entries
    .filter(({ index }) => ends.has(index))
    .map((entry) => written(entry, draft.prefix, at))
  const kept = (head?.entries ?? [])
    .filter(([print]) => !shared.some(([own]) => own === print))
    .map(
      ([print, blocks, tokens, ttl, idle]): LedgerEntry => [
        print,
        blocks,
        tokens,
        ttl,
        idle + at - (head?.at ?? at),
      ],
    )
  const pause = head ? Math.max(0, input.at - head.at) : 0
  return {
    schemaVersion: 1,
    at,
    gaps: headGaps,
    pause: head && head.pause > 0 ? head.pause + NEWEST * (pause - head.pause) : pause,
    entries: [...shared, ...kept].slice(0, SHARED_ENTRIES),
    sent: sentHeads(state, at),
  }
}

function sentHeads({ head, live }: MadePlan['state'], at: number): readonly SentHead[] {
  const others = (head?.sent ?? []).filter(([sent]) => sent !== live)
  return [[live, at] as const, ...others].slice(0, SHARED_ENTRIES)
}

function written({ index, ttl, usedAt }: KnownEntry, prefix: Prefix, at: number): LedgerEntry {
  return [
    prefix.fingerprintAt(index),
    index + 1,
    prefix.tokensTo(index),
    ttl,
    Math.round((at - usedAt) * 1000) / 1000,
  ]
}
