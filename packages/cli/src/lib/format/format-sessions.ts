import { homedir } from 'node:os'
import type { BrokenSession, SessionRecord } from '../session/session-record.ts'
import type { Style } from '../terminal/terminal.ts'
import { describeAge } from './describe-amount.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

/** A session as the list shows it. */
export interface ListedSession {
  readonly record: SessionRecord
  readonly inUse: boolean
  /** It was not used for longer than sessions are kept. */
  readonly expired: boolean
}

export interface ListView {
  readonly style: Style
  /** Milliseconds since 1970. */
  readonly now: number
}

/** One line per session: id, name, agent, target, place, last use, what is to know. */
export function formatSessions(sessions: readonly ListedSession[], view: ListView): string {
  const rows = sessions.map((session) => rowOf(session, view))
  return formatTable(rows)
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('')
}

/** One line per folder that is no session, with the reason and what becomes of it. */
export function formatBroken(broken: readonly BrokenSession[], style: Style): string {
  const rows = broken.map(({ id, reason, newer }) => [
    visible(id),
    style.warn('broken'),
    `${visible(reason)}${newer ? '; it is never pruned' : ''}`,
  ])
  return formatTable(rows)
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('')
}

/** `slack/dev-bot`, `slack`, or `global`. */
export function describeTarget({ platform, bot }: SessionRecord): string {
  return [platform, bot].filter((part) => part !== null).join('/') || 'global'
}

/** A path with the person's home directory shortened to `~`. */
export function shortPath(path: string): string {
  const home = homedir()
  return visible(
    path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path,
  )
}

function rowOf(session: ListedSession, { style, now }: ListView): readonly string[] {
  const { record } = session
  return [
    record.id,
    record.name === null ? style.faint('–') : style.strong(visible(record.name)),
    `${record.agent} ${record.agentVersion}`,
    describeTarget(record),
    shortPath(record.cwd),
    describeAge(now - Date.parse(record.lastUsedAt)),
    remark(session, style),
  ]
}

function remark({ record, inUse, expired }: ListedSession, style: Style): string {
  if (inUse) return style.good('in use')
  if (record.agentSessionId === null) return style.warn('never reached the agent')
  if (record.offline) return style.faint(expired ? 'offline, to be pruned' : 'offline')
  return expired ? style.faint('to be pruned') : ''
}
