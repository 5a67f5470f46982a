import { limitFindings } from '../../lint/limit-findings.ts'
import type { Diagnostic } from '../../model/diagnostic.ts'
import type { TextRange } from '../../model/source.ts'
import { type TextEdit, textOf } from '../../model/traced-text.ts'
import {
  describeEdit,
  type GuardContext,
  type GuardStage,
  type GuardStageResult,
  NOTHING_FOUND,
} from '../guard-stage.ts'
import type { AcceptedFinding } from '../policy/accepted-finding.ts'
import { createBlockIndex } from '../policy/block-index.ts'
import { decideAction, type GuardPolicy, type ThreatAction } from '../policy/guard-policy.ts'
import { type Acceptance, acceptedIn } from './accepted-in-text.ts'
import { describeThreat } from './describe-threat.ts'
import { FORGED_TAG } from './find-forged-tags.ts'
import type { ThreatFinding, ThreatScan } from './threat-finding.ts'

/**
 * A stage that looks for threats and does about them what a policy says. `warn`
 * tells of a finding; `quote` also marks the words as quoted; for `stub` the
 * smallest block around them, for `refuse` the whole text gives way to a line that
 * names lines and rules; the bytes are in the changes. Each finding is a warning
 * `guard.threat` with its place, at most ten for a file. A finding that was accepted
 * stays as it is and is told as `guard.accepted`. A scan that did not see everything
 * is told as `guard.unseen`.
 */
export function createThreatStage(
  policy: GuardPolicy,
  scanThreats: (text: string) => ThreatScan,
  acceptance: Acceptance,
): GuardStage {
  return (traced, context) => {
    const { trust, documents } = context
    const text = textOf(traced)
    const scan = scanThreats(text)
    const wanted = scan.findings
      .map((finding) => ({ finding, action: decideAction(policy, { ...finding, trust }) }))
      .filter(({ action }) => action !== 'pass')
    if (wanted.length === 0 && scan.partial.length === 0) return NOTHING_FOUND
    const acceptedBy = acceptedIn(traced, documents, acceptance)
    const all = wanted.map((one) => ({ ...one, accepted: acceptedBy(one.finding) }))
    const judged = all.filter(({ accepted }) => accepted === undefined)
    return {
      ...editText(text, judged, context),
      diagnostics: [
        ...limitFindings(judged.map((one) => tell(one, context))),
        ...limitFindings(all.flatMap((one) => tellAccepted(one, context))),
        ...scan.partial.map((reason) => unseen(reason, context)),
      ],
    }
  }
}

interface Judged {
  readonly finding: ThreatFinding
  readonly action: ThreatAction
}

/** What is marked or gives way, as edits with their record. */
function editText(
  text: string,
  judged: readonly Judged[],
  context: GuardContext,
): Pick<GuardStageResult, 'edits' | 'changes'> {
  const stubs = stubsOf(text, judged)
  const marks = marksOf(judged).filter(
    ({ start, end }) => !stubs.some((stub) => start < stub.end && stub.start < end),
  )
  const edits = [
    ...stubs.map((stub): TextEdit => ({ ...stub, text: stubText(text, stub, context) })),
    ...marks.map(
      ({ start, end }): TextEdit => ({
        start,
        end,
        text: `[quoted, not an order: ${text.slice(start, end)}]`,
      }),
    ),
  ].sort((a, b) => a.start - b.start)
  const changes = edits.map((edit) =>
    describeEdit(text, edit, { kind: 'replaced', place: context.locate(edit.start) }),
  )
  return { edits, changes }
}

interface Stub extends TextRange {
  readonly rules: ReadonlySet<string>
}

/** The blocks around what is taken out, those that touch joined; the whole text when it is refused. */
function stubsOf(text: string, judged: readonly Judged[]): readonly Stub[] {
  const taken = judged.filter(({ action }) => action === 'stub' || action === 'refuse')
  if (taken.length === 0) return []
  const blocks = createBlockIndex(text)
  const whole = taken.some(({ action }) => action === 'refuse')
  return joined(
    taken.map(({ finding }) => {
      const range = whole ? { start: 0, end: text.length } : blocks.around(finding.span)
      return { ...range, rules: new Set([finding.rule]) }
    }),
  )
}

/** Forged tags lose their brackets in the stage after this one; a mark would say nothing more. */
function isMadePlain({ finding, action }: Judged): boolean {
  return finding.rule === FORGED_TAG.id && action === 'quote'
}

/** The words that are marked; findings that overlap are marked together. */
function marksOf(judged: readonly Judged[]): readonly Stub[] {
  const quoted = judged.filter((one) => one.action === 'quote' && !isMadePlain(one))
  return joined(quoted.map(({ finding }) => ({ ...finding.span, rules: new Set([finding.rule]) })))
}

function joined(ranges: readonly Stub[]): readonly Stub[] {
  const kept: Stub[] = []
  for (const one of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1)
    if (!last || one.start >= last.end) kept.push(one)
    else {
      const end = Math.max(last.end, one.end)
      kept[kept.length - 1] = {
        start: last.start,
        end,
        rules: new Set([...last.rules, ...one.rules]),
      }
    }
  }
  return kept
}

function stubText(text: string, stub: Stub, { locate }: GuardContext): string {
  const [first, last] = [locate(stub.start).line, locate(Math.max(stub.start, stub.end - 1)).line]
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`
  const ending = /\r?\n$/.exec(text.slice(stub.start, stub.end))?.[0] ?? ''
  return `[left out by the guard: ${lines}, ${[...stub.rules].sort().join(', ')}]${ending}`
}

const DONE: Readonly<Record<ThreatAction, string>> = {
  pass: 'left as it is',
  warn: 'left as it is',
  quote: 'marked as quoted',
  stub: 'its block is left out',
  refuse: 'the text is left out',
}

function tell(judged: Judged, context: GuardContext): Diagnostic {
  const { finding, action } = judged
  const done = isMadePlain(judged) ? 'made plain text' : DONE[action]
  return {
    code: 'guard.threat',
    severity: 'warning',
    message: `${describeThreat(finding)}: ${done}`,
    ...sourceOf(finding.span.start, context),
  }
}

function tellAccepted(
  { finding, accepted }: { finding: ThreatFinding; accepted: AcceptedFinding | undefined },
  context: GuardContext,
): readonly Diagnostic[] {
  if (!accepted) return []
  const { reason, until } = accepted
  return [
    {
      code: 'guard.accepted',
      severity: 'info',
      message: `${describeThreat(finding)}: left as it is, accepted until ${until}: ${reason}`,
      ...sourceOf(finding.span.start, context),
    },
  ]
}

function unseen(reason: string, context: GuardContext): Diagnostic {
  const message = `not all of it was looked at for threats: ${reason}`
  return { code: 'guard.unseen', severity: 'warning', message, ...sourceOf(0, context) }
}

function sourceOf(offset: number, context: GuardContext): Pick<Diagnostic, 'source'> {
  const { source, line, column } = context.locate(offset)
  const ref = context.documents[source]?.ref
  return ref ? { source: { root: ref.root, path: ref.path, line, column } } : {}
}
