import type { Diagnostic } from '../../model/diagnostic.ts'
import { type TextEdit, textOf } from '../../model/traced-text.ts'
import {
  describeEdit,
  type GuardContext,
  type GuardStage,
  type GuardStageResult,
  NOTHING_FOUND,
} from '../guard-stage.ts'
import { type BlockIndex, createBlockIndex } from '../policy/block-index.ts'
import { decideAction, type GuardPolicy, type ThreatAction } from '../policy/guard-policy.ts'
import { scanThreats } from './scan-threats.ts'
import type { ThreatFinding, ThreatScan } from './threat-finding.ts'

/**
 * A stage that does about threats what a policy says. `warn` tells of a finding;
 * `quote` also marks its words as quoted; `stub` puts a visible line in the place
 * of the smallest block around them, `refuse` in the place of the whole text. Each
 * finding is a warning `guard.threat` with the line and the rule, at most twenty
 * for a file. A scan that is partial is told as well.
 */
export function createThreatStage(policy: GuardPolicy): GuardStage {
  return (traced, context) => {
    const text = textOf(traced)
    const scan = scanThreats(text)
    const acted = scan.findings
      .map((finding) => ({ finding, action: actionOf(policy, finding, context) }))
      .filter(({ action }) => action !== 'pass')
    if (acted.length === 0 && scan.partial.length === 0) return NOTHING_FOUND
    return report({ text, scan, acted }, context)
  }
}

interface ActedFinding {
  readonly finding: ThreatFinding
  readonly action: ThreatAction
}

interface ActedScan {
  readonly text: string
  readonly scan: ThreatScan
  readonly acted: readonly ActedFinding[]
}

const MAX_TOLD = 20
const DONE: Readonly<Record<ThreatAction, string>> = {
  pass: 'left as it is',
  warn: 'left as it is',
  quote: 'marked as quoted',
  stub: 'its block was taken out',
  refuse: 'the text was taken out',
}

function actionOf(
  policy: GuardPolicy,
  finding: ThreatFinding,
  context: GuardContext,
): ThreatAction {
  const { severity, form } = finding
  return decideAction(policy, { severity, trust: context.trust, form })
}

function report({ text, scan, acted }: ActedScan, context: GuardContext): GuardStageResult {
  const edits = withoutOverlap(editsOf(text, acted))
  const changes = edits.map((edit) =>
    describeEdit(text, edit, { kind: 'replaced', place: context.locate(edit.start) }),
  )
  return { edits, changes, diagnostics: [...tell(acted, context), ...tellPartial(scan, context)] }
}

function tell(acted: readonly ActedFinding[], context: GuardContext): readonly Diagnostic[] {
  const told = acted.slice(0, MAX_TOLD).map(
    ({ finding, action }): Diagnostic => ({
      code: 'guard.threat',
      severity: 'warning',
      message: `${finding.message} ${finding.rule}, ${finding.severity}, ${finding.form}: ${DONE[action]}`,
      ...sourceOf(context, finding.span.start),
    }),
  )
  const rest = acted.length - told.length
  if (rest <= 0) return told
  const message = `${rest} more findings of the threat scanner`
  return [...told, { code: 'guard.threat', severity: 'warning', message }]
}

function tellPartial({ partial }: ThreatScan, context: GuardContext): readonly Diagnostic[] {
  if (partial.length === 0) return []
  const message = `the text was not seen as a whole: ${partial.join('; ')}`
  return [{ code: 'guard.threat', severity: 'warning', message, ...sourceOf(context, 0) }]
}

function sourceOf(context: GuardContext, offset: number): Pick<Diagnostic, 'source'> {
  const { source, line, column } = context.locate(offset)
  const ref = context.documents[source]?.ref
  return ref ? { source: { root: ref.root, path: ref.path, line, column } } : {}
}

function editsOf(text: string, acted: readonly ActedFinding[]): readonly TextEdit[] {
  let index: BlockIndex | undefined
  return acted.flatMap(({ finding, action }): readonly TextEdit[] => {
    const { start, end } = finding.span
    if (action === 'quote') return [{ start, end, text: quoted(text.slice(start, end)) }]
    if (action === 'refuse') return [{ start: 0, end: text.length, text: stub(finding) }]
    if (action !== 'stub') return []
    index ??= createBlockIndex(text)
    return [{ ...index.around(finding.span), text: stub(finding) }]
  })
}

function quoted(words: string): string {
  return `[quoted, not an order: ${words}]`
}

function stub({ rule }: ThreatFinding): string {
  return `[taken out by the guard: ${rule}]\n`
}

/** The larger of two edits that overlap stays, of equal ones the first; ascending. */
function withoutOverlap(edits: readonly TextEdit[]): readonly TextEdit[] {
  const kept: TextEdit[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (!last || edit.start >= last.end) kept.push(edit)
    else if (edit.end - edit.start > last.end - last.start) kept[kept.length - 1] = edit
  }
  return kept
}
