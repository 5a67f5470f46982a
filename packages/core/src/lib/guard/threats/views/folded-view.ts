import { classAt } from '../../character-class.ts'
import { DISGUISED, FOREIGN, INVISIBLE, KINDS, LETTER, OTHER } from '../character-kinds.ts'
import { blocksAround } from './line-blocks.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

/** Invisible characters as wide as a space. */
const BLANKS = '\u115f\u1160\u2800\u3164\uffa0'
const REVERSALS = /[\u202e\u202d]([^\n\u202c]{4,2000})/g

/**
 * The lines with letters in disguise as a reader sees them: after NFKC, without
 * invisible characters, look-alike letters inside Latin words as Latin. A line
 * whose invisible characters could part words follows once more with spaces for
 * them, and text that is shown reversed follows turned around.
 */
export function foldedView(read: ReadView): TextView | undefined {
  const { view, notes, lines } = read
  if (notes.disguised.length === 0) return undefined
  const builder = new ViewBuilder(view)
  for (const block of blocksAround(lines, notes.disguised)) {
    fold(view.text, block, { builder, gap: '' })
    builder.add('\n\n', block.start)
    if (
      /[a-z0-9.,]{2}[\u00ad\u200b-\u200f\u2060-\u206f\ufeff][a-z0-9]{2}/i.test(
        view.text.slice(block.start, block.end),
      )
    ) {
      fold(view.text, block, { builder, gap: ' ' })
      builder.add('\n\n', block.start)
    }
    addReversed(view.text, block, builder)
  }
  return builder.finish()
}

interface Block {
  readonly start: number
  readonly end: number
}

interface Folding {
  readonly builder: ViewBuilder
  /** What takes the place of an invisible character. */
  readonly gap: string
}

function fold(text: string, { start, end }: Block, folding: Folding): void {
  let at = start
  while (at < end) {
    const kind = KINDS[text.charCodeAt(at)] ?? OTHER
    if (isWordLike(kind)) at = foldWordAt(text, { start: at, end }, folding)
    else at += foldOne(text, { at, kind, latin: false }, folding)
  }
}

function isWordLike(kind: number): boolean {
  return kind === LETTER || kind === FOREIGN || kind === DISGUISED
}

/** Folds one word; only a word that mixes alphabets is read by the look of its letters. */
function foldWordAt(text: string, { start, end }: Block, folding: Folding): number {
  let stop = start
  let latin = false
  while (stop < end) {
    const kind = KINDS[text.charCodeAt(stop)] ?? OTHER
    if (kind === LETTER || kind === DISGUISED) latin = true
    else if (kind !== FOREIGN && kind !== INVISIBLE) break
    stop++
  }
  let at = start
  while (at < stop) {
    const kind = KINDS[text.charCodeAt(at)] ?? OTHER
    at += foldOne(text, { at, kind, latin }, folding)
  }
  return at
}

interface Folded {
  readonly at: number
  readonly kind: number
  /** It stands in a word with Latin letters. */
  readonly latin: boolean
}

/** Folds one character and gives its length. */
function foldOne(text: string, folded: Folded, { builder, gap }: Folding): number {
  const { at, kind, latin } = folded
  const unit = text.charCodeAt(at)
  if (kind !== INVISIBLE && unit < 0x80) {
    builder.addUnit(unit, at)
    return 1
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (kind === INVISIBLE) builder.add(BLANKS.includes(character) ? ' ' : gap, at)
  else builder.add(foldLetter(text, { at, kind, latin }, character), at)
  return character.length
}

function foldLetter(text: string, { at, kind, latin }: Folded, character: string): string {
  if (kind === LETTER) return character
  const compatible = character.normalize('NFKC')
  if (!latin || /^[\x20-\x7e]+$/.test(compatible)) return compatible
  return classAt(text, at)?.readings[0] ?? compatible
}

function addReversed(text: string, { start, end }: Block, builder: ViewBuilder): void {
  const block = text.slice(start, end)
  if (!block.includes('\u202e') && !block.includes('\u202d')) return
  for (const match of block.matchAll(REVERSALS)) {
    const shown = match[1] ?? ''
    for (let at = shown.length - 1; at >= 0; at--) {
      builder.add(shown.charAt(at), start + match.index + 1 + at)
    }
    builder.add('\n\n', start + match.index)
  }
}
