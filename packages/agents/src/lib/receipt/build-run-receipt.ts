import type { RecordedRequest, RequestKind } from '../port/request.ts'
import type { RequestCounts } from '../recorder/request-log.ts'
import { readSlots } from '../wire/read-slots.ts'
import { buildReceipt, type Delivery, nameRequest } from './build-receipt.ts'
import { expectedSections, nativeSections } from './expected-section.ts'
import { type ExpectedSkills, judgeSkills } from './judge-skills.ts'
import { findUserText } from './label-spans.ts'
import type {
  JudgedSection,
  Receipt,
  ReceiptWarning,
  RunReceipt,
  RunVerdict,
  SectionVerdict,
} from './receipt.ts'

export interface RunReceiptInput extends Delivery {
  readonly requests: readonly RecordedRequest[]
  /** `agent.classify`. */
  readonly classify: (request: RecordedRequest) => RequestKind
  /** `recorder.counts()`. Default: every request was kept. */
  readonly counts?: RequestCounts
  /** What was meant to arrive of skills. Default: nothing. */
  readonly skills?: ExpectedSkills
  /** The endpoint behind the recorder. Default: none, the recorder answered itself. */
  readonly upstream?: { readonly provider: string; readonly baseUrl: string }
}

/** Worst first. */
const VERDICTS: readonly SectionVerdict[] = ['missing', 'twice', 'altered', 'delivered', 'native']

/** Judges every turn of a run and names everything else that it asked. Pure. */
export function buildRunReceipt(input: RunReceiptInput): RunReceipt {
  const named = input.requests.map((request) => ({
    request,
    kind: kindOf(request, input.classify),
  }))
  const turns = named.filter(({ kind }) => kind.kind === 'turn')
  const receipts = turns.map(({ request, kind }, index) => {
    const previous = turns[index - 1]?.request
    return buildReceipt({ ...input, request, kind, ...(previous ? { previous } : {}) })
  })
  const requests = turns.map(({ request }) => request)
  const sections = worstSections(receipts)
  const userSources = (input.userSources ?? []).map(({ what, where, text }) => ({
    what,
    where,
    found: requests.every((request) => hasInstruction(request, text)),
  }))
  const counts = input.counts ?? { requests: input.requests.length, notKept: 0 }
  const subagentRequests = named.filter(({ kind }) => kind.kind === 'subagent')
  const others = named.filter(({ kind }) => kind.kind !== 'turn')
  const receipt = {
    schemaVersion: 1 as const,
    level: input.level ?? ('wire' as const),
    agent: { id: input.agent.id, version: input.agent.version },
    sections,
    turns: receipts,
    others: others.map(({ request, kind }) => nameRequest(request, kind)),
    subagents: inspectSubagents(
      input,
      subagentRequests.map(({ request }) => request),
    ),
    userSources,
    ...(input.skills && { skills: judgeSkills(input.skills, requests) }),
    ...(input.upstream && { upstream: withoutCredentials(input.upstream) }),
    counts,
  }
  return { ...receipt, verdict: verdictOf(receipt), warnings: warningsOf(receipt, input) }
}

const UNREADABLE: RequestKind = { kind: 'other', name: 'unreadable' }

/** A body that could not be decoded says nothing, so it must not count as a turn without us. */
function kindOf(request: RecordedRequest, classify: RunReceiptInput['classify']): RequestKind {
  return request.protocol !== null && request.body === null ? UNREADABLE : classify(request)
}

type Unjudged = Omit<RunReceipt, 'verdict' | 'warnings'>

function worstSections(receipts: readonly Receipt[]): RunReceipt['sections'] {
  const worst = new Map<string, JudgedSection>()
  for (const section of receipts.flatMap((receipt) => receipt.sections)) {
    const known = worst.get(section.id)
    const isWorse = !known || VERDICTS.indexOf(section.verdict) < VERDICTS.indexOf(known.verdict)
    const hedged = section.hedged || (known?.hedged ?? false)
    worst.set(section.id, { ...(isWorse ? section : known), hedged })
  }
  return [...worst.values()].map(({ id, verdict, hedged }) => ({ id, verdict, hedged }))
}

function hasInstruction(request: RecordedRequest, text: string): boolean {
  return readSlots(request).some(
    (slot) => slot.level === 'instruction' && findUserText(slot.text, text).length > 0,
  )
}

function inspectSubagents(
  input: Delivery,
  requests: readonly RecordedRequest[],
): RunReceipt['subagents'] {
  const texts = requests.flatMap((request) => readSlots(request).map((slot) => slot.text))
  const inherits = (half: 'directives' | 'context'): boolean =>
    expectedSections(input.manifest, input.text)
      .filter((section) => section.half === half)
      .some(({ text, body }) =>
        texts.some((slot) => slot.includes(text) || (body !== '' && slot.includes(body))),
      )
  return {
    requests: requests.length,
    inheritsDirectives: inherits('directives'),
    inheritsUserData: inherits('context'),
  }
}

/** A base URL may carry a name and a password, or a key in its query. */
function withoutCredentials({
  provider,
  baseUrl,
}: NonNullable<RunReceipt['upstream']>): NonNullable<RunReceipt['upstream']> {
  const { origin, pathname } = new URL(baseUrl)
  return { provider, baseUrl: origin + pathname }
}

function isWell({ verdict, hedged }: RunReceipt['sections'][number]): boolean {
  return verdict === 'native' || (verdict === 'delivered' && !hedged)
}

function verdictOf(receipt: Unjudged): RunVerdict {
  if (receipt.turns.length === 0) return 'unproven'
  const isFine =
    receipt.sections.every(isWell) &&
    receipt.userSources.every(({ found }) => found) &&
    receipt.skills?.called?.verdict !== 'missing'
  return isFine ? 'proven' : 'failed'
}

function warningsOf(receipt: Unjudged, input: RunReceiptInput): readonly ReceiptWarning[] {
  const warnings: ReceiptWarning[] = []
  const warn = (code: string, message: string): void => {
    warnings.push({ code, message })
  }
  if (receipt.turns.length === 0)
    warn('receipt.no-turn', 'No request of a turn was seen, so nothing is proven.')
  for (const { id, verdict, hedged } of receipt.sections) {
    if (!hedged) continue
    if (verdict === 'native') {
      warn(
        'receipt.native-hedged',
        `${id} reaches the model in a slot that the agent calls possibly irrelevant.`,
      )
    } else {
      warn(
        'receipt.hedged',
        `${id} was delivered into a slot that the agent calls possibly irrelevant.`,
      )
    }
  }
  for (const { what, where, found } of receipt.userSources) {
    if (!found && receipt.turns.length > 0) {
      warn(
        'receipt.user-source-missing',
        `Your ${what} (${where}) did not reach the model in every turn.`,
      )
    }
  }
  if (receipt.subagents.inheritsUserData) {
    warn('receipt.inherits-user-data', 'Sub-agents of this agent receive USER and MEMORY as well.')
  }
  if (receipt.counts.notKept > 0) {
    const { notKept, requests } = receipt.counts
    warn(
      'receipt.not-kept',
      `${notKept} of ${requests} requests were too large to keep and are not judged.`,
    )
  }
  const unreadable = receipt.others.filter(({ name }) => name === UNREADABLE.name).length
  if (unreadable > 0) {
    warn(
      'receipt.unreadable',
      `${unreadable} requests had a body that this Node cannot decode and are not judged.`,
    )
  }
  return [
    ...warnings,
    ...missingSkills(receipt),
    ...uncheckedNatives(input),
    ...acceptedWords(input),
  ]
}

function missingSkills({ skills, turns }: Unjudged): readonly ReceiptWarning[] {
  const lost = skills?.listed.filter(({ verdict }) => verdict === 'missing') ?? []
  if (lost.length === 0 || turns.length === 0) return []
  const names = lost.slice(0, 3).map(({ name }) => name)
  const more = lost.length > names.length ? ` and ${lost.length - names.length} more` : ''
  const message = `The agent's list of skills did not name ${names.join(', ')}${more} in every turn.`
  return [{ code: 'receipt.skill-missing', message }]
}

/** Words of others that reached the model because a person accepted them. */
function acceptedWords({ manifest }: Delivery): readonly ReceiptWarning[] {
  return manifest.diagnostics
    .filter(({ code }) => code === 'guard.accepted')
    .map(({ code, message, source }) => {
      const line = source?.line === undefined ? '' : `:${source.line}`
      return { code, message: `${source?.path ?? 'text'}${line} ${message}.` }
    })
}

function uncheckedNatives(input: Delivery): readonly ReceiptWarning[] {
  const checked = new Set((input.natives ?? []).map((native) => native.section))
  return nativeSections(input.manifest)
    .filter((section) => !checked.has(section.id))
    .map(({ id }) => ({
      code: 'receipt.native-unchecked',
      message: `${id} is left to the agent; its text was not at hand to look for.`,
    }))
}
