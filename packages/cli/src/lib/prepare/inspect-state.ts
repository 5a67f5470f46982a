import { readdir, stat } from 'node:fs/promises'
import type { Diagnostic } from '@onesoul/core'
import { type StateLayout, stateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { pruneSessions } from '../session/prune-sessions.ts'
import { createSessionStore } from '../session/session-store.ts'

/** What is wrong with the home's state: modes that let others read it, session folders without a record. */
export async function inspectState(home: Home): Promise<readonly Diagnostic[]> {
  if (!home.exists) return []
  const layout = stateLayout(home.dir)
  const wide = await Promise.all([layout.home, layout.state, layout.sessions].map(tooWide))
  const { retainDays } = home.config.settings.sessions
  return [
    ...wide.flat(),
    ...(await brokenSessions(layout.sessions)),
    ...(await expiredSessions(layout, retainDays)),
  ]
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

async function brokenSessions(sessions: string): Promise<readonly Diagnostic[]> {
  const names = await readdir(sessions).catch(() => [])
  const checked = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name) => {
        const record = await stat(`${sessions}/${name}/session.json`).catch(() => null)
        return record ? [] : [name]
      }),
  )
  return checked.flat().map((name) => ({
    code: 'session.broken',
    severity: 'warning',
    message: `the session folder ${name} has no record and cannot be resumed`,
    fix: `remove ${sessions}/${name}`,
  }))
}
