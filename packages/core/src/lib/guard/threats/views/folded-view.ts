import { classAt } from '../../character-class.ts'
import { DISGUISED, FOREIGN, INVISIBLE, kindAt, LETTER } from '../character-kinds.ts'
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

function fold(
  text: string,
  { start, end }: Block,
  { builder, gap }: { readonly builder: ViewBuilder; readonly gap: string },
): void {
  let at = start
  while (at < end) {
    if (isWordLike(kindAt(text, at))) at = foldWordAt(text, { at, end, gap }, builder)
    else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      builder.add(foldSign(character, kindAt(text, at), gap), at)
      at += character.length
    }
  }
}

function foldSign(character: string, kind: number, gap: string): string {
  if (kind !== INVISIBLE) return character.normalize('NFKC')
  return BLANKS.includes(character) ? ' ' : gap
}

function isWordLike(kind: number): boolean {
  return kind === LETTER || kind === FOREIGN || kind === DISGUISED
}

/** Folds one word; only a word that mixes alphabets is read by the look of its letters. */
function foldWordAt(
  text: string,
  { at, end, gap }: { readonly at: number; readonly end: number; readonly gap: string },
  builder: ViewBuilder,
): number {
  let stop = at
  let latin = false
  while (stop < end) {
    const kind = kindAt(text, stop)
    if (kind === LETTER || kind === DISGUISED) latin = true
    else if (kind !== FOREIGN && kind !== INVISIBLE) break
    stop++
  }
  let offset = at
  while (offset < stop) {
    const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
    builder.add(foldCharacter(text, offset, { character, latin, gap }), offset)
    offset += character.length
  }
  return Math.max(stop, offset)
}

function foldCharacter(
  text: string,
  offset: number,
  {
    character,
    latin,
    gap,
  }: { readonly character: string; readonly latin: boolean; readonly gap: string },
): string {
  const kind = kindAt(text, offset)
  if (kind === LETTER) return character
  if (kind === INVISIBLE) return BLANKS.includes(character) ? ' ' : gap
  const compatible = character.normalize('NFKC')
  if (!latin || /^[\x20-\x7e]+$/.test(compatible)) return compatible
  return classAt(text, offset)?.readings[0] ?? compatible
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
