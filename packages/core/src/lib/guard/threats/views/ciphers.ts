import { blocksAround } from './line-blocks.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  $: 's',
  '@': 'a',
  '!': 'i',
}
const FEWEST_MIXED = 3
const MIXED_WORD = /[a-z0-9$@!]+/gi

/** Lines that hold words in rot13, Atbash or reversed letters, and words with digits for letters, put back. */
export function ciphersView(read: ReadView): readonly (TextView | undefined)[] {
  return [
    substituted(read, 'rot13', rot13),
    substituted(read, 'atbash', atbash),
    reversedView(read),
    leetView(read),
  ]
}

function substituted(
  { view, lines, ciphers }: ReadView,
  name: string,
  turn: (letter: string) => string,
): TextView | undefined {
  const offsets = ciphers.get(name)
  if (!offsets) return undefined
  const builder = new ViewBuilder(view)
  for (const { start, end } of blocksAround(lines, offsets)) {
    builder.addAligned(view.text.slice(start, end).replace(/[a-z]/gi, turn), start)
    builder.add('\n\n', start)
  }
  return builder.finish(name)
}

function rot13(letter: string): string {
  const code = letter.charCodeAt(0)
  const base = code & 0x60
  return String.fromCharCode(base + 1 + ((code - base - 1 + 13) % 26))
}

function atbash(letter: string): string {
  const code = letter.charCodeAt(0)
  const base = code & 0x60
  return String.fromCharCode(base + 27 - (code - base))
}

function reversedView({ view, lines, ciphers }: ReadView): TextView | undefined {
  const offsets = ciphers.get('reversed')
  if (!offsets) return undefined
  const builder = new ViewBuilder(view)
  for (const { start, end } of blocksAround(lines, offsets)) {
    for (let at = end - 1; at >= start; at--) builder.add(view.text.charAt(at), at)
    builder.add('\n\n', start)
  }
  return builder.finish('reversed')
}

function leetView({ view, notes, lines }: ReadView): TextView | undefined {
  if (notes.mixed.length < FEWEST_MIXED) return undefined
  const builder = new ViewBuilder(view)
  for (const { start, end } of blocksAround(lines, notes.mixed)) {
    const block = view.text.slice(start, end)
    const read = block.replace(MIXED_WORD, (word) =>
      word.replace(/[013457$@8!]/g, (digit) => LEET[digit] ?? digit),
    )
    if (read === block) continue
    builder.addAligned(read, start)
    builder.add('\n\n', start)
  }
  return builder.finish('leet')
}
