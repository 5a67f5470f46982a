import type { PlanReason } from './cache-plan.ts'
import { fingerprint, type Prefix, walkPrefix } from './fingerprint.ts'
import {
  countGap,
  emptyGapModel,
  type GapModel,
  gapShares,
  leadOf,
  observeGap,
  readGapModel,
} from './gap-model.ts'
import { type HeadLedger, readHeadLedger } from './head-ledger.ts'
import { type KnownPrefixes, knownPrefixes } from './known-entries.ts'
import { type Layout, layOut, type PlacedChange } from './layout.ts'
import type { PinnedLayer } from './pin-layers.ts'
import type { PlanInput, TurnHint } from './plan-input.ts'
import { readSessionLedger, type SessionLedger } from './session-ledger.ts'
import { NOTHING_FOLLOWS, type Outlook, outlookOf } from './session-lengths.ts'
import { compareSettings, type SettingsChange, settingsPrints, settingsSalts } from './settings.ts'

/** What is known before a request is laid out. */
export interface PlanState {
  readonly input: PlanInput
  readonly kind: NonNullable<TurnHint['kind']>
  readonly session: SessionLedger | null
  readonly head: HeadLedger | null
  /** With the gap in front of this request. */
  readonly gaps: GapModel
  /** Steps of tools among the session's requests, this one included. */
  readonly steps: number
  readonly sessionGaps: readonly number[]
  readonly headGaps: readonly number[]
  readonly shares: readonly number[]
  readonly outlook: Outlook
  /** Fingerprint of all layers as they are now. */
  readonly live: string
  /** How far the channel is ahead of a simple program before this request. */
  readonly lead: number
  readonly settings: Readonly<Record<string, string>>
  readonly settingsChange: SettingsChange
  /** Whether predictions were missed so often that the ledgers are not trusted. */
  readonly isConservative: boolean
  /** Grows while the plan is made. */
  readonly reasons: PlanReason[]
}

/** A request in its order, and what is known to be in the cache of it. */
export interface PlanDraft {
  readonly layers: readonly PinnedLayer[]
  readonly changes: readonly PlacedChange[]
  readonly layout: Layout
  readonly prefix: Prefix
  readonly known: KnownPrefixes
}

/** Predictions missed in a row, from which on marks are conservative. */
const MISSES = 3

/** Reads the ledgers, and learns from the time since the last request. */
export function openState(input: PlanInput): PlanState {
  const session = readSessionLedger(input.session)
  const head = readHeadLedger(input.head)
  const known = readGapModel(input.gaps) ?? emptyGapModel()
  const { channel } = input.names
  const pause = session ? Math.max(0, input.at - session.at) : null
  const gaps = pause === null ? known : observeGap(known, channel, pause)
  const sessionGaps = pause === null ? [] : countGap(session?.gaps ?? [], pause)
  const headGaps = head ? countGap(head.gaps, Math.max(0, input.at - head.at)) : []
  const kind = input.hint?.kind ?? 'human'
  const isLast = kind === 'one-shot' || kind === 'compaction'
  const steps = (session?.steps ?? 0) + (kind === 'tool' ? 1 : 0)
  const requests = (session?.requests ?? 0) + 1
  const settings = settingsPrints(input.settings ?? {})
  return {
    input,
    kind,
    session,
    head,
    gaps,
    steps,
    sessionGaps,
    headGaps,
    shares: gapShares(gaps, channel, { own: sessionGaps, toolShare: steps / requests }),
    outlook: isLast ? NOTHING_FOLLOWS : outlookOf(gaps, channel, requests),
    live: fingerprint(input.layers.map(({ current }) => fingerprint(current.version)).join()),
    lead: leadOf(gaps, channel),
    settings,
    settingsChange: compareSettings(session?.settings ?? null, settings),
    isConservative: (session?.missed ?? 0) >= MISSES,
    reasons: [],
  }
}

/** Lays a request out, and compares its prefixes with what is known to be in the cache. */
export function draftOf(
  state: PlanState,
  layers: readonly PinnedLayer[],
  changes: readonly PlacedChange[],
): PlanDraft {
  const { input, session, head } = state
  const { history, volatile = [], profile, at } = input
  const placed = changes.filter(({ after }) => after <= history.length)
  const layout = layOut({ layers, history, volatile, changes: placed })
  const salts = settingsSalts(input.settings ?? {})
  const prefix = walkPrefix(layout.blocks, profile.collapsesRuns, salts)
  const sources = [session ?? { at: 0, entries: [] }, head ?? { at: 0, entries: [] }]
  const known = knownPrefixes(sources, { prefix, length: layout.blocks.length, at })
  return { layers, changes: placed, layout, prefix, known }
}
