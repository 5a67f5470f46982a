import { countChars, findSlot } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { addEntry, toEntry } from './add-entry.ts'
import { checkShape, judgeText, MAX_REASON_CHARS } from './judge-text.ts'
import { MEMORY_SLOTS, type Proposal, type ProposalKind } from './proposal.ts'
import { type Decided, granted, refused } from './proposal-refusal.ts'
import { keepProposal, withProposals } from './proposal-store.ts'
import {
  bodyOf,
  findSlotTargets,
  measureFor,
  type ProposalTarget,
  readSlotContent,
  type SlotTarget,
} from './slot-target.ts'

/** What is proposed, by whoever may only propose. */
export interface WantedChange {
  readonly kind: ProposalKind
  /** A slot, as a name or a file name: `MEMORY.md`. */
  readonly slot: string
  /** An entry to add, or the whole new body of the file. */
  readonly text: string
  /** Why, in one sentence. */
  readonly reason: string
  /** For whom and where the session was composed. */
  readonly target: ProposalTarget
  /** Default: none. */
  readonly session?: string | null
}

/**
 * Keeps a change for a person to accept. Refused, with the reason in words, when it could not be accepted as it is: the
 * text, the file and its budget are looked at now and again at the acceptance. Nothing but the state is written.
 *
 * @throws SourcesError `state-unusable` and as `gatherInputs`; DiskError
 */
export async function propose(
  home: HomePlace,
  wanted: WantedChange,
  now: Date = new Date(),
): Promise<Decided<Proposal>> {
  const found = await findTarget(home, wanted)
  if (!found.ok) return found
  const target = found.value
  const reason = wanted.reason.trim().replace(/\s+/g, ' ')
  const reasonChars = countChars(reason)
  if (reasonChars > MAX_REASON_CHARS) {
    const message = `the reason has ${reasonChars} characters, and one may have ${MAX_REASON_CHARS}`
    return refused('text-invalid', message)
  }
  const text = wanted.kind === 'memory' ? toEntry(wanted.text) : wanted.text
  const fault = checkShape({ kind: wanted.kind, text })
  if (fault !== null) return refused('text-invalid', fault)
  return withProposals(home.dir, 'propose', async () => {
    const change = await planChange(home, { ...target, kind: wanted.kind, text })
    if (!change.ok) return change
    const data = MEMORY_SLOTS.includes(target.slot)
    const today = now.toISOString().slice(0, 10)
    const judged = await judgeText(home, {
      kind: wanted.kind,
      text,
      trust: 'model',
      data,
      today,
      ...(change.value.before !== null && wanted.kind === 'config'
        ? { before: change.value.body }
        : {}),
    })
    if (!judged.ok) return judged
    return keepProposal(home.dir, {
      kind: wanted.kind,
      slot: target.slot,
      scope: target.scope,
      path: target.path,
      baseSha256: change.value.sha256,
      text,
      reason,
      session: wanted.session ?? null,
      audience: target.audience,
      at: now.toISOString(),
      findings: judged.value,
    })
  })
}

/** A change worked out on the file as it is now. */
export interface PlannedChange {
  /** `null`: there is no file. */
  readonly before: Uint8Array | null
  readonly after: Uint8Array
  /** Hex, of the bytes before. */
  readonly sha256: string | null
  /** The text before, without frontmatter. */
  readonly body: string
}

/** Works a change out on the file as it is, within its budget; writes nothing. */
export async function planChange(
  home: HomePlace,
  wanted: Pick<SlotTarget, 'path' | 'budget'> & Pick<Proposal, 'kind' | 'text'>,
): Promise<Decided<PlannedChange>> {
  const { path, kind, text, budget } = wanted
  const read = await readSlotContent(home, path)
  if (!read.ok) return read
  const content = read.value
  const body = content ? bodyOf(content.document) : ''
  const after = kind === 'memory' ? addEntry(content, text, path) : granted(withBody(content, text))
  if (!after.ok) return after
  const bodyBytes = content ? content.bytes.length - Buffer.byteLength(body) : 0
  const size = measureFor(budget, new TextDecoder().decode(after.value.subarray(bodyBytes)))
  if (size > budget.amount) {
    const had = measureFor(budget, body)
    const message = `${path} would have ${size} ${budget.unit} of ${budget.amount} (${budget.from}); it has ${had}. Shorten it, or take something out first`
    return refused('over-budget', message)
  }
  const sha256 = content?.sha256 ?? null
  return granted({ before: content?.bytes ?? null, after: after.value, sha256, body })
}

/** The target of a change among those that its session may change. */
async function findTarget(
  home: HomePlace,
  { kind, slot, target }: Pick<WantedChange, 'kind' | 'slot' | 'target'>,
): Promise<Decided<SlotTarget>> {
  const name = findSlot(slot)?.slot
  const targets = await findSlotTargets(home, target)
  const known = targets.filter((one) => kind === 'config' || MEMORY_SLOTS.includes(one.slot))
  const found = known.find((one) => one.slot === name)
  if (found) return granted(found)
  const names = known.map((one) => `${one.slot}.md`).join(', ') || 'nothing'
  return refused(
    'target',
    `${JSON.stringify(slot.slice(0, 60))} cannot be changed here; ${names} can`,
  )
}

/** The file with another body: its frontmatter and its byte order mark stay. */
function withBody(content: Parameters<typeof addEntry>[0], text: string): Uint8Array {
  if (content === null) return Buffer.from(text, 'utf8')
  const kept = content.bytes.length - Buffer.byteLength(bodyOf(content.document))
  return Buffer.concat([content.bytes.subarray(0, kept), Buffer.from(text, 'utf8')])
}
