import { shortName } from '../agents/registry.ts'
import { formatCount } from '../format/columns.ts'
import { describeAge, describeBytes } from '../format/describe-amount.ts'
import { formatManifest } from '../format/format-manifest.ts'
import {
  describeTarget,
  formatBroken,
  formatSessions,
  type ListedSession,
  shortPath,
} from '../format/format-sessions.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { isIntact, keptManifest, reportEdited } from '../session/kept-manifest.ts'
import { DAY_MS, type PrunedSession, pruneSessions } from '../session/prune-sessions.ts'
import { openSessions, parseDays, type SessionPlace } from '../session/session-place.ts'
import type { SessionRecord, StoredSession } from '../session/session-record.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** How many sessions the list shows of its own accord. */
const SHOWN = 20

/** `onesoul sessions list`: the sessions of the home, newest use first. */
export async function listSessionsCommand(
  invocation: Invocation,
  flags: { readonly all?: boolean },
): Promise<number> {
  const place = await openSessions(invocation)
  const { terminal } = invocation
  const now = Date.now()
  const { retainDays } = place.home.config.settings.sessions
  const held = await place.store.held()
  const broken = await place.store.broken()
  const sessions = (await place.store.list()).map((record): ListedSession => {
    const expired = Date.parse(record.lastUsedAt) <= now - retainDays * DAY_MS
    return { record, inUse: held.has(record.id), expired }
  })
  if (invocation.flags.json) {
    const listed = sessions.map(({ record, inUse, expired }) => ({ ...record, inUse, expired }))
    const document = {
      schemaVersion: 1,
      home: place.home.dir,
      retainDays,
      sessions: listed,
      broken,
    }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return EXIT.done
  }
  const shown = flags.all ? sessions : sessions.slice(0, SHOWN)
  terminal.out(headOf(sessions, place))
  if (shown.length > 0) terminal.out(`\n${formatSessions(shown, { style: terminal.style, now })}`)
  if (broken.length > 0) terminal.out(`\n${formatBroken(broken, terminal.style)}`)
  terminal.out(`\n${nextSteps(sessions, shown).join('')}`)
  return EXIT.done
}

function headOf(sessions: readonly ListedSession[], { home }: SessionPlace): string {
  const count = `${sessions.length || 'no'} session${sessions.length === 1 ? '' : 's'}`
  const days = home.config.settings.sessions.retainDays
  const kept = `kept until \`sessions prune\` takes those unused for ${days} days`
  return `${count} in ${shortPath(home.dir)}; ${kept}\n`
}

function nextSteps(
  sessions: readonly ListedSession[],
  shown: readonly ListedSession[],
): readonly string[] {
  const newest = sessions.find(
    ({ record }) => record.agentSessionId !== null && !record.offline,
  )?.record
  const expired = sessions.filter((session) => session.expired && !session.inUse).length
  const more = sessions.length - shown.length
  return [
    ...(more > 0 ? [`${more} more: onesoul sessions list --all\n`] : []),
    ...(expired > 0 ? [`${expired} may go: onesoul sessions prune\n`] : []),
    newest
      ? `go on with the newest: onesoul run ${shortName(newest.agent)} --resume ${newest.name ?? newest.id}\n`
      : 'begin one: onesoul run AGENT --session NAME\n',
  ]
}

/** `onesoul sessions show ID`: what is kept of one session, and what can be done with it. */
export async function showSessionCommand(invocation: Invocation, wanted: string): Promise<number> {
  const { store } = await openSessions(invocation)
  const session = await store.find(wanted)
  const { record } = session
  const manifest = keptManifest(session)
  const intact = isIntact(session)
  const receipts = await store.receipts(record.id)
  const inUse = (await store.held()).has(record.id)
  const { terminal } = invocation
  reportEdited(invocation, session)
  if (invocation.flags.json) {
    const listed = receipts.map(({ time, bytes }) => ({
      time: new Date(time).toISOString(),
      bytes,
    }))
    const shown = { ...record, inUse, intact }
    const document = { schemaVersion: 1, session: shown, receipts: listed, manifest }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return EXIT.done
  }
  const facts = describeSession(session, { inUse, receipts: receipts.length, now: Date.now() })
  const target = `${record.agent} ${record.agentVersion}`
  terminal.out(`${formatTable(facts)}\n\n`)
  terminal.out(formatManifest(manifest, { target, style: terminal.style }))
  terminal.out(`\n${commandsFor(record, { intact, receipts: receipts.length }).join('')}`)
  return EXIT.done
}

interface SessionState {
  readonly inUse: boolean
  readonly receipts: number
  readonly now: number
}

function describeSession(
  { record, updates }: StoredSession,
  { inUse, receipts, now }: SessionState,
): readonly (readonly string[])[] {
  const age = (time: string): string => `${time} (${describeAge(now - Date.parse(time))})`
  const supersedes = updates.length > 0 ? '; changed sections stand behind the history' : ''
  return [
    ['session', record.id],
    ...(record.name === null ? [] : [['name', visible(record.name)]]),
    [
      'agent',
      `${record.agent} ${record.agentVersion}, ${record.agentSessionId ?? 'never reached'}`,
    ],
    ['target', `${describeTarget(record)}, seen by ${visible(record.viewer)}`],
    ['folder', shortPath(record.cwd)],
    ['begun', age(record.createdAt)],
    ...(record.resetAt === undefined ? [] : [['reset', `${age(record.resetAt)}${supersedes}`]]),
    ...(record.offline ? [['offline', 'only a scripted model has answered so far']] : []),
    ['used', `${age(record.lastUsedAt)}${inUse ? ', in use now' : ''}`],
    ['receipts', receipts === 0 ? 'none' : String(receipts)],
  ]
}

function commandsFor(
  record: SessionRecord,
  { intact, receipts }: { readonly intact: boolean; readonly receipts: number },
): readonly string[] {
  const id = record.name ?? record.id
  const reset = intact ? '' : ' --reset'
  return [
    ...(intact ? [`its text, byte for byte:    onesoul compose --session ${id}\n`] : []),
    `what a reset would change:  onesoul compose --since ${id}\n`,
    ...(receipts > 0 ? [`the last receipt:           onesoul trace show ${id}\n`] : []),
    ...(record.agentSessionId === null
      ? []
      : [
          `go on:                      onesoul run ${shortName(record.agent)} --resume ${id}${reset}\n`,
        ]),
  ]
}

export interface PruneFlags {
  readonly olderThan?: string
  readonly dryRun?: boolean
}

/** `onesoul sessions prune`: removes what was not used for long; never a session that a run holds. */
export async function pruneSessionsCommand(
  invocation: Invocation,
  flags: PruneFlags,
): Promise<number> {
  const { home, layout, store } = await openSessions(invocation)
  const olderThanDays = parseDays(flags.olderThan, home.config.settings.sessions.retainDays)
  const dryRun = flags.dryRun ?? false
  const { removed, inUse, kept } = await pruneSessions(store, { layout, olderThanDays, dryRun })
  const bytes = removed.reduce((sum, session) => sum + session.bytes, 0)
  const { terminal } = invocation
  if (invocation.flags.json) {
    const document = { schemaVersion: 1, dryRun, olderThanDays, bytes, removed, inUse, kept }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return kept.length > 0 ? EXIT.failed : EXIT.done
  }
  const verb = dryRun ? 'would remove' : 'removed'
  const rows = [
    ...removed.map((session) => pruneRow(verb, session)),
    ...inUse.map((session) => pruneRow('kept, in use', session)),
  ]
  for (const { id, reason } of kept) terminal.err(`onesoul: session ${id} stays: ${reason}\n`)
  if (rows.length > 0) terminal.out(`${formatTable(rows)}\n\n`)
  const kind = `session${removed.length === 1 ? '' : 's'}`
  const age = olderThanDays === 0 ? '' : ` unused for ${formatCount(olderThanDays)} days`
  terminal.out(`${verb} ${removed.length || 'no'} ${kind}${age}, ${describeBytes(bytes)}\n`)
  return kept.length > 0 ? EXIT.failed : EXIT.done
}

function pruneRow(verb: string, { id, record, bytes }: PrunedSession): readonly string[] {
  if (record === null) return [verb, id, 'no readable record', '', describeBytes(bytes)]
  const name = record.name === null ? '–' : visible(record.name)
  return [verb, id, name, record.agent, describeBytes(bytes)]
}
