import { join } from 'node:path'
import { exists, hashTree } from '@onesoul/disk'
import { listReceipts } from '../receipts/list-receipts.ts'
import { type Receipt, readReceipt, removeReceipt, writeReceipt } from '../receipts/receipt.ts'
import { removeProjection } from './change-projection.ts'
import { errorText } from './error-text.ts'
import { listPending, repair } from './repair.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { SkillProfile } from './skill-package.ts'
import type { SkillTarget } from './skill-targets.ts'
import type { SyncItem, SyncReport, SyncVerdict } from './sync-outcome.ts'
import { type OnSyncStep, type SyncHomes, type SyncPlace, syncPlace } from './sync-place.ts'
import { withSyncLock } from './sync-skills.ts'

export interface RemoveRequest {
  /** Default: every skill that there is a receipt of. */
  readonly names?: readonly string[]
  /** Only for these agents; what others read there as well stays for them. Default: for all. */
  readonly agents?: readonly string[]
  /** Default: all. */
  readonly profiles?: readonly SkillProfile[]
  /** Where to look for folders of `names` that have no receipt. Default: nowhere. */
  readonly targets?: readonly SkillTarget[]
}

export interface RemoveOptions {
  /** Changes nothing, takes no lock, and tells what would be done. Default: false. */
  readonly dryRun?: boolean
  readonly onStep?: OnSyncStep
}

/**
 * Takes skills out of the folders of agents: only what a receipt and an unchanged
 * tree prove to be ours. The inventory keeps them.
 *
 * @throws DiskError as `withLock`
 */
export async function removeProjections(
  homes: SyncHomes,
  request: RemoveRequest,
  { dryRun = false, onStep }: RemoveOptions = {},
): Promise<SyncReport> {
  const place = syncPlace(homes, onStep)
  if (dryRun) {
    const items = await removeEach(place, request, true)
    return { items, ...(await listPending(place)) }
  }
  // A home that never synced has nothing to lock.
  if (!(await exists(place.root)))
    return { items: await removeEach(place, request, true), pending: [], faults: [] }
  return withSyncLock(place, 'onesoul skills unsync', async () => {
    const left = await repair(place)
    return { items: await removeEach(place, request, false), ...left }
  })
}

async function removeEach(
  place: SyncPlace,
  request: RemoveRequest,
  dryRun: boolean,
): Promise<readonly SyncItem[]> {
  const { receipts } = await listReceipts(place)
  const items: SyncItem[] = []
  for (const receipt of receipts.filter((one) => isMeant(one, request))) {
    const left = request.agents ? receipt.aliases.filter((id) => !request.agents?.includes(id)) : []
    const verdict = await (left.length > 0
      ? keepFor(place, { ...receipt, aliases: left }, dryRun)
      : removeOne(place, receipt, dryRun).catch(unreadable))
    const { name, profile, target, aliases } = receipt
    items.push({ name, profile, target, aliases, ...verdict, difference: null, backup: null })
  }
  return [...items, ...(await unproved(place, request, items))]
}

function isMeant(
  { name, aliases, profile }: Receipt,
  { names, agents, profiles }: RemoveRequest,
): boolean {
  return (
    (names?.includes(name) ?? true) &&
    (profiles?.includes(profile) ?? true) &&
    (agents === undefined || aliases.some((alias) => agents.includes(alias)))
  )
}

/** Another agent reads it there. */
async function keepFor(place: SyncPlace, receipt: Receipt, dryRun: boolean): Promise<SyncVerdict> {
  const message = `it stays for ${receipt.aliases.join(', ')}`
  if (dryRun) return { outcome: 'changed', reason: null, message }
  return writeReceipt(place, receipt).then(
    () => ({ outcome: 'changed', reason: null, message }),
    noReceipt,
  )
}

async function removeOne(
  place: SyncPlace,
  receipt: Receipt,
  dryRun: boolean,
): Promise<SyncVerdict> {
  const { target, name, treeHash } = receipt
  const [found] = await resolveTargets(place, [{ agents: receipt.aliases, folder: target }])
  if (found?.refusal) return found.refusal
  if (found?.folder !== target) {
    const message = `a link stands on the way to ${target}`
    return { outcome: 'failed', reason: 'root_outside_home', message }
  }
  const projection = join(target, name)
  if (!(await exists(projection))) {
    const verdict = {
      outcome: 'changed',
      reason: 'missing_target',
      message: 'it was gone',
    } as const
    return dryRun ? verdict : removeReceipt(place, projection).then(() => verdict, noReceipt)
  }
  if ((await hashTree(projection)) !== treeHash) return EDITED
  if (dryRun) return TAKEN_OUT
  const result = await removeProjection(place, receipt)
  if (result.result === 'done') return TAKEN_OUT
  if (result.result === 'changed-meanwhile') return EDITED
  return { outcome: 'failed', reason: result.result, message: result.why }
}

const TAKEN_OUT: SyncVerdict = { outcome: 'changed', reason: null, message: 'it is taken out' }
const EDITED: SyncVerdict = {
  outcome: 'drift',
  reason: 'drift',
  message: 'it was edited since OneSoul wrote it, and stays; remove it by hand',
}

function unreadable(error: unknown): SyncVerdict {
  return { outcome: 'failed', reason: 'missing_target', message: errorText(error) }
}

function noReceipt(error: unknown): SyncVerdict {
  return { outcome: 'failed', reason: 'receipt_write_failed', message: errorText(error) }
}

/** Names that were asked for and have no receipt that proves anything. */
async function unproved(
  place: SyncPlace,
  { names = [], targets = [] }: RemoveRequest,
  items: readonly SyncItem[],
): Promise<readonly SyncItem[]> {
  const found: SyncItem[] = []
  for (const { folder, aliases } of await resolveTargets(place, targets)) {
    if (folder === null) continue
    for (const name of names) {
      const verdict = await judgeUnproved(place, join(folder, name))
      const base = { name, profile: 'own', target: folder, aliases } as const
      if (verdict) found.push({ ...base, ...verdict, difference: null, backup: null })
    }
  }
  const missing = names.filter((name) => ![...items, ...found].some((one) => one.name === name))
  const verdict = { outcome: 'unchanged', reason: 'missing_target', message: NOWHERE } as const
  const base = {
    profile: 'own',
    target: null,
    aliases: [],
    difference: null,
    backup: null,
  } as const
  return [...found, ...missing.map((name) => ({ name, ...base, ...verdict }))]
}

const NOWHERE = 'no agent has it'

async function judgeUnproved(place: SyncPlace, projection: string): Promise<SyncVerdict | null> {
  const reading = await readReceipt(place, projection)
  if (reading.outcome === 'valid' || !(await exists(projection))) return null
  if (reading.outcome === 'invalid') {
    return { outcome: 'conflict', reason: 'invalid_receipt', message: reading.fault }
  }
  const message = 'a folder of that name is there and OneSoul did not write it; it stays'
  return { outcome: 'conflict', reason: 'missing_receipt', message }
}
