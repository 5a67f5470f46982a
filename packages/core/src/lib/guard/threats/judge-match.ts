import { formOf, type LinedText, paragraphBefore } from './match-form.ts'
import { shiftSeverity } from './severity.ts'
import { FENCED, lineAt, QUOTED, TABLE, WARNED } from './text-lines.ts'
import type { ThreatForm, ThreatSeverity } from './threat-finding.ts'
import type { ThreatRule } from './threat-rule.ts'

const SIDE = 80
const INSIDE = 400

/** A stretch of a text. */
export interface TextPlace {
  readonly start: number
  readonly end: number
}

/** A text to judge in; in a file of code nothing is an example. */
export interface JudgedText extends LinedText {
  readonly code: boolean
}

/** What a match comes to. */
export interface Verdict {
  readonly form: ThreatForm
  readonly severity: ThreatSeverity
}

/** Judges words of a rule by where they stand; without a place they stand nowhere that a person sees. */
export function judgeMatch(
  rule: ThreatRule,
  subject: JudgedText,
  place: TextPlace | undefined,
): Verdict {
  if (subject.code || !place) return { form: 'plain', severity: rule.severity }
  const form = formOf(subject, place.start, place.end)
  if (form === 'plain' || counts(rule, subject, { form, start: place.start })) {
    return { form, severity: rule.severity }
  }
  return { form, severity: shiftSeverity(rule.severity, -1) }
}

/** Whether the form does not lower the severity of the rule. */
function counts(
  rule: ThreatRule,
  { text, lines }: LinedText,
  { form, start }: { readonly form: ThreatForm; readonly start: number },
): boolean {
  const flags = lines.flags[lineAt(lines, start)] ?? 0
  const listed = form !== 'plain' && rule.counts?.includes(form) === true
  if (form === 'fenced') {
    if (!listed && rule.habitat !== 'code') return false
    return (flags & WARNED) === 0 || rule.counts?.includes('quoted') === true
  }
  if (listed) return true
  const shown = (flags & (QUOTED | TABLE | WARNED | FENCED)) !== 0
  return form === 'quoted' && rule.habitat === 'code' && !shown && isToldToRun(text, start)
}

const TOLD =
  /\b(?:run|execute|type|paste|enter|copy|invoke|start with|command|first)\b[^.!?`\n]{0,60}`[^`\n]*$/i
const WARNED_OF = /\b(?:never|not|n't|avoid|detect\w*|flag\w*|block\w*|if|like|such as|e\.g\.)\b/i

/** A command in backticks behind "run": that is how documents tell to run something. */
function isToldToRun(text: string, start: number): boolean {
  const before = paragraphBefore(text, { start, reach: 2 * SIDE }).replaceAll('\n', ' ')
  return TOLD.test(before) && !WARNED_OF.test(before)
}

/** What a quote puts in front of its lines. */
const QUOTE_MARKS = /\n(?:> ?)+/g
/** A line break inside a sentence. */
const SOFT_WRAP = /(?<!\n)\n(?=["'(\p{L}]|$)/gu

/** Whether what stands before, after and in the words is what the rule wants there. */
export function fitsAround(rule: ThreatRule, text: string, { start, end }: TextPlace): boolean {
  const read = (from: number, to: number): string =>
    text.slice(Math.max(0, from), to).replace(QUOTE_MARKS, '\n')
  const side = (from: number, to: number): string =>
    rule.habitat === 'code' ? read(from, to) : read(from, to).replace(SOFT_WRAP, ' ')
  return (
    agrees(rule.before, rule.notBefore, () => side(start - SIDE, start)) &&
    agrees(rule.after, rule.notAfter, () => side(end, end + SIDE)) &&
    agrees(rule.within, rule.notWithin, () => read(start, Math.min(end, start + INSIDE)))
  )
}

function agrees(
  wanted: RegExp | undefined,
  unwanted: RegExp | undefined,
  read: () => string,
): boolean {
  if (!wanted && !unwanted) return true
  const words = read()
  return (!wanted || wanted.test(words)) && !unwanted?.test(words)
}
