import type { Slot } from '../wire/slot.ts'
import { findExact, findNormalised, type TextHit } from './find-text.ts'
import type { JudgedSection, SectionVerdict } from './receipt.ts'

/** A file that the agent is expected to bring itself. */
export interface NativeDocument {
  /** The section of the composition that it stands for. */
  readonly section: string
  readonly path: string
  readonly text: string
  /** The text without its frontmatter, which some agents drop. Default: `text`. */
  readonly body?: string
  /** Bytes at its end that a limit of the agent keeps from the model. */
  readonly lostBytes?: number
}

/** Enough of a text to recognise it when the rest was cut off. */
const HEAD_CHARS = 200

/** A shorter text may stand in anybody's prompt by chance: that it is there is told, not how often. */
const TELLING_CHARS = 32
const MOST_PLACES = 10

/**
 * Judges a file that the agent reads by itself: once anywhere is `native`, also
 * with other white space and without its frontmatter and HTML comments, which
 * agents drop. Tool results and what the model said do not count.
 */
export function judgeNative(
  native: NativeDocument,
  slots: readonly Slot[],
  isHedged: (slot: Slot) => boolean,
): JudgedSection {
  const places = slots.filter((slot) => slot.level !== 'tool' && slot.role !== 'assistant')
  const expected = expectedText(native)
  const forms = native.body === undefined || native.lostBytes ? [expected] : [expected, native.body]
  const whole = firstFound(
    places,
    forms.flatMap((form) => [
      (text: string) => findExact(text, form.trim()),
      (text: string) => findNormalised(text, form),
      (text: string) => findNormalised(text, form.replaceAll(/<!--[\s\S]*?-->/g, '')),
    ]),
  )
  const head = expected.trim().slice(0, HEAD_CHARS)
  const found = whole.length > 0 ? whole : firstFound(places, [(text) => findExact(text, head)])
  return {
    id: native.section,
    verdict: verdictOf(
      isTelling(expected) ? found.length : Math.min(1, found.length),
      whole.length > 0,
    ),
    hedged: found.some(({ slot }) => isHedged(slot)),
    found: found
      .slice(0, MOST_PLACES)
      .map(({ slot, hit }) => ({ slot: slot.path, start: hit.start, end: hit.end })),
    echoes: [],
  }
}

function verdictOf(copies: number, whole: boolean): SectionVerdict {
  if (copies === 0) return 'missing'
  if (copies > 1) return 'twice'
  return whole ? 'native' : 'altered'
}

function isTelling(text: string): boolean {
  return text.replace(/\s+/g, ' ').trim().length >= TELLING_CHARS
}

function expectedText(native: NativeDocument): string {
  const { text, lostBytes = 0 } = native
  if (lostBytes === 0) return text
  const bytes = Buffer.from(text, 'utf8')
  // A character that was cut in half is no part of what is looked for.
  return bytes.toString('utf8', 0, Math.max(0, bytes.length - lostBytes)).replace(/\ufffd+$/, '')
}

function firstFound(
  slots: readonly Slot[],
  searches: readonly ((text: string) => readonly TextHit[])[],
): readonly { readonly slot: Slot; readonly hit: TextHit }[] {
  for (const search of searches) {
    const found = slots.flatMap((slot) => search(slot.text).map((hit) => ({ slot, hit })))
    if (found.length > 0) return found
  }
  return []
}
