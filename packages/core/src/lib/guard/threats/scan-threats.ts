import { escapeForDisplay } from '../../text/escape-for-display.ts'
import { RULE_TABLES } from '../rules/rule-tables.generated.ts'
import { RULES } from '../rules/rules.ts'
import { type CompiledRules, loadRules } from './compiled-rules.ts'
import { findEscapedHidden } from './find-escaped-hidden.ts'
import { findForgedTags } from './find-forged-tags.ts'
import { findHiddenOrders, HIDDEN_ORDER } from './find-hidden-orders.ts'
import { findHiddenText, MAX_RUNS } from './find-hidden-text.ts'
import { findNameSlip, NAME_SLIP } from './find-name-slips.ts'
import { type HiddenRegion, hiddenRegions, isHidden } from './hidden-regions.ts'
import { fitsAround, type JudgedText, judgeMatch, type TextPlace } from './judge-match.ts'
import { PhraseMachine } from './phrase-machine.ts'
import { type PlainBreaks, withPlainBreaks } from './plain-breaks.ts'
import type { ReaderNotes } from './reader-notes.ts'
import { rankSeverity, shiftSeverity } from './severity.ts'
import { BLANK, FENCE, FENCED, HEADING, ITEM, readLines, type TextLines } from './text-lines.ts'
import type { ThreatFinding, ThreatScan } from './threat-finding.ts'
import type { ThreatRule } from './threat-rule.ts'
import { deriveViews } from './views/derive-views.ts'
import { originalSpan, type TextView } from './views/text-view.ts'
import { WordReader } from './word-reader.ts'

export interface ScanOptions {
  /** What the text is: a file of context, a skill, code, or text of any other kind. Default `context`. */
  readonly carrier?: 'context' | 'skill' | 'code' | 'text'
}

const MAX_FINDINGS = 1_000
const MAX_DEPTH = 2
const MAX_SHOWN = 200

/**
 * Finds text that tries to take over, deceive or rob an agent that reads it. Looks
 * at the whole text and at what is hidden or encoded in it, to a depth of two.
 * Pure, linear in the length of the text, never throws. Nothing in the text can
 * switch a rule off.
 */
export function scanThreats(text: string, options: ScanOptions = {}): ThreatScan {
  if (!text.includes('\r\n')) return scanLines(text, options)
  const plain = withPlainBreaks(text)
  const { findings, partial } = scanLines(plain.text, options)
  return {
    findings: findings.map((finding) => ({ ...finding, span: spanIn(plain, finding) })),
    partial,
  }
}

function spanIn({ toOriginal }: PlainBreaks, { span }: ThreatFinding): ThreatFinding['span'] {
  return { start: toOriginal(span.start), end: toOriginal(span.end) }
}

function scanLines(text: string, options: ScanOptions): ThreatScan {
  const scan = new Scan(text, options)
  const view: TextView = { name: 'raw', text, offsets: undefined, depth: 0 }
  scan.look(view)
  return scan.finish(view)
}

interface Rules {
  readonly compiled: CompiledRules
  readonly machine: PhraseMachine
}

let compiledRules: Rules | undefined

/** Rules are loaded by the first scan, and the machine keeps its memory for the next. */
function rulesInUse(): Rules {
  if (!compiledRules) {
    const compiled = loadRules(RULES, RULE_TABLES)
    compiledRules = { compiled, machine: new PhraseMachine(compiled) }
  }
  return compiledRules
}

class Scan {
  readonly #options: ScanOptions
  readonly #rules = rulesInUse()
  readonly #findings: ThreatFinding[] = []
  readonly #partial = new Set<string>()
  readonly #original: JudgedText
  #hidden: readonly HiddenRegion[] | undefined
  #unseen = false
  #letters = false
  #escapes: readonly number[] = []

  constructor(text: string, options: ScanOptions) {
    this.#options = options
    this.#original = { text, lines: readLines(text), code: options.carrier === 'code' }
    this.#rules.machine.reset()
  }

  /** Reads one view of the text, and the views that it asks for. */
  look(view: TextView): void {
    const lines = view.depth === 0 ? this.#original.lines : readLines(view.text)
    const notes = this.#read(view, lines)
    if (view.depth === 0) {
      this.#unseen = notes.unseen
      this.#letters = notes.letters
      this.#escapes = notes.escapes
    }
    const ciphers = this.#judge(view)
    if (view.depth >= MAX_DEPTH) return
    const { code } = this.#original
    const read = { view, notes, lines, ciphers, code, partial: this.#partial }
    for (const derived of deriveViews(read)) this.look(derived)
  }

  #read(view: TextView, lines: TextLines): ReaderNotes {
    const { machine, compiled } = this.#rules
    const code = this.#options.carrier === 'code'
    machine.begin()
    const reader = new WordReader(compiled, machine, view.text)
    for (let index = 0; index < lines.flags.length; index++) {
      const flags = lines.flags[index] ?? 0
      const start = lines.starts[index] ?? 0
      const end = lines.ends[index] ?? 0
      machine.pass(distanceBefore(flags))
      if ((flags & FENCE) !== 0 && end - start < 40) reader.glance(start, end)
      else reader.read(start, end, !code && (flags & FENCED) === 0)
      if ((flags & HEADING) !== 0) machine.pass(12)
    }
    return reader.notes
  }

  /** Turns the matches of a view into findings; tells where words of ciphers stand. */
  #judge(view: TextView): ReadonlyMap<string, readonly number[]> {
    const { machine, compiled } = this.#rules
    const ciphers = new Map<string, number[]>()
    const forged = findForgedTags(view.text)
    if (machine.matches.length === 0 && forged.length === 0) return ciphers
    for (const tag of forged) this.#report(view, tag, tag.rule)
    for (const match of machine.matches) {
      const rule = compiled.rules[match.rule]
      if (rule?.family === 'cipher') note(ciphers, rule.id.slice('cipher.'.length), match.start)
      else if (rule && fitsAround(rule, view.text, match)) this.#report(view, match, rule)
    }
    return ciphers
  }

  /** Adds a finding, unless the view says there what the text says anyway. */
  #report(
    view: TextView,
    place: TextPlace & { readonly decoded?: string },
    rule: ThreatRule,
  ): void {
    const span = originalSpan(view, place.start, place.end)
    const shown = view.text.slice(place.start, Math.min(place.end, place.start + MAX_SHOWN))
    const raw = view.depth === 0
    if (!raw && !view.assembled && this.#original.text.startsWith(shown, span.start)) return
    const verdict = judgeMatch(rule, this.#original, showsNothing(view) ? undefined : span)
    const raised = !raw || this.#isHidden(span.start)
    const { id, version, family, title } = rule
    this.#findings.push({
      rule: id,
      version,
      family,
      severity: raised ? shiftSeverity(verdict.severity, 1) : verdict.severity,
      form: verdict.form,
      message: title,
      span,
      view: view.name,
      ...decodedOf(view, place.decoded, shown),
    })
  }

  #isHidden(offset: number): boolean {
    this.#hidden ??= hiddenRegions(this.#original.text, this.#original.lines)
    return isHidden(this.#hidden, offset)
  }

  finish(view: TextView): ThreatScan {
    const { text } = view
    const slip = findNameSlip(text)
    if (slip) this.#report(view, slip, NAME_SLIP)
    for (const order of findHiddenOrders(text)) this.#report(view, order, HIDDEN_ORDER)
    const { code } = this.#original
    const found = findHiddenText(text, { code, unseen: this.#unseen, letters: this.#letters })
    for (const hidden of found) this.#report(view, hidden, hidden.rule)
    const escaped = findEscapedHidden(text, { ...this.#original, escapes: this.#escapes })
    const written: TextView = { ...view, name: 'decoded:escapes' }
    for (const hidden of escaped) this.#report(written, hidden, hidden.rule)
    if (found.length >= MAX_RUNS) {
      this.#partial.add('too many places with hidden characters to list each')
    }
    for (const rule of this.#rules.machine.crowded) {
      this.#partial.add(`too many places of rule ${rule} to look at each`)
    }
    return { findings: this.#kept(), partial: [...this.#partial] }
  }

  #kept(): readonly ThreatFinding[] {
    const kept = withoutBroad(withoutRepeats(this.#findings))
    if (kept.length <= MAX_FINDINGS) return kept
    this.#partial.add(`${kept.length - MAX_FINDINGS} findings of lower severity are not listed`)
    return kept
      .toSorted((a, b) => rankSeverity(b.severity) - rankSeverity(a.severity))
      .slice(0, MAX_FINDINGS)
      .sort(byPlace)
  }
}

function distanceBefore(flags: number): number {
  if ((flags & FENCED) !== 0) return (flags & BLANK) === 0 ? 1 : 3
  if ((flags & BLANK) !== 0) return 10
  if ((flags & HEADING) !== 0) return 20
  return (flags & ITEM) === 0 ? 0 : 4
}

function decodedOf(
  view: TextView,
  known: string | undefined,
  shown: string,
): { readonly decoded?: string } {
  if (known !== undefined) return { decoded: known }
  return view.name.startsWith('decoded:') ? { decoded: escapeForDisplay(shown) } : {}
}

function note(notes: Map<string, number[]>, name: string, offset: number): void {
  const known = notes.get(name)
  if (known) known.push(offset)
  else notes.set(name, [offset])
}

/** A view of what no reader of the original sees: how it stands there says nothing. */
function showsNothing(view: TextView): boolean {
  return /:(?:tags|selectors|zero-width|blanks)/.test(view.name)
}

const BROAD = new Set(RULES.filter(({ broad }) => broad).map(({ id }) => id))

/** Of findings in order, those of broad rules give way to the next of their family on either side that tells as much. */
function withoutBroad(findings: readonly ThreatFinding[]): readonly ThreatFinding[] {
  const told = new Set<ThreatFinding>()
  for (const list of [findings, findings.toReversed()]) {
    const near = new Map<string, ThreatFinding>()
    for (const finding of list) {
      const other = near.get(finding.family)
      if (!BROAD.has(finding.rule)) near.set(finding.family, finding)
      else if (other && tellsAsMuch(other, finding)) told.add(finding)
    }
  }
  return findings.filter((finding) => !told.has(finding))
}

function tellsAsMuch(other: ThreatFinding, { family, span, severity }: ThreatFinding): boolean {
  return (
    other.family === family &&
    other.span.start < span.end &&
    span.start < other.span.end &&
    rankSeverity(other.severity) >= rankSeverity(severity)
  )
}

function byPlace(a: ThreatFinding, b: ThreatFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : 1)
}

/** Of findings of one rule, in whatever language, that overlap, the most severe and then the first stays. */
function withoutRepeats(findings: readonly ThreatFinding[]): readonly ThreatFinding[] {
  const sorted = findings.toSorted(byPlace)
  const last = new Map<string, { finding: ThreatFinding; at: number }>()
  const kept: (ThreatFinding | undefined)[] = []
  for (const finding of sorted) {
    const kind = finding.rule.replace(/-other$/, '')
    const before = last.get(kind)
    if (before && finding.span.start < before.finding.span.end) {
      if (rankSeverity(finding.severity) <= rankSeverity(before.finding.severity)) continue
      kept[before.at] = undefined
    }
    last.set(kind, { finding, at: kept.push(finding) - 1 })
  }
  return kept.filter((finding) => finding !== undefined)
}
