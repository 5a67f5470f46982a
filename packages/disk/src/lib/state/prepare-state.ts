import type { Stats } from 'node:fs'
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskError } from '../disk-error.ts'
import { describeErrno, errnoOf } from '../errno.ts'
import { showPath } from '../paths/show-path.ts'
import { readFileSafely } from '../read/read-file-safely.ts'
import { writeFileSafely } from '../write/write-file-safely.ts'
import { type StateLayout, stateLayout } from './state-layout.ts'

/** The format number that this version writes and the highest that it reads. */
export const stateVersion: number = 1

/** Something about the folders that works but should not stay so. */
export interface StateFinding {
  readonly code: 'mode-too-wide' | 'foreign-owner'
  readonly path: string
  readonly message: string
  readonly fix: string
}

export type PrepareOutcome =
  | {
      readonly outcome: 'ready'
      readonly layout: StateLayout
      /** Folders that were made, with mode 0700. */
      readonly created: readonly string[]
      readonly findings: readonly StateFinding[]
    }
  | {
      readonly outcome: 'failed'
      readonly code: 'read-only' | 'not-directory' | 'full' | 'io'
      readonly path: string
      readonly message: string
      readonly fix?: string
    }

/**
 * Makes the home usable for state: its folders (0700) and its format number. What exists keeps its mode and is
 * reported when others can enter it.
 *
 * @throws DiskError `state-newer` when a newer version wrote this state, `state-unreadable` when its format number
 * makes no sense.
 */
export async function prepareState(home: string): Promise<PrepareOutcome> {
  const layout = stateLayout(home)
  const { home: outer, state, ...places } = layout
  const { sessions, deliver, leases, projects, stateSkills, cache, locks, captures } = places
  const steps = [
    () => [prepareFolder(outer)],
    () => [prepareFolder(state, () => requireVersion(layout))],
    () =>
      [sessions, deliver, projects, stateSkills, cache, locks, captures].map((path) =>
        prepareFolder(path),
      ),
    () => [prepareFolder(leases)],
  ]
  const created: string[] = []
  const findings: StateFinding[] = []
  for (const step of steps) {
    for (const folder of await Promise.all(step())) {
      if ('failed' in folder) return folder.failed
      if (folder.created) created.push(folder.path)
      findings.push(...folder.findings)
    }
  }
  return { outcome: 'ready', layout, created, findings }
}

type PreparedFolder =
  | { readonly path: string; readonly created: boolean; readonly findings: readonly StateFinding[] }
  | { readonly failed: PrepareOutcome }

async function prepareFolder(path: string, then?: () => Promise<void>): Promise<PreparedFolder> {
  try {
    const before = await stat(path).catch(() => null)
    const created = !before?.isDirectory()
    if (created) await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK | constants.X_OK)
    await then?.()
    return { path, created, findings: before && !created ? inspectFolder(path, before) : [] }
  } catch (error) {
    if (error instanceof DiskError && error.code !== 'write-failed') throw error
    return { failed: failedAt(path, error) }
  }
}

function inspectFolder(path: string, { mode, uid }: Stats): readonly StateFinding[] {
  const shown = showPath(path)
  const user = process.geteuid?.()
  if (user === undefined) return []
  if (uid !== user) {
    const message = `${shown} belongs to uid ${uid}, not to the user that runs (uid ${user}).`
    return [{ code: 'foreign-owner', path, message, fix: `Use a home of your own.` }]
  }
  if ((mode & 0o077) === 0) return []
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  const message = `${shown} has mode ${octal}, so that other users can see what is in it.`
  return [{ code: 'mode-too-wide', path, message, fix: `chmod 700 ${JSON.stringify(path)}` }]
}

/** What the format number of a home's state says: `missing` when nothing wrote it yet. */
export type StateFormat =
  | { readonly outcome: 'known' | 'missing' }
  | { readonly outcome: 'unusable'; readonly error: DiskError }

/**
 * Reads the format number of a home's state; changes nothing. `unusable` carries the error that {@link prepareState}
 * throws: `state-newer` or `state-unreadable`.
 */
export async function readStateFormat(
  layout: Pick<StateLayout, 'home' | 'state' | 'version'>,
): Promise<StateFormat> {
  const found = await readFileSafely(layout.version, { roots: [layout.home], maxBytes: 64 })
  if (found.outcome === 'missing') return { outcome: 'missing' }
  const text = found.outcome === 'content' ? Buffer.from(found.bytes).toString('utf8').trim() : ''
  if (!/^[1-9]\d{0,8}$/u.test(text)) {
    const shown = showPath(layout.version)
    const message = found.outcome === 'failed' ? found.message : `${shown} is no format number.`
    const fix = 'Move the state folder away; sessions and receipts are all it holds.'
    const error = new DiskError('state-unreadable', message, { path: layout.version, fix })
    return { outcome: 'unusable', error }
  }
  if (Number(text) <= stateVersion) return { outcome: 'known' }
  const message = `${showPath(layout.state)} was written by a newer OneSoul (format ${text}, this one knows ${stateVersion}).`
  const fix = 'Update OneSoul, or name another home with --home.'
  const error = new DiskError('state-newer', message, { path: layout.version, fix })
  return { outcome: 'unusable', error }
}

async function requireVersion(layout: StateLayout): Promise<void> {
  const format = await readStateFormat(layout)
  if (format.outcome === 'unusable') throw format.error
  if (format.outcome !== 'missing') return
  // A home may lie in a repository; what was said in sessions does not belong there.
  await writeFileSafely(join(layout.state, '.gitignore'), '*\n', { roots: [layout.home] })
  await writeFileSafely(layout.version, `${stateVersion}\n`, { roots: [layout.home] })
}

function failedAt(path: string, error: unknown): PrepareOutcome {
  const cause = error instanceof DiskError ? error.cause : error
  const errno = errnoOf(cause) ?? ''
  const base = { outcome: 'failed', path } as const
  const shown = showPath(path)
  const words = `${shown} cannot be used for state: ${describeErrno(cause)}.`
  if (['EROFS', 'EACCES', 'EPERM'].includes(errno)) {
    const fix = 'Make it writable, or name another home with --home or ONESOUL_HOME.'
    return { ...base, code: 'read-only', message: words, fix }
  }
  if (['ENOTDIR', 'EEXIST'].includes(errno)) {
    const message = `${shown} cannot be used for state: a file stands where a folder is expected.`
    return { ...base, code: 'not-directory', message, fix: 'Rename that file.' }
  }
  if (['ENOSPC', 'EDQUOT'].includes(errno)) return { ...base, code: 'full', message: words }
  return { ...base, code: 'io', message: words }
}
