import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import {
  acquireLeases,
  sweepLeases,
  sweepTempFiles,
  type WantedLease,
  writeOwnFile,
} from '@onesoul/disk'
import type { DeliveryFile } from '../port/plan.ts'
import type { SkillBundle } from '../port/skills.ts'
import { bundleLease, removeBundle } from '../skills/write-bundle.ts'
import { type DeliveryRun, endOrphans, type NotedRun, readRuns } from './process-record.ts'

export interface DeliveryOptions {
  /** Folder of the leases. Default: `.leases` beside the files; without files, nothing is kept anywhere. */
  readonly leaseDir?: string
  /** Is there while the run lasts as well. Default: none. */
  readonly bundle?: SkillBundle | undefined
}

/**
 * Writes the files of a plan (0600, in folders of 0700), runs, and removes each
 * one after the last run that uses it. Runs that deliver the same text share one
 * file, also across processes. What killed runs left behind, programs
 * included, is cleared away first.
 */
export async function withDeliveryFiles<T>(
  files: readonly DeliveryFile[],
  options: DeliveryOptions,
  run: (own?: DeliveryRun) => Promise<T>,
): Promise<T> {
  const [first] = files
  const { bundle } = options
  const leaseDir =
    options.leaseDir ?? (first ? join(dirname(first.path), '.leases') : bundle?.leaseDir)
  if (leaseDir === undefined) return run()
  await sweepDeliveries(first ? dirname(first.path) : dirname(leaseDir), { leaseDir })
  for (const folder of new Set(files.map((file) => dirname(file.path)))) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  const shared = [...files.map(sharedFile), ...(bundle ? [sharedBundle(bundle)] : [])]
  const leases = shared.length > 0 ? await acquireLeases(leaseDir, shared) : []
  try {
    return await run({ notesDir: notesBeside(leaseDir), leases })
  } finally {
    for (const [index, lease] of leases.entries()) {
      await lease.release(shared[index]?.remove)
    }
  }
}

/**
 * The run of something that starts programs and delivers nothing: the next start
 * ends them when we are killed before they end.
 */
export function askingRun(deliverDir: string): DeliveryRun {
  return { notesDir: notesBeside(join(deliverDir, '.leases')), leases: [] }
}

/** Ends the programs and removes the delivery files of runs that were killed; returns the removed files. */
export async function sweepDeliveries(
  deliverDir: string,
  options: DeliveryOptions = {},
): Promise<readonly string[]> {
  const leaseDir = options.leaseDir ?? join(deliverDir, '.leases')
  const removed: string[] = []
  await endOrphans(notesBeside(leaseDir))
  await sweepLeases(leaseDir, {
    cleanUp: async (key) => {
      const path = join(deliverDir, `${key}.md`)
      await rm(path, { force: true })
      removed.push(path)
    },
  })
  await sweepTempFiles(deliverDir)
  await sweepTempFiles(leaseDir)
  return removed
}

/** The runs that are noted beside a delivery folder: those that go on, and programs of runs that were killed. */
export function listRuns(deliverDir: string): Promise<readonly NotedRun[]> {
  return readRuns(notesBeside(join(deliverDir, '.leases')))
}

interface Shared extends WantedLease {
  /** Runs after the last share. */
  readonly remove: () => Promise<void>
}

function sharedFile(file: DeliveryFile): Shared {
  const key = basename(file.path, extname(file.path))
  return {
    key,
    prepare: () => writeOwnFile(file.path, file.content),
    remove: () => rm(file.path, { force: true }),
  }
}

function sharedBundle(bundle: SkillBundle): Shared {
  return { ...bundleLease(bundle), remove: () => removeBundle(bundle) }
}

function notesBeside(leaseDir: string): string {
  return join(dirname(leaseDir), '.running')
}
