import { randomBytes } from 'node:crypto'
import type { Agent, FoundAgent, Inspection, NativeDocument, SessionStart } from '@onesoul/agents'
import { compose, type Manifest } from '@onesoul/core'
import {
  buildRuntimeFacts,
  type GatheredInputs,
  type Home,
  presentSessionVariables,
} from '@onesoul/sources'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { composeDirectives, composeFor } from '../prepare/compose-for.ts'
import type { SessionRecord, StoredSession } from '../session/session-record.ts'
import type { SessionStore } from '../session/session-store.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { RunFlags } from './run-flags.ts'

/** A session with its text fixed for as long as it lives. */
export interface FrozenSession extends StoredSession {
  readonly start: SessionStart
  readonly parsed: Manifest
  /** Whether the work tree was trusted when the text was frozen. */
  readonly trusted: boolean
  /** Instruction files that the agent reads by itself, to be found on the wire. */
  readonly native: readonly NativeDocument[]
  /** True for a session that is begun by this run. */
  readonly fresh: boolean
}

export interface FreezeInput {
  readonly home: Home
  readonly agent: Agent
  readonly detection: FoundAgent
  readonly inspection: Inspection
  readonly store: SessionStore
  readonly flags: RunFlags
}

/** Takes up the session that the flags name, with the bytes it began with, or begins one. */
export async function freezeSession(
  invocation: Invocation,
  input: FreezeInput,
): Promise<FrozenSession> {
  const { flags, store } = input
  if (flags.resume !== undefined) return takeUp(invocation, input, await store.find(flags.resume))
  if (flags.continue) return takeUp(invocation, input, await lastSession(invocation, input))
  return begin(invocation, input)
}

async function lastSession(invocation: Invocation, input: FreezeInput): Promise<StoredSession> {
  const records = await input.store.list()
  const last = records.find(
    (record) => record.agent === input.agent.id && record.cwd === invocation.cwd,
  )
  if (last) return input.store.find(last.id)
  throw new CliError(EXIT.usage, `there is no session of ${input.agent.id} in this directory yet`)
}

async function begin(invocation: Invocation, input: FreezeInput): Promise<FrozenSession> {
  const { agent, detection, flags } = input
  const composed = await composeWithFacts(invocation, input)
  const { composition, gathered } = composed
  const now = new Date().toISOString()
  const record: SessionRecord = {
    schemaVersion: 1,
    id: newSessionId(now),
    name: flags.session ?? null,
    agent: agent.id,
    agentVersion: detection.version,
    agentSessionId: null,
    cwd: invocation.cwd,
    platform: composition.manifest.target.platform,
    bot: composition.manifest.target.bot,
    viewer: composition.manifest.target.viewer,
    digest: composition.manifest.digest,
    sourceDigest: sourceDigest(gathered),
    createdAt: now,
    lastUsedAt: now,
  }
  await refuseTakenName(input.store, flags.session)
  return {
    record,
    text: composition.text,
    directivesText: composeDirectives(gathered).text,
    manifest: `${JSON.stringify(composition.manifest)}\n`,
    parsed: composition.manifest,
    start: { mode: 'new' },
    trusted: gathered.trust.trusted,
    native: nativeTexts(gathered),
    fresh: true,
  }
}

async function composeWithFacts(
  invocation: Invocation,
  input: FreezeInput,
): Promise<Awaited<ReturnType<typeof composeFor>>> {
  const { agent, detection, flags, home, inspection } = input
  const facts = buildRuntimeFacts({
    agent: agent.id,
    scope: flags.bot === undefined ? 'unbound' : 'bot',
    capabilities: agent.traits.capabilities,
    skillCatalogueOwner: 'worker',
    environmentKeys: presentSessionVariables(invocation.env),
    ...(flags.platform === undefined ? {} : { platform: flags.platform }),
    ...(flags.permission === undefined ? {} : { permissionMode: flags.permission }),
  })
  const composed = await composeFor(invocation, {
    home,
    target: flags,
    agent,
    detection,
    inspection,
    facts: facts.value,
  })
  const { composition } = composed
  const { terminal } = invocation
  if (composition.refusal) {
    throw new CliError(EXIT.refused, composition.refusal.message, {
      hints: ['nothing was started'],
    })
  }
  if (!invocation.flags.quiet) {
    const shown = composition.diagnostics.filter((one) => one.severity !== 'info')
    terminal.err(formatDiagnostics(shown, terminal.style))
  }
  return composed
}

/** The digest without the facts of the session, which differ by the flags of its first run. */
function sourceDigest(gathered: GatheredInputs): string {
  return compose({ ...gathered.input, facts: null }).manifest.digest
}

function nativeTexts(gathered: GatheredInputs): FrozenSession['native'] {
  return gathered.input.project
    .filter((file) => file.delivery === 'native')
    .map(({ document }) => {
      const { path } = document.ref
      const verdict = gathered.verdicts.find((candidate) => candidate.path === path)
      const lost = verdict?.lostBytes === undefined ? {} : { lostBytes: verdict.lostBytes }
      const body = document.text.slice(document.body.start, document.body.end)
      return { section: `project:${path}`, path, text: document.text, body, ...lost }
    })
}

async function takeUp(
  invocation: Invocation,
  input: FreezeInput,
  stored: StoredSession,
): Promise<FrozenSession> {
  const { record } = stored
  if (record.agent !== input.agent.id) {
    throw new CliError(EXIT.usage, `session ${record.id} belongs to ${record.agent}`, {
      hints: [`onesoul run ${record.agent} --resume ${record.id}`],
    })
  }
  if (record.agentSessionId === null) {
    throw new CliError(EXIT.failed, `session ${record.id} never reached the agent; begin a new one`)
  }
  const now = await composeFor(invocation, {
    home: input.home,
    target: { ...input.flags, ...targetOf(record) },
    agent: input.agent,
    detection: input.detection,
    inspection: input.inspection,
  })
  noteChange(invocation, record, sourceDigest(now.gathered))
  return {
    ...stored,
    parsed: JSON.parse(stored.manifest) as Manifest,
    start: { mode: 'resume', agentSessionId: record.agentSessionId },
    trusted: now.gathered.trust.trusted,
    native: nativeTexts(now.gathered),
    fresh: false,
  }
}

function targetOf(record: SessionRecord): { platform?: string; bot?: string; viewer: string } {
  return {
    viewer: record.viewer,
    ...(record.platform === null ? {} : { platform: record.platform }),
    ...(record.bot === null ? {} : { bot: record.bot }),
  }
}

function noteChange(invocation: Invocation, record: SessionRecord, digest: string): void {
  if (digest === record.sourceDigest || invocation.flags.quiet) return
  invocation.terminal.err(
    'onesoul: the configuration changed since this session began; it keeps the text that it began with\n',
  )
}

async function refuseTakenName(store: SessionStore, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const taken = (await store.list()).find((record) => record.name === name)
  if (!taken) return
  throw new CliError(EXIT.usage, `a session named ${JSON.stringify(name)} exists already`, {
    hints: [`go on with it: onesoul run ${taken.agent} --resume ${name}`],
  })
}

/** Sortable by time, short enough to type. */
function newSessionId(now: string): string {
  return `${now.slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`
}
