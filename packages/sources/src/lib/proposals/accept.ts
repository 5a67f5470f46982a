import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stateLayout, withLock, writeFileSafely } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { toEntry } from './add-entry.ts'
import { checkShape, judgeText } from './judge-text.ts'
import { MEMORY_SLOTS, type Proposal, type ProposalFinding } from './proposal.ts'
import { type Decided, granted, refused } from './proposal-refusal.ts'
import { findProposal, proposalsFolder, removeProposal, withProposals } from './proposal-store.ts'
import { type PlannedChange, planChange } from './propose.ts'
import { findSlotTargets, type ProposalTarget, type SlotTarget } from './slot-target.ts'

/** What became of a file, or would. */
export interface AcceptedChange {
  readonly proposal: Pick<Proposal, 'id' | 'kind' | 'slot' | 'scope' | 'path' | 'text'>
  /** The file before, `null` without one, and after; `null` when it says so already. */
  readonly change: { readonly before: Uint8Array | null; readonly after: Uint8Array } | null
  /** Absolute path of the copy of the file as it was; `null`: there was none, or nothing was written. */
  readonly copy: string | null
  /** The scanner's and the lint's words that did not keep it back. */
  readonly findings: readonly ProposalFinding[]
  /** `already`: the file says so already, as after a kill behind the write. */
  readonly outcome: 'written' | 'already' | 'dry-run'
}

export interface AcceptOptions {
  /** Say what would be done, and do nothing. Default: false. */
  readonly dryRun?: boolean
  /** Default: now. */
  readonly now?: Date
}

/**
 * Writes what a person accepted into the person's file and removes the proposal, under the lock. The file is judged
 * again as it is now. A copy of the file as it was is kept in the state first.
 *
 * @throws SourcesError `state-unusable`; DiskError when the file cannot be written, which leaves file and proposal
 */
export async function acceptProposal(
  home: HomePlace,
  id: string,
  options: AcceptOptions = {},
): Promise<Decided<AcceptedChange>> {
  const { dryRun = false, now = new Date() } = options
  const work = async (): Promise<Decided<AcceptedChange>> => {
    const found = await findProposal(home.dir, id)
    return found.ok ? apply(home, found.value, { dryRun, now }) : found
  }
  return dryRun ? work() : withProposals(home.dir, 'accept', () => withSlots(home, work))
}

/** Removes a proposal and leaves everything else as it is. */
export async function rejectProposal(home: HomePlace, id: string): Promise<Decided<Proposal>> {
  return withProposals(home.dir, 'reject', async () => {
    const found = await findProposal(home.dir, id)
    if (found.ok) await removeProposal(home.dir, id)
    return found
  })
}

/** An entry that a person writes. */
export interface OwnEntry {
  readonly slot: 'MEMORY' | 'USER'
  readonly text: string
  readonly target: ProposalTarget
}

/** Adds an entry of a person's own at once; findings are told and keep nothing back unless the policy does. */
export async function addOwnEntry(
  home: HomePlace,
  { slot, text, target }: OwnEntry,
  options: AcceptOptions = {},
): Promise<Decided<AcceptedChange>> {
  const { dryRun = false, now = new Date() } = options
  const work = async (): Promise<Decided<AcceptedChange>> => {
    const places = await findSlotTargets(home, target, { ofPerson: true })
    const place = places.find((one) => one.slot === slot)
    if (!place) return refused('target', `${slot}.md is excluded here, or cannot be read`)
    const id = `own-${now.getTime().toString(36)}`
    const proposal = { id, kind: 'memory', ...place, text: toEntry(text) } as const
    return write(home, proposal, { dryRun, now, trust: 'user', budget: place.budget })
  }
  return dryRun ? work() : withProposals(home.dir, 'memory add', () => withSlots(home, work))
}

interface Moment {
  readonly dryRun: boolean
  readonly now: Date
}

async function apply(
  home: HomePlace,
  proposal: Proposal,
  moment: Moment,
): Promise<Decided<AcceptedChange>> {
  const { path, scope } = proposal
  const target = targetOfPath(home.dir, proposal)
  const places = await findSlotTargets(home, target, { ofPerson: true })
  const place = places.find((one) => one.path === path)
  if (!place) {
    const message = `${path} is not the file that counts for its ${scope} scope any more`
    return refused('changed', message)
  }
  const done = await write(home, proposal, { ...moment, trust: 'model', budget: place.budget })
  if (done.ok && !moment.dryRun) await removeProposal(home.dir, proposal.id)
  return done
}

type Writable = Pick<Proposal, 'id' | 'kind' | 'slot' | 'scope' | 'path' | 'text'>

async function write(
  home: HomePlace,
  proposal: Writable & Partial<Pick<Proposal, 'baseSha256'>>,
  { dryRun, now, trust, budget }: Moment & Pick<SlotTarget, 'budget'> & { trust: 'model' | 'user' },
): Promise<Decided<AcceptedChange>> {
  const { path, kind, text, slot } = proposal
  const fault = checkShape({ kind, text })
  if (fault !== null) return refused('text-invalid', fault)
  const planned = await planChange(home, { path, kind, text, budget })
  const shown = { id: proposal.id, kind, slot, scope: proposal.scope, path, text }
  const already = {
    proposal: shown,
    change: null,
    copy: null,
    findings: [],
    outcome: 'already',
  } as const
  if (!planned.ok) return planned.refusal.code === 'duplicate' ? granted(already) : planned
  const { before, after, sha256, body } = planned.value
  if (kind === 'config' && sha256 === sha256Of(after)) return granted(already)
  if (kind === 'config' && sha256 !== proposal.baseSha256) {
    return refused('changed', `${path} changed since this was proposed; it was left as it is`)
  }
  const judged = await judgeText(home, {
    kind,
    text,
    trust,
    data: MEMORY_SLOTS.includes(slot),
    today: now.toISOString().slice(0, 10),
    ...(kind === 'config' && { before: body }),
  })
  if (!judged.ok) return judged
  const findings = judged.value
  const done = { proposal: shown, change: { before, after }, copy: null, findings }
  if (dryRun) return granted({ ...done, findings, outcome: 'dry-run' })
  const copy = await keepCopy(home, proposal, planned.value)
  const roots = [home.configsDir]
  await writeFileSafely(join(home.configsDir, path), after, { roots, expectedSha256: sha256 })
  return granted({ ...done, copy, findings, outcome: 'written' })
}

/** The file as it was, by the id of the change; it is there before the file changes. */
async function keepCopy(
  home: HomePlace,
  { id, slot }: Pick<Proposal, 'id' | 'slot'>,
  { before }: PlannedChange,
): Promise<string | null> {
  if (before === null) return null
  const folder = join(proposalsFolder(home.dir), 'before')
  const path = join(folder, `${id}-${slot}.md`)
  await writeFileSafely(path, before, { roots: [home.dir] })
  await removeOldest(folder)
  return path
}

/** Copies that are kept. */
const MAX_COPIES = 100

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  if (names.length <= MAX_COPIES) return
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const gone = aged.sort((a, b) => b.at - a.at).slice(MAX_COPIES)
  for (const { name } of gone) await rm(join(folder, name), { force: true })
}

/** The target that has this very file: its folders are the names. */
function targetOfPath(
  cwd: string,
  { path, scope }: Pick<Proposal, 'path' | 'scope'>,
): ProposalTarget {
  const [platform, bot] = path.split('/').slice(0, -1)
  // What a work tree leaves out of its prompts is the person's file all the same.
  return {
    cwd,
    ...(scope !== 'global' && platform !== undefined && { platform }),
    ...(scope === 'bot' && bot !== undefined && { bot }),
  }
}

/** The lock that every change of slot files takes. */
function withSlots<T>(home: HomePlace, work: () => Promise<T>): Promise<T> {
  return withLock(join(stateLayout(home.dir).locks, 'slots'), { command: 'onesoul memory' }, work)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
