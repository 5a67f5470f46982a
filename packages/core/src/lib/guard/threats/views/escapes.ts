import { blocksAround } from './line-blocks.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

/** One escape, of every kind. */
export const ESCAPE: RegExp =
  /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|&(lt|gt|amp|quot|apos|nbsp|colon|sol|lpar|rpar|lsqb|rsqb|num|semi|period|comma|excl|Tab|NewLine|verbar|vert|grave|dollar|equals|lowbar|hyphen|zwj|zwnj|shy|lrm|rlm|ZeroWidthSpace|NoBreak|ApplyFunction|InvisibleTimes|InvisibleComma|Negative(?:VeryThin|Thin|Medium|Thick)Space);?|\\{1,2}x([0-7][0-9a-f])|\\{1,2}u\{([0-9a-f]{1,6})\}|\\{1,2}u([0-9a-f]{4})|((?:%[0-9a-f]{2})+)|((?:\\{1,2}x[89a-f][0-9a-f])+)/gi
const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  sol: '/',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  num: '#',
  semi: ';',
  period: '.',
  comma: ',',
  excl: '!',
  tab: '\t',
  newline: '\n',
  verbar: '|',
  vert: '|',
  grave: '`',
  dollar: '$',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  zwj: '\u200d',
  zwnj: '\u200c',
  shy: '\u00ad',
  lrm: '\u200e',
  rlm: '\u200f',
  zerowidthspace: '\u200b',
  nobreak: '\u2060',
  applyfunction: '\u2061',
  invisibletimes: '\u2062',
  invisiblecomma: '\u2063',
  negativeverythinspace: '\u200b',
  negativethinspace: '\u200b',
  negativemediumspace: '\u200b',
  negativethickspace: '\u200b',
}

/** Lines with entities, `\x`, `\u` or percent escapes, those replaced by what they stand for. */
export function escapesView({ view, notes, lines }: ReadView): TextView | undefined {
  if (notes.escapes.length < 2 && !isInWord(view.text, notes.escapes[0])) return undefined
  const builder = new ViewBuilder(view)
  for (const { start, end } of blocksAround(lines, notes.escapes)) {
    const block = view.text.slice(start, end)
    let at = 0
    for (const match of block.matchAll(ESCAPE)) {
      builder.addAligned(block.slice(at, match.index), start + at)
      builder.add(meaningOf(match), start + match.index)
      at = match.index + match[0].length
    }
    builder.addAligned(block.slice(at), start + at)
    builder.add('\n\n', Math.max(start, end - 1))
  }
  return builder.finish('escapes')
}

/** Whether an escape stands between letters of a word: one is enough to split it. */
function isInWord(text: string, offset: number | undefined): boolean {
  if (offset === undefined || !/\p{L}/u.test(text.charAt(offset - 1))) return false
  const pattern = new RegExp(ESCAPE.source, 'giy')
  pattern.lastIndex = offset
  const end = offset + (pattern.exec(text)?.[0].length ?? 0)
  return end > offset && /\p{L}/u.test(text.charAt(end))
}

/** What an escape stands for. */
export function meaningOf(match: RegExpExecArray): string {
  const name = match[3]
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
  const percent = match[7]
  if (percent !== undefined) return decodePercent(percent)
  const bytes = match[8]
  if (bytes !== undefined) return decodePercent(bytes.replace(/\\{1,2}x/gi, '%'))
  if (match[2] !== undefined) return characterOf(Number(match[2]))
  return characterOf(Number.parseInt(match[1] ?? match[4] ?? match[5] ?? match[6] ?? '20', 16))
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

function decodePercent(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    // Not UTF-8: each byte by itself is what a lenient decoder makes of it.
    return escapes.replace(/%(..)/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
