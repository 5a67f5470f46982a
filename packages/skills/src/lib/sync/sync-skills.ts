import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '@onesoul/disk'
import { asSkillsError } from '../as-skills-error.ts'
import { keepInInventory } from '../inventory/inventory.ts'
import { listReceipts } from '../receipts/list-receipts.ts'
import { writeReceipt } from '../receipts/receipt.ts'
import { SkillsError } from '../skills-error.ts'
import { writeProjection } from './change-projection.ts'
import { errorText } from './error-text.ts'
import { type Judgement, judgeProjection } from './judge-projection.ts'
import { keepBackup } from './keep-backup.ts'
import { listPending, repair } from './repair.ts'
import { type ResolvedTarget, resolveTargets } from './resolve-targets.ts'
import type { BrokenPackage, SkillPackage } from './skill-package.ts'
import type { SkillTarget } from './skill-targets.ts'
import type { SyncItem, SyncReport, SyncVerdict, TreeDifference } from './sync-outcome.ts'
import { type OnSyncStep, type SyncHomes, type SyncPlace, syncPlace } from './sync-place.ts'

export interface SyncRequest {
  readonly skills: readonly (SkillPackage | BrokenPackage)[]
  readonly targets: readonly SkillTarget[]
  /** These are all skills that there should be, so that others of ours are told. Default: false. */
  readonly whole?: boolean
}

/** A tree that stands where a skill would be written, and that is not what OneSoul wrote. */
export interface Takeover {
  readonly name: string
  readonly target: string
  readonly difference: TreeDifference
}

export interface SyncOptions {
  /**
   * Whether such a tree is replaced; it is kept as a backup first. A tree that is
   * the same already is taken over unasked. Default: nothing is taken over.
   */
  readonly adopt?: (takeover: Takeover) => Promise<boolean>
  /** Told of every step; a test ends the process there. */
  readonly onStep?: OnSyncStep
}

/** What {@link syncSkills} would do and what is wrong. Changes nothing, takes no lock. */
export async function readSyncStatus(
  homes: SyncHomes,
  request: SyncRequest,
  { adopt = false }: { readonly adopt?: boolean } = {},
): Promise<SyncReport> {
  const place = syncPlace(homes)
  const items: SyncItem[] = []
  const { pending, faults } = await listPending(place)
  const targets = await resolveTargets(homes, request.targets)
  for (const target of targets) {
    for (const skill of request.skills) {
      const found = await judgeProjection(place, { skill, target, adopt })
      const isPending = pending.some(
        (one) => one.fault === null && one.name === skill.name && one.target === target.folder,
      )
      items.push(itemOf({ skill, target }, found, isPending ? CUT_OFF : found.verdict))
    }
  }
  const left = await listLeft(place, targets, request)
  return { items: [...items, ...left], pending, faults }
}

/**
 * Brings skills into the folders that agents read: what a killed process left is
 * mended first, what others wrote or edited stays. Each skill stands or falls
 * alone. Serialised by a lock of the OneSoul home, whose state must be usable.
 *
 * @throws DiskError as `withLock`
 */
export async function syncSkills(
  homes: SyncHomes,
  request: SyncRequest,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const place = syncPlace(homes, options.onStep)
  return withSyncLock(place, 'onesoul skills sync', async () => {
    const { pending, faults } = await repair(place)
    const items: SyncItem[] = []
    const targets = await resolveTargets(homes, request.targets)
    for (const target of targets) {
      for (const skill of request.skills) {
        items.push(await syncOne(place, { skill, target }, options))
      }
    }
    const left = await listLeft(place, targets, request)
    return { items: [...items, ...left], pending, faults }
  })
}

/**
 * Runs while nobody else changes skills of agents on behalf of this home.
 *
 * @throws SkillsError `state-unusable` when the disk refuses it; DiskError as `withLock`
 */
export async function withSyncLock<T>(
  { locks, lock }: SyncPlace,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(locks, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new SkillsError('state-unusable', `${locks}: ${errorText(cause)}`, { cause })
  })
  return withLock(lock, { command, waitMs: 60_000 }, () =>
    work().catch((error: unknown) => {
      throw asSkillsError(error, 'skills could not be brought to agents')
    }),
  )
}

const CUT_OFF: SyncVerdict = {
  outcome: 'changed',
  reason: null,
  message: 'a change of it was cut off, which the next sync mends first',
}

/** What a sync wrote and nothing asks for any more. */
async function listLeft(
  place: SyncPlace,
  targets: readonly ResolvedTarget[],
  { skills, whole = false }: SyncRequest,
): Promise<readonly SyncItem[]> {
  if (!whole) return []
  const folders = new Set(targets.map(({ folder }) => folder))
  const names = new Set(skills.map(({ name }) => name))
  const { receipts } = await listReceipts(place)
  const left = receipts.filter(({ target, name }) => folders.has(target) && !names.has(name))
  return left.map(({ name, profile, target, aliases }) => {
    const message = `it is offered no more; \`onesoul skills unsync ${name}\` takes it out`
    const verdict = { outcome: 'unchanged', reason: null, message } as const
    return { name, profile, target, aliases, ...verdict, difference: null, backup: null }
  })
}

interface Pair {
  readonly skill: SkillPackage | BrokenPackage
  readonly target: ResolvedTarget
}

async function syncOne(place: SyncPlace, pair: Pair, { adopt }: SyncOptions): Promise<SyncItem> {
  const found = await judgeProjection(place, { ...pair, adopt: adopt !== undefined })
  const { todo, difference } = found
  if (todo === null) return itemOf(pair, found)
  const { name, target } = todo.receipt
  if (todo.takeover && !(await adopt?.({ name, target, difference: difference ?? NOTHING }))) {
    const refused = await judgeProjection(place, { ...pair, adopt: false })
    const message = `${refused.verdict.message}, which nobody agreed to`
    return itemOf(pair, refused, { ...refused.verdict, message })
  }
  const done = await carryOut(place, found)
  return { ...itemOf(pair, found, done.verdict), backup: done.backup }
}

const NOTHING: TreeDifference = { removed: [], changed: [], added: [] }

interface CarriedOut {
  readonly verdict: SyncVerdict
  readonly backup: string | null
}

async function carryOut(place: SyncPlace, { verdict, todo }: Judgement): Promise<CarriedOut> {
  if (todo === null) return { verdict, backup: null }
  const { skill, receipt, before, takeover } = todo
  const blocked = await keepInInventory(place, skill)
  if (blocked !== null) return { verdict: failed('inventory_blocked', blocked), backup: null }
  if (todo.what === 'receipt') {
    const why = await writeReceipt(place, receipt).then(() => null, errorText)
    return { verdict: why === null ? verdict : failed('receipt_write_failed', why), backup: null }
  }
  let backup: string | null = null
  try {
    const projection = join(receipt.target, receipt.name)
    if (takeover && before !== null) backup = await keepBackup(place, projection, before)
  } catch (error) {
    return { verdict: failed('missing_target', errorText(error)), backup: null }
  }
  const result = await writeProjection(place, { receipt, files: skill.files, before })
  if (result.result === 'done') return { verdict, backup }
  if (result.result !== 'changed-meanwhile') {
    return { verdict: failed(result.result, result.why), backup }
  }
  const isForeign = before === null || verdict.reason === 'collision'
  return { verdict: isForeign ? COLLISION : DRIFT, backup }
}

const MEANWHILE = 'somebody else wrote there just now; nothing was done'
const COLLISION: SyncVerdict = { outcome: 'conflict', reason: 'collision', message: MEANWHILE }
const DRIFT: SyncVerdict = { outcome: 'drift', reason: 'drift', message: MEANWHILE }

function failed(reason: Extract<SyncVerdict, { outcome: 'failed' }>['reason'], message: string) {
  return { outcome: 'failed', reason, message } as const
}

function itemOf(
  { skill, target }: Pair,
  { aliases, difference, verdict }: Judgement,
  done: SyncVerdict = verdict,
): SyncItem {
  const { name, profile } = skill
  return { name, profile, target: target.folder, aliases, ...done, difference, backup: null }
}
