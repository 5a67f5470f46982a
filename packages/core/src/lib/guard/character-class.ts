import { CLOSING_BRACKETS, OPENING_BRACKETS } from './angle-brackets.ts'
import { CONFUSABLE_LETTERS } from './confusable-letters.ts'

/**
 * What a lenient reader makes of one character. `letter` covers digits and
 * symbols that look like letters; `joiner` is `.`, `:` or `@` or a form of it.
 */
export type CharacterKind =
  | 'open'
  | 'close'
  | 'space'
  | 'invisible'
  | 'mark'
  | 'dash'
  | 'joiner'
  | 'letter'
  | 'other'

export interface CharacterClass {
  readonly kind: CharacterKind
  /** UTF-16 units of the character. */
  readonly size: 1 | 2
  /** Lower-case ASCII strings that the character can be read as; empty when it is no letter. */
  readonly readings: readonly string[]
  /** The character after NFKC and case folding. */
  readonly folded: string
  /** A letter or digit of ASCII after NFKC: it continues a name. */
  readonly continues: boolean
}

/**
 * Characters that show nothing: controls, format characters, and everything
 * with the property Default_Ignorable_Code_Point, which holds the tag characters
 * and variation selectors; the blank Braille pattern is added by hand.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\u2800]/u
const DASH = /^[\p{Pd}\p{Pc}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\u3161\u4e00\u06d4\uff70]$/u
const COLON_LIKE = '\u02d0\u02f8\u0589\u05c3\u0703\u0704\u16ec\u2236\ua789\ufe30\ufe13'
const READINGS: ReadonlyMap<string, readonly string[]> = collectReadings()

const ascii: (CharacterClass | undefined)[] = new Array<CharacterClass | undefined>(128)
const known = new Map<number, CharacterClass>()
const MAX_KNOWN = 20_000

/** Classifies the character at an offset; past the end it is `undefined`. */
export function classAt(text: string, offset: number): CharacterClass | undefined {
  const codePoint = text.codePointAt(offset)
  if (codePoint === undefined) return undefined
  if (codePoint < 128) {
    const plain = ascii[codePoint] ?? classify(String.fromCodePoint(codePoint))
    ascii[codePoint] = plain
    return plain
  }
  const found = known.get(codePoint)
  if (found) return found
  const made = classify(String.fromCodePoint(codePoint))
  if (known.size < MAX_KNOWN) known.set(codePoint, made)
  return made
}

function classify(character: string): CharacterClass {
  const folded = character.normalize('NFKC').toLowerCase()
  const readings = readingsOf(character)
  return {
    kind: kindOf(character, folded, readings),
    size: character.length === 1 ? 1 : 2,
    readings,
    folded,
    continues: /^[a-z0-9]+$/.test(folded),
  }
}

function kindOf(character: string, folded: string, readings: readonly string[]): CharacterKind {
  if (OPENING_BRACKETS.has(character)) return 'open'
  if (CLOSING_BRACKETS.has(character)) return 'close'
  const bare = withoutMarks(character)
  if (/^\s+$/.test(bare)) return 'space'
  if (INVISIBLE.test(character)) return 'invisible'
  if (DASH.test(character) || DASH.test(folded)) return 'dash'
  if (/^[.:@]$/.test(folded) || COLON_LIKE.includes(character)) return 'joiner'
  if (bare === '') return 'mark'
  if (character === '|') return 'other'
  return readings.length > 0 || /^[\p{L}\p{N}]/u.test(folded) ? 'letter' : 'other'
}

/** Every ASCII string the character can be taken for, in lower case: as it is, in lower case, without marks. */
function readingsOf(character: string): readonly string[] {
  const bare = withoutMarks(character)
  const forms = [character, character.toLowerCase(), bare, bare.toLowerCase()]
  const readings = forms.flatMap((form) => [
    ...(/^[a-z0-9]+$/i.test(form) ? [form.toLowerCase()] : []),
    ...(READINGS.get(form) ?? []),
    ...regionalLetter(form),
  ])
  return [...new Set(readings)]
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Letters drawn in flags and boxes, which NFKC leaves alone: U+1F1E6, U+1F150 and U+1F170 begin three alphabets. */
function regionalLetter(character: string): readonly string[] {
  const codePoint = character.codePointAt(0) ?? 0
  const start = [0x1f1e6, 0x1f150, 0x1f170].find(
    (first) => codePoint >= first && codePoint < first + 26,
  )
  return start === undefined ? [] : [String.fromCharCode(0x61 + codePoint - start)]
}

function collectReadings(): ReadonlyMap<string, readonly string[]> {
  const readings = new Map<string, string[]>()
  for (const [letter, characters] of Object.entries(CONFUSABLE_LETTERS)) {
    for (const character of characters) {
      const letters = readings.get(character) ?? []
      letters.push(letter)
      readings.set(character, letters)
    }
  }
  return readings
}
