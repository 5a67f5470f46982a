import { readdir, stat } from 'node:fs/promises'
import type { Diagnostic } from '@onesoul/core'
import { stateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'

/** What is wrong with the home's state: modes that let others read it, session folders without a record. */
export async function inspectState(home: Home): Promise<readonly Diagnostic[]> {
  if (!home.exists) return []
  const layout = stateLayout(home.dir)
  const wide = await Promise.all([layout.home, layout.state, layout.sessions].map(tooWide))
  return [...wide.flat(), ...(await brokenSessions(layout.sessions))]
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
