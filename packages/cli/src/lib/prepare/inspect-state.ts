import { readdir, stat } from 'node:fs/promises'
import type { Diagnostic } from '@onesoul/core'
import { type StateLayout, stateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { pruneSessions } from '../session/prune-sessions.ts'
import { createSessionStore } from '../session/session-store.ts'
import { CliError } from '../terminal/cli-error.ts'
import { stateTrouble } from './open-place.ts'

/** What is wrong with the home's state: another version's, modes that let others read it, session folders that cannot be used. */
export async function inspectState(home: Home): Promise<readonly Diagnostic[]> {
  if (!home.exists) return []
  const layout = stateLayout(home.dir)
  const wide = await Promise.all([layout.home, layout.state, layout.sessions].map(tooWide))
  const { retainDays } = home.config.settings.sessions
  const trouble = await stateTrouble(home.dir)
  return [
    ...(trouble ? [trouble] : []),
    ...wide.flat(),
    ...(await inspectSessions(layout, retainDays)),
  ]
}

async function inspectSessions(
  layout: StateLayout,
  retainDays: number,
): Promise<readonly Diagnostic[]> {
  try {
    return [...(await brokenSessions(layout)), ...(await expiredSessions(layout, retainDays))]
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return [{ code: 'session.broken', severity: 'warning', message: error.message }]
  }
}

/** Nothing is pruned by itself, so that somebody has to say that there is something to prune. */
async function expiredSessions(
  layout: StateLayout,
  retainDays: number,
): Promise<readonly Diagnostic[]> {
  const options = { layout, olderThanDays: retainDays, dryRun: true }
  const { removed } = await pruneSessions(createSessionStore(layout), options)
  if (removed.length === 0) return []
  const some = removed.length === 1 ? '1 session was' : `${removed.length} sessions were`
  const message = `${some} not used for ${retainDays} days`
  return [{ code: 'session.expired', severity: 'info', message, fix: 'onesoul sessions prune' }]
}

async function tooWide(path: string): Promise<readonly Diagnostic[]> {
  if (process.platform === 'win32') return []
  const found = await stat(path).catch(() => null)
  if (!found || (found.mode & 0o077) === 0) return []
  const mode = (found.mode & 0o777).toString(8)
  return [
    {
      code: 'home.mode',
      severity: 'warning',
      message: `others may look into ${path} (mode ${mode})`,
      fix: `chmod 700 ${path}`,
    },
  ]
}

async function brokenSessions(layout: StateLayout): Promise<readonly Diagnostic[]> {
  const store = createSessionStore(layout)
  const broken = (await store.broken()).map(({ id, reason, newer }) => ({
    name: id,
    message: `the session folder ${id} cannot be used: ${reason}`,
    newer,
  }))
  const left = (await leftFolders(layout.sessions, await store.held())).map((name) => ({
    name,
    message: `the folder ${name} was left by a session and could not be removed`,
    newer: false,
  }))
  return [...broken, ...left].map(({ name, message, newer }) => ({
    code: 'session.broken',
    severity: 'warning',
    message,
    fix: newer ? 'update onesoul' : `remove ${layout.sessions}/${name}`,
  }))
}

/** Folders that a run or `prune` did not finish with and that no run has in its hands. */
async function leftFolders(
  sessions: string,
  held: ReadonlySet<string>,
): Promise<readonly string[]> {
  const names = await readdir(sessions).catch(() => [])
  return names.filter((name) => /^\.(?:new|old)-/.test(name) && !held.has(name.slice(5)))
}
