import type { Composition, SectionDifference } from '@onesoul/core'
import { shortName } from '../agents/registry.ts'
import { type ComposedFor, composeDirectives, composeFor } from '../prepare/compose-for.ts'
import { changedSections, changedTexts } from '../session/changed-sections.ts'
import { keptManifest } from '../session/kept-manifest.ts'
import { mergeChanges } from '../session/merge-changes.ts'
import type { SessionRecord, StoredSession } from '../session/session-record.ts'
import { supersedingText } from '../session/superseding-text.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import {
  composeSession,
  nativeTexts,
  requireDeliverable,
  sourceDigest,
  targetOf,
} from './compose-session.ts'
import { type ChangeDecision, decideChange, undecided } from './decide-change.ts'
import type { FreezeInput, FrozenSession } from './frozen-session.ts'
import type { RunFlags } from './run-flags.ts'

/** Goes on with a session: with the text that it has, or, when that is decided, with one of now. */
export async function takeUpSession(
  invocation: Invocation,
  input: FreezeInput,
  stored: StoredSession,
): Promise<FrozenSession> {
  const agentSessionId = requireReached(stored.record, input)
  const target = { ...targetOf(stored.record), ...ownFlags(input.flags) }
  const { gathered, composition } = await composeFor(invocation, { ...input, target })
  const changes = changedSections(stored, composition)
  const decision = await decideChange(invocation, { ...input, changes, record: stored.record })
  const offline = stored.record.lastOffline ? ({ offline: true } as const) : {}
  const start = { mode: 'resume', agentSessionId, ...offline } as const
  const now = { start, trusted: gathered.trust.trusted, native: nativeTexts(gathered) }
  if (decision.kind === 'keep') {
    return { ...stored, ...now, parsed: keptManifest(stored), origin: 'kept' }
  }
  const composed = await composeSession(invocation, { ...input, target })
  requireDeliverable(composed)
  const rebuilt =
    decision.kind === 'reset'
      ? rebuild(composed, input, stored)
      : takeSections(composed, stored, decision)
  return { ...rebuilt, ...now, origin: 'rebuilt' }
}

/** What of the flags a session does not decide itself. */
function ownFlags({
  permission,
  language,
  model,
}: RunFlags): Pick<RunFlags, 'permission' | 'language' | 'model'> {
  return {
    ...(model === undefined ? {} : { model }),
    ...(permission === undefined ? {} : { permission }),
    ...(language === undefined ? {} : { language }),
  }
}

/** The agent's own id of a session of this agent; a usage error or a failure without one. */
function requireReached(record: SessionRecord, { agent }: FreezeInput): string {
  if (record.agent !== agent.id) {
    throw new CliError(EXIT.usage, `session ${record.id} belongs to ${record.agent}`, {
      hints: [`onesoul run ${shortName(record.agent)} --resume ${record.id}`],
    })
  }
  if (record.agentSessionId !== null) return record.agentSessionId
  throw new CliError(EXIT.failed, `session ${record.id} never reached the agent; begin a new one`)
}

type Rebuilt = StoredSession & Pick<FrozenSession, 'parsed'>

/** All of the text of now. */
function rebuild(
  { composition, gathered }: ComposedFor,
  { agent, detection, flags }: FreezeInput,
  stored: StoredSession,
): Rebuilt {
  const { manifest, text } = composition
  const changes = changedTexts(stored, composition)
  const supersedes = agent.traits.changedText === 'supersedes'
  return {
    record: {
      ...stored.record,
      agentVersion: detection.version,
      digest: manifest.digest,
      sourceDigest: sourceDigest(gathered),
      resetAt: new Date().toISOString(),
      ...(flags.language === undefined ? {} : { language: flags.language }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
    },
    text,
    directivesText: composeDirectives(gathered).text,
    manifest: `${JSON.stringify(manifest)}\n`,
    updates: supersedes ? withUpdate(stored, composition, changes) : stored.updates,
    parsed: manifest,
  }
}

/** The text that the session has but for the sections that go with the turn. */
function takeSections(
  { composition }: ComposedFor,
  stored: StoredSession,
  decision: Extract<ChangeDecision, { kind: 'turn' }>,
): Rebuilt {
  const before = { text: stored.text, manifest: keptManifest(stored) }
  const merged = mergeChanges(before, composition, decision)
  if (merged === null) {
    throw undecided('slots came and went under different policies of `sessions.onChange`')
  }
  return {
    ...stored,
    record: { ...stored.record, digest: merged.manifest.digest },
    text: merged.text,
    manifest: `${JSON.stringify(merged.manifest)}\n`,
    updates: withUpdate(stored, composition, decision.taken),
    parsed: merged.manifest,
  }
}

function withUpdate(
  { updates }: StoredSession,
  composition: Composition,
  changes: readonly SectionDifference[],
): readonly string[] {
  return [...updates, supersedingText(composition, changes, updates.length + 1)]
}
