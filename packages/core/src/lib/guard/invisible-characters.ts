import { rememberByText } from '../text/remember.ts'
import { OPENING_BRACKETS } from './angle-brackets.ts'
import { BIDI_CONTROL, usefulBidiControls } from './bidi-controls.ts'

/** Why a character is taken out of a text, or replaced. */
export type UnfitReason =
  | 'byte-order-mark'
  | 'control'
  | 'surrogate'
  | 'invisible'
  | 'bidi'
  | 'tag-characters'
  | 'variation-selectors'

/** A run of characters that are unfit for the same reason. */
export interface UnfitRun {
  readonly start: number
  readonly end: number
  readonly reason: UnfitReason
}

/**
 * Everything that this module judges. Named code points are facts that no Unicode
 * version changes: the controls (but for TAB, LF and CR), U+2800 BRAILLE PATTERN
 * BLANK, U+FFF9..FFFB. The rest is the engine's Default_Ignorable_Code_Point:
 * zero-width and filler characters, bidirectional controls, variation selectors,
 * tag characters, soft hyphen, and what a later version adds.
 */
const SUSPICIOUS = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu

const TAG = /[\u{e0000}-\u{e007f}]/u
const VARIATION_SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u
const EMOJI_SELECTOR = /[\ufe0e\ufe0f]/
const SUBDIVISION_FLAG =
  /\u{1f3f4}([\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}\u{e007f})/uy

/** Scripts whose letters are joined or kept apart by U+200C and U+200D. */
const JOINING =
  /(?=[\p{L}\p{M}\p{N}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mani}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Sogd}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Java}\p{scx=Bali}\p{scx=Limb}\p{scx=Newa}\p{scx=Gran}\p{scx=Kthi}\p{scx=Cakm}\p{scx=Sund}\p{scx=Mtei}\p{scx=Tirh}\p{scx=Modi}]/u
/** Scripts that write no white space between words and mark a break with U+200B. */
const UNSPACED =
  /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Lana}\p{sc=Talu}\p{sc=Java}\p{sc=Bali}]/u
const MONGOLIAN = /\p{sc=Mong}/u
const HANGUL_VOWEL = /[\u1161-\u11a7\ud7b0-\ud7c6]/
const HANGUL_CONSONANT = /[\u1100-\u115e\ua960-\ua97c]/
const BRAILLE = /[\u2801-\u28ff]/
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** A word that may be broken at its soft hyphens: no part of it is a single letter. */
const HYPHENATED = /^(?:\p{L}\p{M}*){2,}(?:\u00ad(?:\p{L}\p{M}*){2,})+$/u
const IN_WORD = /\u00ad|(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u
/** In front of these a word is a name: of an element, a path, an address. */
const OPENS_NAME = /[/\\:@#&=]/
const LONGEST_WORD = 128
/** CJK punctuation and quotation marks with registered sequences for U+FE00 and U+FE01. */
const POSITIONED = /[\u2018\u2019\u201c\u201d\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/
const STANDARDIZED = /[\p{Ideographic}\p{Sm}\p{sc=Mymr}\p{sc=Phag}\p{sc=Mani}]/u

/**
 * Finds controls, lone surrogates and characters that show nothing and have no
 * use where they stand, as runs in ascending order. `isFileStart` says whether
 * an offset is the first of a file, where U+FEFF is a byte order mark. `most`: how
 * many runs are enough. Default: all.
 */
export function findUnfitRuns(
  text: string,
  isFileStart: (offset: number) => boolean,
  most: number = Number.POSITIVE_INFINITY,
): readonly UnfitRun[] {
  if (!isSuspicious(text)) return []
  const bidi = usefulBidiControls(text)
  const passing = { end: 0, useful: false }
  const scan: Scan = { text, isFileStart, bidi, flagEnd: 0, blanks: passing, word: passing }
  const runs: UnfitRun[] = []
  for (const { 0: character, index: start } of text.matchAll(SUSPICIOUS)) {
    const reason = judge(scan, character, start)
    if (!reason) continue
    const end = start + character.length
    const last = runs.at(-1)
    if (last && last.end === start && last.reason === reason)
      runs[runs.length - 1] = { ...last, end }
    else if (runs.length === most) break
    else runs.push({ start, end, reason })
  }
  return runs
}

const isSuspicious = rememberByText((text) => text.search(SUSPICIOUS) >= 0, 1_000_000)

interface Scan {
  readonly text: string
  readonly isFileStart: (offset: number) => boolean
  readonly bidi: ReadonlySet<number>
  /** Offset after the flag sequence that is being passed. */
  flagEnd: number
  /** The run of blank Braille patterns that is being passed. */
  blanks: { readonly end: number; readonly useful: boolean }
  /** The word with soft hyphens that is being passed. */
  word: { readonly end: number; readonly useful: boolean }
}

/** The reason to take the character out; `undefined` when it may stay. */
function judge(scan: Scan, character: string, offset: number): UnfitReason | undefined {
  const reason = classify(scan, character, offset)
  return isUseful(scan, { reason, character, offset }) ? undefined : reason
}

function classify(scan: Scan, character: string, offset: number): UnfitReason {
  if (/\p{Cc}/u.test(character)) return 'control'
  if (/\p{Cs}/u.test(character)) return 'surrogate'
  if (BIDI_CONTROL.test(character)) return 'bidi'
  if (TAG.test(character)) return 'tag-characters'
  if (VARIATION_SELECTOR.test(character)) return 'variation-selectors'
  return character === '\ufeff' && scan.isFileStart(offset) ? 'byte-order-mark' : 'invisible'
}

interface Judged {
  readonly reason: UnfitReason
  readonly character: string
  readonly offset: number
}

function isUseful(scan: Scan, { reason, character, offset }: Judged): boolean {
  switch (reason) {
    case 'bidi':
      return scan.bidi.has(offset)
    case 'tag-characters':
      return isInFlag(scan, offset)
    case 'variation-selectors':
      return selectsVariation(character, neighbours(scan.text, character, offset))
    case 'invisible':
      if (character === '\u2800') return isInBraille(scan, offset)
      if (character === '\u00ad') return isInHyphenatedWord(scan, offset)
      return shapesText(character, neighbours(scan.text, character, offset))
    default:
      return false
  }
}

/** Tag characters of U+1F3F4 spell a subdivision of a country: at most six, closed by U+E007F. */
function isInFlag(scan: Scan, offset: number): boolean {
  if (offset < scan.flagEnd) return true
  SUBDIVISION_FLAG.lastIndex = offset - 2
  if (offset < 2 || !SUBDIVISION_FLAG.test(scan.text)) return false
  scan.flagEnd = SUBDIVISION_FLAG.lastIndex
  return true
}

/** Blank patterns are the spaces of a drawing when their run touches a pattern with dots. */
function isInBraille(scan: Scan, offset: number): boolean {
  if (offset < scan.blanks.end) return scan.blanks.useful
  let end = offset
  while (scan.text[end] === '\u2800') end++
  const useful = BRAILLE.test(scan.text[offset - 1] ?? '') || BRAILLE.test(scan.text[end] ?? '')
  scan.blanks = { end, useful }
  return useful
}

/** A soft hyphen shows where a long word may be broken, in prose. */
function isInHyphenatedWord(scan: Scan, offset: number): boolean {
  if (offset < scan.word.end) return scan.word.useful
  let start = offset
  let before = characterBefore(scan.text, start)
  while (IN_WORD.test(before) && offset - start < LONGEST_WORD) {
    start -= before.length
    before = characterBefore(scan.text, start)
  }
  let end = offset
  while (IN_WORD.test(characterAt(scan.text, end)) && end - offset < LONGEST_WORD) {
    end += characterAt(scan.text, end).length
  }
  const useful = HYPHENATED.test(scan.text.slice(start, end)) && beginsWord(scan.text, start)
  scan.word = { end, useful }
  return useful
}

/** Whether nothing in front of a word, seen or unseen, makes it a name. */
function beginsWord(text: string, start: number): boolean {
  let at = start
  let before = characterBefore(text, at)
  while (before !== '' && visible(before) === '') {
    if (start - at > LONGEST_WORD) return false
    at -= before.length
    before = characterBefore(text, at)
  }
  return !OPENS_NAME.test(before) && !OPENING_BRACKETS.has(before)
}

/** The characters around one, empty at the ends of the text and where another invisible one stands. */
interface Neighbours {
  readonly previous: string
  readonly next: string
  readonly afterInvisible: boolean
  /** The character before an emoji variation selector that stands before, else `previous`. */
  readonly base: string
}

function neighbours(text: string, character: string, offset: number): Neighbours {
  const before = characterBefore(text, offset)
  const next = characterAt(text, offset + character.length)
  const previous = visible(before)
  return {
    previous,
    next: visible(next),
    afterInvisible: before !== previous,
    base: EMOJI_SELECTOR.test(before) ? characterBefore(text, offset - 1) : previous,
  }
}

/** Nothing for a character that shows nothing; a control counts, because it will be taken out. */
function visible(character: string): string {
  return UNSEEN.test(character) ? '' : character
}

const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

function characterAt(text: string, offset: number): string {
  const code = text.codePointAt(offset)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, offset: number): string {
  const pair = text.slice(Math.max(0, offset - 2), offset)
  return /[\ud800-\udbff][\udc00-\udfff]/.test(pair) ? pair : pair.slice(-1)
}

/** One selector after a base that has such a sequence; a keycap digit only in front of its U+20E3. */
function selectsVariation(character: string, { previous, next }: Neighbours): boolean {
  if (EMOJI_SELECTOR.test(character)) {
    if (/[0-9#*]/.test(previous)) return next === '\u20e3'
    return /\p{Emoji}/u.test(previous)
  }
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{Ideographic}/u.test(previous)
  if (/[\ufe00-\ufe02]/.test(character) && STANDARDIZED.test(previous)) return true
  return /[\ufe00\ufe01]/.test(character) && POSITIONED.test(previous)
}

function shapesText(character: string, near: Neighbours): boolean {
  const { previous, next, base } = near
  switch (character) {
    case '\u200d':
      return joinsLetters(near) || (PICTOGRAPH.test(base) && PICTOGRAPH.test(next))
    case '\u200c':
      return joinsLetters(near)
    case '\u200b':
      return UNSPACED.test(previous) || UNSPACED.test(next)
    case '\u180b':
    case '\u180c':
    case '\u180d':
    case '\u180e':
    case '\u180f':
      return MONGOLIAN.test(previous)
    case '\u115f':
      return HANGUL_VOWEL.test(next)
    case '\u1160':
      return HANGUL_CONSONANT.test(previous)
    default:
      return false
  }
}

/** A joiner belongs to the letter before it; in a run of joiners only the first does. */
function joinsLetters({ previous, next, afterInvisible }: Neighbours): boolean {
  return JOINING.test(previous) || (JOINING.test(next) && !afterInvisible)
}
