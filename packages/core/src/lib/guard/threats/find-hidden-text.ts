import { classAt } from '../character-class.ts'
import { spellHiddenMessage } from '../hidden-message.ts'
import { findUnfitRuns, type UnfitRun } from '../invisible-characters.ts'
import type { ThreatSeverity } from './threat-finding.ts'
import type { ThreatRule } from './threat-rule.ts'

const FAMILY = 'hidden-text'

function rule(name: string, severity: ThreatSeverity, title: string): ThreatRule {
  return {
    id: `${FAMILY}.${name}`,
    version: 1,
    family: FAMILY,
    severity,
    title,
    languages: ['code'],
    patterns: [],
    counts: name === 'mixed-script' ? [] : ['fenced', 'quoted', 'negated', 'conditional'],
  }
}

const TAGS = rule('tag-characters', 'critical', 'Text in tag characters, which show nothing.')
const SELECTORS = rule(
  'variation-selectors',
  'critical',
  'Text in variation selectors, which show nothing.',
)
const ZERO_WIDTH = rule(
  'zero-width-run',
  'critical',
  'A long run of characters without width, as used to hide bits.',
)
const SPLICED = rule('spliced-words', 'high', 'Words spliced with characters that show nothing.')
const SPLIT = rule('split-word', 'medium', 'A word with a character in it that shows nothing.')
const STRAY = rule('stray-invisible', 'low', 'A character that shows nothing and has no use here.')
const BIDI = rule(
  'bidi-control',
  'high',
  'Controls of writing direction that make text read differently from what it says.',
)
const MARK = rule('direction-mark', 'low', 'A mark of writing direction in text that runs one way.')
const MIXED = rule(
  'mixed-script',
  'high',
  'Words that mix look-alike letters of several alphabets.',
)
const CONCEALED = rule(
  'terminal-conceal',
  'high',
  'Terminal sequences that hide or overwrite text.',
)
const CONTROL = rule('control-characters', 'low', 'Control characters in a text.')

/** What findings about characters can name. */
export const HIDDEN_TEXT_RULES: readonly ThreatRule[] = [
  TAGS,
  SELECTORS,
  ZERO_WIDTH,
  SPLICED,
  SPLIT,
  STRAY,
  BIDI,
  MARK,
  MIXED,
  CONCEALED,
  CONTROL,
]

/** Characters that hide something, and what they are found by. */
export interface HiddenText {
  readonly rule: ThreatRule
  readonly start: number
  readonly end: number
  /** What they say, shown safely; absent when they carry no text. */
  readonly decoded?: string
}

const FEW = 3
const RUN = 4
/** More runs than this are not judged one by one; the caller sees that there are as many. */
export const MAX_RUNS = 2_000

export interface HiddenTextOptions {
  /** In code a single splice counts. */
  readonly code: boolean
  /** Whether anything invisible stands in the text. */
  readonly unseen: boolean
  /** Whether letters of another alphabet than the Latin one stand in it. */
  readonly letters: boolean
}

/** Finds characters that hide, splice, reorder or imitate, whatever they say. */
export function findHiddenText(
  text: string,
  { code, unseen, letters }: HiddenTextOptions,
): readonly HiddenText[] {
  return [
    ...(unseen ? findInvisible(text, code ? 1 : FEW) : []),
    ...findConcealed(text),
    ...(letters ? findMixed(text) : []),
  ]
}

/** Finds characters that show nothing or reorder; from `few` on, those between letters splice words. */
export function findInvisible(text: string, few: number): readonly HiddenText[] {
  const runs = findUnfitRuns(text, (offset) => offset === 0, MAX_RUNS)
  const spliced = runs.filter((run) => run.reason === 'invisible' && splices(text, run))
  const isSpliced = spliced.length >= few ? new Set(spliced) : new Set<UnfitRun>()
  return runs.flatMap((run) => {
    const found = judgeRun(text, run, isSpliced)
    return found ? [finding(found, run, hiddenMessage(text, run))] : []
  })
}

function judgeRun(
  text: string,
  run: UnfitRun,
  spliced: ReadonlySet<UnfitRun>,
): ThreatRule | undefined {
  const shown = text.slice(run.start, run.end)
  const length = Array.from(shown).length
  switch (run.reason) {
    case 'tag-characters':
      return length > 1 ? TAGS : STRAY
    case 'variation-selectors':
      return length > 1 ? SELECTORS : undefined
    case 'bidi':
      return /[\u202a-\u202e\u2066-\u2069]/.test(shown) ? BIDI : MARK
    case 'invisible':
      if (length >= RUN && !/^(.)\1*$/su.test(shown)) return ZERO_WIDTH
      if (spliced.has(run)) return SPLICED
      return splits(text, run) ? SPLIT : STRAY
    case 'control':
      return CONTROL
    default:
      return undefined
  }
}

/** Whether the run stands between letters of one word, or where a space would. */
function splices(text: string, { start, end }: UnfitRun): boolean {
  return (
    /[\p{L}\p{N}\s]/u.test(text.charAt(start - 1)) &&
    /[\p{L}\p{N}\s]/u.test(text.charAt(end)) &&
    /[\p{L}\p{N}]/u.test(text.charAt(start - 1) + text.charAt(end))
  )
}

/** Whether the run stands in a word of Latin letters; a soft hyphen does so for a reason. */
function splits(text: string, { start, end }: UnfitRun): boolean {
  const around = text.charAt(start - 1) + text.charAt(end)
  return /^[A-Za-z]{2}$/.test(around) && !text.slice(start, end).includes('\u00ad')
}

function hiddenMessage(text: string, run: UnfitRun): string | undefined {
  if (run.reason !== 'tag-characters' && run.reason !== 'variation-selectors') return undefined
  return spellHiddenMessage([text.slice(run.start, run.end)])
}

const ESCAPE = String.fromCharCode(0x1b)
const CONTROL_SEQUENCE = String.fromCharCode(0x9b)
const BELL = String.fromCharCode(7)
/** `ESC [ … 8 m`, links of terminals, and a carriage return inside a line. */
const CONCEAL = new RegExp(
  [
    `(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})(?:\\d{1,3};){0,8}8m`,
    `${ESCAPE}\\]8;[^${BELL}${ESCAPE}\n]{0,200}(?:${BELL}|${ESCAPE}\\\\)`,
    '[^\\r\\n]\\r(?=[^\\r\\n])',
  ].join('|'),
  'g',
)
const TERMINAL = new RegExp(`[${ESCAPE}${CONTROL_SEQUENCE}\\r]`)

function findConcealed(text: string): readonly HiddenText[] {
  if (!TERMINAL.test(text)) return []
  const hasLines = text.includes('\n')
  const found: HiddenText[] = []
  for (const match of text.matchAll(CONCEAL)) {
    if (found.length >= MAX_RUNS) break
    if (!hasLines && match[0].includes('\r')) continue
    found.push(finding(CONCEALED, { start: match.index, end: match.index + match[0].length }))
  }
  return found
}

const MIXED_WORD = /[a-z\u0370-\u058f\u13a0-\u13ff]{3,60}/giu
const LOOK_ALIKE =
  /[\u0400-\u058f\u13a0-\u13ff\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7]/u

function findMixed(text: string): readonly HiddenText[] {
  if (!LOOK_ALIKE.test(text)) return []
  return Array.from(text.matchAll(MIXED_WORD))
    .filter((match) => mixes(match[0]))
    .map((match) => finding(MIXED, { start: match.index, end: match.index + match[0].length }))
}

/** Latin letters beside letters that only look Latin; formulas with one Greek letter are none. */
function mixes(word: string): boolean {
  const foreign = Array.from(word).filter((letter) => letter > '\u007f')
  if (foreign.length === 0 || foreign.length === word.length) return false
  return foreign.every(
    (letter) => LOOK_ALIKE.test(letter) && (classAt(letter, 0)?.readings.length ?? 0) > 0,
  )
}

function finding(
  rule: ThreatRule,
  { start, end }: { readonly start: number; readonly end: number },
  decoded?: string,
): HiddenText {
  return { rule, start, end, ...(decoded === undefined ? {} : { decoded }) }
}
