/**
 * Angle brackets that are nothing else: full-width, small-form, mathematical,
 * CJK and ornamental forms and single guillemets. In text of low trust they are
 * folded wherever they stand.
 */
const SINGLE_OPEN = '<＜﹤‹⟨〈\u2329❬❮❰︿'
const SINGLE_CLOSE = '>＞﹥›⟩〉\u232a❭❯❱﹀'

/**
 * Characters with a life of their own (quotation marks, book titles, letters,
 * operators) that a reader may still take for an angle bracket: they count only
 * in front of a reserved name.
 */
const OTHER_OPEN = '《«≪⟪︽⦑⧼˂˱ᐸᚲ𝈶≺⋖⪡\u226e◁◂'
const OTHER_CLOSE = '》»≫⟫︾⦒⧽˃˲ᐳ𖼿𝈷≻⋗⪢\u226f▷▸'

export const OPENING_BRACKETS: ReadonlySet<string> = new Set(SINGLE_OPEN + OTHER_OPEN)
export const CLOSING_BRACKETS: ReadonlySet<string> = new Set(SINGLE_CLOSE + OTHER_CLOSE)

/** By UTF-16 unit: 1 for what opens a tag, or for the first half of what may. */
const OPENS = new Uint8Array(0x10000)
for (const bracket of OPENING_BRACKETS) OPENS[bracket.charCodeAt(0)] = 1

/** Offsets of every character that can open a tag, ascending. */
export function findOpeningBrackets(text: string): readonly number[] {
  const offsets: number[] = []
  if (BEYOND_ASCII.test(text)) {
    for (let at = 0; at < text.length; at++) {
      if (OPENS[text.charCodeAt(at)] === 1 && isOpening(text, at)) offsets.push(at)
    }
  } else {
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) offsets.push(at)
  }
  return offsets
}

const BEYOND_ASCII = /[^\0-\x7f]/

function isOpening(text: string, at: number): boolean {
  return OPENING_BRACKETS.has(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

/** Finds what text of low trust may not hold: `&` and angle brackets; other brackets are found too, for the caller to judge. */
export function markupPattern(): RegExp {
  return new RegExp(`[&${SINGLE_OPEN}${SINGLE_CLOSE}${OTHER_OPEN}]`, 'gu')
}

/** The entity for a character that `markupPattern` finds. */
export function entityOf(character: string): string {
  if (character === '&') return '&amp;'
  return CLOSING_BRACKETS.has(character) ? '&gt;' : '&lt;'
}

/** Whether the character is folded in text of low trust wherever it stands. */
export function isAlwaysFolded(character: string): boolean {
  return character === '&' || SINGLE_OPEN.includes(character) || SINGLE_CLOSE.includes(character)
}
