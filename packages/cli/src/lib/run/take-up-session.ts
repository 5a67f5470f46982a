import type { Manifest } from '@onesoul/core'
import { type ComposedFor, composeDirectives, composeFor } from '../prepare/compose-for.ts'
import { changedSections, changedTexts } from '../session/changed-sections.ts'
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
import { decideChange } from './decide-change.ts'
import type { FreezeInput, FrozenSession } from './freeze-session.ts'

/** Goes on with a session: with the text that it has, or, when that is decided, with one of now. */
export async function takeUpSession(
  invocation: Invocation,
  input: FreezeInput,
  stored: StoredSession,
): Promise<FrozenSession> {
  const agentSessionId = requireReached(stored.record, input)
  const { flags } = input
  const target = { ...flags, ...targetOf(stored.record) }
  const now = await composeFor(invocation, { ...input, target })
  const start = { mode: 'resume', agentSessionId } as const
  const changes = changedSections(stored, now.composition)
  const decision = await decideChange(invocation, { ...input, changes, record: stored.record })
  if (decision === 'keep') {
    return {
      ...stored,
      parsed: JSON.parse(stored.manifest) as Manifest,
      start,
      trusted: now.gathered.trust.trusted,
      native: nativeTexts(now.gathered),
      origin: 'kept',
    }
  }
  const composed = await composeSession(invocation, { ...input, target })
  requireDeliverable(composed)
  return { ...rebuild(composed, input, stored), start, origin: 'rebuilt' }
}

/** The agent's own id of a session of this agent; a usage error or a failure without one. */
function requireReached(record: SessionRecord, { agent }: FreezeInput): string {
  if (record.agent !== agent.id) {
    throw new CliError(EXIT.usage, `session ${record.id} belongs to ${record.agent}`, {
      hints: [`onesoul run ${record.agent} --resume ${record.id}`],
    })
  }
  if (record.agentSessionId !== null) return record.agentSessionId
  throw new CliError(EXIT.failed, `session ${record.id} never reached the agent; begin a new one`)
}

function rebuild(
  { composition, gathered }: ComposedFor,
  input: FreezeInput,
  stored: StoredSession,
): Omit<FrozenSession, 'start' | 'origin'> {
  const { manifest } = composition
  const supersedes = input.agent.traits.changedText === 'supersedes'
  const number = stored.updates.length + 1
  const update = supersedes
    ? [supersedingText(composition, changedTexts(stored, composition), number)]
    : []
  return {
    record: {
      ...stored.record,
      agentVersion: input.detection.version,
      digest: manifest.digest,
      sourceDigest: sourceDigest(gathered),
      resetAt: new Date().toISOString(),
    },
    text: composition.text,
    directivesText: composeDirectives(gathered).text,
    manifest: `${JSON.stringify(manifest)}\n`,
    updates: [...stored.updates, ...update],
    parsed: manifest,
    trusted: gathered.trust.trusted,
    native: nativeTexts(gathered),
  }
}
