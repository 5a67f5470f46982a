import { randomBytes } from 'node:crypto'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { composeDirectives } from '../prepare/compose-for.ts'
import { checkSessionName, nameTaken } from '../session/session-name.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { composeSession, nativeTexts, requireDeliverable, sourceDigest } from './compose-session.ts'
import type { FreezeInput, FrozenSession } from './frozen-session.ts'

/** Composes the text of a new session. Nothing is written yet. */
export async function beginSession(
  invocation: Invocation,
  input: FreezeInput,
): Promise<FrozenSession> {
  const { agent, detection, flags } = input
  if (flags.session !== undefined) await refuseName(input, flags.session)
  const composed = await composeSession(invocation, { ...input, target: flags })
  requireDeliverable(composed)
  const { composition, gathered } = composed
  const { manifest } = composition
  if (!invocation.flags.quiet) {
    const shown = composition.diagnostics.filter((one) => one.severity !== 'info')
    invocation.terminal.err(formatDiagnostics(shown, invocation.terminal.style))
  }
  const now = new Date().toISOString()
  const record: SessionRecord = {
    schemaVersion: 1,
    id: newSessionId(now),
    name: flags.session ?? null,
    agent: agent.id,
    agentVersion: detection.version,
    agentSessionId: null,
    cwd: invocation.cwd,
    platform: manifest.target.platform,
    bot: manifest.target.bot,
    viewer: manifest.target.viewer,
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    digest: manifest.digest,
    sourceDigest: sourceDigest(gathered),
    createdAt: now,
    lastUsedAt: now,
    ...(flags.offline ? { offline: true } : {}),
  }
  return {
    record,
    text: composition.text,
    directivesText: composeDirectives(gathered).text,
    manifest: `${JSON.stringify(manifest)}\n`,
    updates: [],
    parsed: manifest,
    start: { mode: 'new' },
    trusted: gathered.trust.trusted,
    native: nativeTexts(gathered),
    origin: 'fresh',
  }
}

/** Before anything is composed; the claim itself is made when the session is written. */
async function refuseName({ store }: FreezeInput, name: string): Promise<void> {
  checkSessionName(name)
  const named = (await store.list()).filter((record) => record.name === name)
  const taken = named.find((record) => record.agentSessionId !== null)
  if (taken) throw nameTaken(taken)
}

/** Sortable by time, short enough to type. */
function newSessionId(now: string): string {
  return `${now.slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`
}
