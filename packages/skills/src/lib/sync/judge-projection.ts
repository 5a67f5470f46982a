import { join } from 'node:path'
import { exists, hashEntries, listTree, type TreeEntry } from '@onesoul/disk'
import { checkInventory } from '../inventory/inventory.ts'
import { type Receipt, type ReceiptReading, readReceipt } from '../receipts/receipt.ts'
import { checkPackage } from './check-package.ts'
import { errorText } from './error-text.ts'
import { compareTree, manifestHashOf, treeHashOf } from './package-tree.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import type { BrokenPackage, SkillPackage } from './skill-package.ts'
import type { SyncVerdict, TreeDifference } from './sync-outcome.ts'
import type { SyncPlace } from './sync-place.ts'

/** What a sync does about one skill at one place. */
export interface Judgement {
  readonly verdict: SyncVerdict
  /** What has to be done; `null`: nothing. */
  readonly todo: {
    /** Writes the tree and the receipt, or only the receipt. */
    readonly what: 'tree' | 'receipt'
    readonly skill: SkillPackage
    readonly receipt: Receipt
    /** Hash of what stands there; `null`: nothing does. */
    readonly before: string | null
    /** Somebody else's or edited: only when the person says so, and kept as a backup. */
    readonly takeover: boolean
  } | null
  readonly difference: TreeDifference | null
  readonly aliases: readonly string[]
}

export interface JudgedSkill {
  readonly skill: SkillPackage | BrokenPackage
  readonly target: ResolvedTarget
  /** What is not ours, or not any more, may be taken over. */
  readonly adopt: boolean
}

/** Looks at the disk and says what a sync would do. Changes nothing. */
export async function judgeProjection(place: SyncPlace, judged: JudgedSkill): Promise<Judgement> {
  const { skill, target } = judged
  if (target.folder === null || target.refusal !== null) {
    return settled(target.refusal ?? failed('missing_target', 'there is no folder'), target)
  }
  const fault = 'fault' in skill ? skill.fault : checkPackage(skill)
  if (fault !== null || 'fault' in skill) {
    return settled(failed('invalid_package', `it cannot be copied: ${fault}`), target)
  }
  const blocked = await checkInventory(place, skill)
  if (blocked !== null) return settled(failed('inventory_blocked', blocked), target)
  try {
    return await compare(place, { ...judged, skill, folder: target.folder })
  } catch (error) {
    // What cannot be read cannot be judged; the other skills can.
    return settled(failed('missing_target', errorText(error)), target)
  }
}

interface Wanted extends JudgedSkill {
  readonly skill: SkillPackage
  readonly folder: string
}

async function compare(place: SyncPlace, wanted: Wanted): Promise<Judgement> {
  const { skill, folder, target } = wanted
  const projection = join(folder, skill.name)
  const noted = await readReceipt(place, projection)
  const treeHash = treeHashOf(skill.files)
  const before = noted.outcome === 'valid' ? noted.receipt.aliases : []
  const receipt: Receipt = {
    name: skill.name,
    profile: skill.profile,
    version: skill.version,
    target: folder,
    aliases: [...new Set([...before, ...target.aliases])].sort(),
    manifestHash: manifestHashOf(skill.files),
    treeHash,
  }
  if (noted.outcome === 'invalid' && !wanted.adopt) {
    return settled({ outcome: 'conflict', reason: 'invalid_receipt', message: noted.fault }, target)
  }
  const entries = (await exists(projection)) ? await listTree(projection) : null
  return judge({ ...wanted, noted, receipt, entries })
}

interface Seen extends Wanted {
  readonly noted: ReceiptReading
  readonly receipt: Receipt
  readonly entries: readonly TreeEntry[] | null
}

function judge(seen: Seen): Judgement {
  const { noted, entries, receipt, skill } = seen
  const before = entries === null ? null : hashEntries(entries)
  const isOurs = noted.outcome === 'valid'
  const plan = (verdict: SyncVerdict, what: 'tree' | 'receipt', takeover = false): Judgement => ({
    verdict,
    todo: { what, skill, receipt, before, takeover },
    difference: takeover && entries !== null ? compareTree(entries, skill) : null,
    aliases: receipt.aliases,
  })
  if (before === null) {
    return isOurs
      ? plan(changed('missing_target', 'it was gone'), 'tree')
      : plan(changed(reasonOf(noted), 'it is new'), 'tree')
  }
  if (before === receipt.treeHash) return judgeSame(seen, plan)
  if (isOurs && before === noted.receipt.treeHash) {
    return plan(changed(null, `it was at ${noted.receipt.version}`), 'tree')
  }
  return judgeOther(seen, plan)
}

type Plan = (verdict: SyncVerdict, what: 'tree' | 'receipt', takeover?: boolean) => Judgement

/** What stands there is what would be written. */
function judgeSame({ noted, receipt, target, adopt }: Seen, plan: Plan): Judgement {
  if (noted.outcome === 'valid') {
    const isSame = JSON.stringify(noted.receipt) === JSON.stringify(receipt)
    if (!isSame) return plan(changed(null, describeNoted(noted.receipt, receipt)), 'receipt')
    const message = 'it is there as it should be'
    return {
      ...settled({ outcome: 'unchanged', reason: null, message }, target),
      aliases: receipt.aliases,
    }
  }
  if (adopt) {
    const reason = noted.outcome === 'invalid' ? 'invalid_receipt' : 'missing_receipt'
    return plan(changed(reason, 'the same tree was there and is taken over'), 'receipt')
  }
  const message = 'the same tree is there and OneSoul did not write it; --adopt takes it over'
  return settled({ outcome: 'conflict', reason: 'missing_receipt', message }, target)
}

function describeNoted(before: Receipt, now: Receipt): string {
  const more = now.aliases.filter((alias) => !before.aliases.includes(alias))
  return more.length > 0
    ? `it is for ${more.join(', ')} as well`
    : 'its receipt is brought up to date'
}

/** Something else stands there. */
function judgeOther({ noted, adopt, skill, entries, target }: Seen, plan: Plan): Judgement {
  const reason = noted.outcome === 'valid' ? 'drift' : 'collision'
  if (adopt) return plan(changed(reason, 'it is taken over'), 'tree', true)
  const verdict: SyncVerdict =
    reason === 'drift'
      ? {
          outcome: 'drift',
          reason,
          message: 'it was edited since OneSoul wrote it; --adopt replaces it',
        }
      : {
          outcome: 'conflict',
          reason,
          message:
            'a folder of that name is there and OneSoul did not write it; --adopt takes it over',
        }
  return { ...settled(verdict, target), difference: compareTree(entries ?? [], skill) }
}

function reasonOf({ outcome }: ReceiptReading): 'invalid_receipt' | null {
  return outcome === 'invalid' ? 'invalid_receipt' : null
}

function changed(
  reason: Extract<SyncVerdict, { outcome: 'changed' }>['reason'],
  message: string,
): SyncVerdict {
  return { outcome: 'changed', reason, message }
}

function failed(
  reason: Extract<SyncVerdict, { outcome: 'failed' }>['reason'],
  message: string,
): SyncVerdict {
  return { outcome: 'failed', reason, message }
}

function settled(verdict: SyncVerdict, { aliases }: ResolvedTarget): Judgement {
  return { verdict, todo: null, difference: null, aliases }
}
