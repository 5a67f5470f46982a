import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DeliveryFile } from '../port/plan.ts'
import { isAlive, type ProcessIdentity, processIdentity } from './process-identity.ts'
import { endOrphans } from './process-record.ts'

/**
 * Writes the files of a plan (0600, in folders of 0700), runs, and removes each
 * one after the last run that uses it. Runs that deliver the same text share one
 * file through leases in `leaseDir` (default: `leases` beside the file). What
 * killed runs left behind, programs included, is cleared away first.
 */
export async function withDeliveryFiles<T>(
  files: readonly DeliveryFile[],
  options: { readonly leaseDir?: string },
  run: () => Promise<T>,
): Promise<T> {
  const releases: (() => Promise<void>)[] = []
  try {
    for (const dir of new Set(files.map((file) => dirname(file.path)))) {
      await sweepDeliveries(dir, options)
    }
    for (const file of files) releases.push(await deliver(file, options))
    return await run()
  } finally {
    for (const release of releases) await release()
  }
}

/** Ends programs and removes delivery files of runs that were killed. Returns the files that it removed. */
export async function sweepDeliveries(
  deliverDir: string,
  options: { readonly leaseDir?: string } = {},
): Promise<readonly string[]> {
  await endOrphans(deliverDir)
  const leaseDir = options.leaseDir ?? join(deliverDir, 'leases')
  const dead = new Set<string>()
  for (const name of await readdir(leaseDir).catch(() => [])) {
    const owner = await readLease(join(leaseDir, name))
    if (owner && isAlive(owner)) continue
    await rm(join(leaseDir, name), { force: true })
    dead.add(keyOf(name))
  }
  const live = new Set((await readdir(leaseDir).catch(() => [])).map(keyOf))
  const removed = [...dead].filter((key) => !live.has(key)).map((key) => join(deliverDir, key))
  for (const path of removed) await rm(path, { force: true })
  return removed
}

async function deliver(
  file: DeliveryFile,
  options: { readonly leaseDir?: string },
): Promise<() => Promise<void>> {
  const dir = dirname(file.path)
  const leaseDir = options.leaseDir ?? join(dir, 'leases')
  await mkdir(leaseDir, { recursive: true, mode: 0o700 })
  const key = basename(file.path)
  const lease = join(leaseDir, `${key}~${process.pid}-${randomUUID()}`)
  await writeFile(lease, JSON.stringify(processIdentity(process.pid)), { mode: 0o600 })
  const temporary = `${file.path}.${randomUUID()}.tmp`
  await writeFile(temporary, file.content, { mode: 0o600 })
  await rename(temporary, file.path)
  return async () => {
    await rm(lease, { force: true })
    const users = (await readdir(leaseDir)).filter((name) => keyOf(name) === key)
    if (users.length === 0) await rm(file.path, { force: true })
  }
}

function keyOf(lease: string): string {
  return lease.slice(0, lease.lastIndexOf('~'))
}

async function readLease(path: string): Promise<ProcessIdentity | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessIdentity
  } catch {
    // A half-written lease belongs to nobody.
    return null
  }
}
