import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { listRuns, sweepDeliveries } from '@onesoul/agents'
import { liveKeys, type StateLayout, sweep, sweepTempFiles, sweepTempFolders } from '@onesoul/disk'
import { createAgents } from '../agents/registry.ts'
import { installedFolders } from './installed-places.ts'

/** Something that a run of this home left behind. */
export interface Leftover {
  readonly kind:
    | 'process'
    | 'delivery'
    | 'socket'
    | 'folder'
    | 'lock'
    | 'lease'
    | 'session'
    | 'temp'
  /** A path, or the number of a process. */
  readonly what: string
}

/** What killed runs left that would be removed; changes nothing. */
export async function findLeftovers(
  layout: StateLayout,
  env: Readonly<Record<string, string>>,
): Promise<readonly Leftover[]> {
  const runs = await listRuns(layout.deliver)
  const programs = runs.flatMap(({ programPid }) => (programPid === null ? [] : [programPid]))
  const live = await liveKeys(layout.leases)
  const names = await readdir(layout.deliver).catch(() => [])
  const deliveries = names.filter((name) => name.endsWith('.md') && !live.has(name.slice(0, -3)))
  const sockets = names.filter((name) => name.endsWith('.sock'))
  const folders = await findFolders(layout, env)
  const temps = await sweepOutside(env, { dryRun: true })
  return [
    ...programs.map((pid): Leftover => ({ kind: 'process', what: String(pid) })),
    ...deliveries.map((name): Leftover => ({ kind: 'delivery', what: join(layout.deliver, name) })),
    ...sockets.map((name): Leftover => ({ kind: 'socket', what: join(layout.deliver, name) })),
    ...folders.map((path): Leftover => ({ kind: 'folder', what: path })),
    ...temps.map((path): Leftover => ({ kind: 'temp', what: path })),
  ]
}

/** Temporary files of killed writes beside what a command installs outside of the home, and lent folders. */
async function sweepOutside(
  env: Readonly<Record<string, string>>,
  options: { readonly dryRun: boolean },
): Promise<readonly string[]> {
  const swept: string[] = []
  for (const folder of installedFolders(env)) swept.push(...(await sweepTempFiles(folder, options)))
  return [...swept, ...(await sweepTempFolders(options))]
}

/** Ends and removes what killed runs left; returns what it was. */
export async function removeLeftovers(
  layout: StateLayout,
  env: Readonly<Record<string, string>>,
): Promise<readonly Leftover[]> {
  const found = await findLeftovers(layout, env)
  await sweepDeliveries(layout.deliver)
  const swept = await sweep(layout)
  await sweepOutside(env, { dryRun: false })
  for (const { kind, what } of found) if (kind === 'folder') await removeFolder(what)
  const known = new Set(found.map((one) => one.what))
  const more = swept.filter((item) => !known.has(item.path))
  return [...found, ...more.map(({ kind, path }): Leftover => ({ kind, what: path }))]
}

/** Folders of sockets outside of the home, where the home's own path is too long for one. */
async function findFolders(
  { deliver }: StateLayout,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const candidates = (await createAgents()).flatMap(
    (agent) => agent.outsideFolders?.({ deliverDir: deliver, env }) ?? [],
  )
  const found: string[] = []
  for (const path of candidates) if (await isOwnFolder(path)) found.push(path)
  return found
}

/** A folder of somebody else, or a link, is none of ours whatever its name. */
async function isOwnFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null)
  return stats?.isDirectory() === true && (!process.getuid || stats.uid === process.getuid())
}

/** Removes sockets that nobody listens on, then the folder unless something else is in it. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isSocket = (await lstat(path)).isSocket()
    if (isSocket && (await isDead(path))) await rm(path, { force: true })
  }
  // What is left in it is not ours to remove.
  await rmdir(folder).catch(() => undefined)
}

function isDead(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    const settle = (dead: boolean): void => {
      probe.destroy()
      resolve(dead)
    }
    probe.once('connect', () => settle(false))
    probe.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'))
  })
}
