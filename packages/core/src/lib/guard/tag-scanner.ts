import { RESERVED_NAMES } from '../model/reserved-names.ts'
import { rememberByText } from '../text/remember.ts'
import { findOpeningBrackets } from './angle-brackets.ts'
import { type CharacterClass, classAt } from './character-class.ts'
import { findHiddenSpans, type HiddenSpans } from './hidden-spans.ts'
import {
  buildNameTrie,
  type FoundName,
  isWordEnd,
  type NameTrie,
  nameAt,
  readCharacter,
  startReading,
} from './name-trie.ts'

/** A place where a lenient reader sees a reserved element opened or closed. */
export interface SeenTag {
  /** Offset of the opening bracket. */
  readonly start: number
  /** Offset after the bracket. */
  readonly bracketEnd: number
  /** Offset after what was read as the name, and after a closing bracket that follows soon. */
  readonly end: number
  /** The reserved name; `!--` for a comment or CDATA section that nothing closes. */
  readonly name: string
}

const RESERVED = buildNameTrie(RESERVED_NAMES)
const DECLARATIONS = buildNameTrie(['doctype', 'cdata', 'entity', 'element', 'attlist', 'notation'])
const EXCERPT = 60
const UNCLOSED = '!--'

/**
 * Finds every reserved tag of a text, ascending, in linear time.
 *
 * A tag is an opening angle bracket or a look-alike; then any characters but
 * letters, digits and brackets (white space, slashes, `!`, `?`, quotes …), a
 * declaration keyword after `!`, and namespaces `x:`; then a reserved name up to
 * the end of a word. Names are read after NFKC and case folding, with confusable
 * letters, any dash for any other, and without white space, invisible characters,
 * marks and comments between the letters. Nothing has to close the tag. White
 * space after the bracket does not save it: `a < user` is a tag, `a < b` is not.
 * A comment or CDATA section that nothing closes counts as well, because it would
 * hide the tags after it.
 */
export const scanTags: (text: string) => readonly SeenTag[] = rememberByText(scan, 1_000_000)

function scan(text: string): readonly SeenTag[] {
  const found = new Map<number, SeenTag>()
  const brackets = findOpeningBrackets(text)
  let before = -1
  while (found.size > before) {
    before = found.size
    const spans = findHiddenSpans(text, new Set(found.keys()))
    addTags({ text, spans }, brackets, found)
    // Without comments there is nothing that a tag could have changed.
    if (spans.ends.size === 0 && spans.unclosed.length === 0) break
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

function addTags(scanned: Scanned, brackets: readonly number[], found: Map<number, SeenTag>): void {
  for (const start of scanned.spans.unclosed) {
    if (!found.has(start)) found.set(start, unclosedAt(scanned.text, start))
  }
  for (const start of brackets) {
    if (isKnown(found, start)) continue
    const tag = readTag(scanned, start)
    if (tag) found.set(start, tag)
  }
}

/** A tag that is an unclosed comment as well is named by its name. */
function isKnown(found: ReadonlyMap<number, SeenTag>, start: number): boolean {
  const tag = found.get(start)
  return tag !== undefined && tag.name !== UNCLOSED
}

function unclosedAt(text: string, start: number): SeenTag {
  const bracketEnd = start + (classAt(text, start)?.size ?? 1)
  return { start, bracketEnd, end: bracketEnd + UNCLOSED.length, name: UNCLOSED }
}

interface Scanned {
  readonly text: string
  readonly spans: HiddenSpans
}

function readTag(scanned: Scanned, start: number): SeenTag | undefined {
  const bracketEnd = start + (classAt(scanned.text, start)?.size ?? 1)
  const found = readAfterBracket(scanned, bracketEnd)
  if (!found) return undefined
  return { start, bracketEnd, end: excerptEnd(scanned.text, found.end), name: found.name }
}

function readAfterBracket(scanned: Scanned, bracketEnd: number): FoundName | undefined {
  const prefix = readPrefix(scanned, bracketEnd)
  if (prefix.found) return prefix.found
  if (!prefix.declaration) return readQualified(scanned, prefix.end)
  const keyword = readName(scanned, prefix.end, DECLARATIONS)
  if (!keyword) return readQualified(scanned, prefix.end)
  const next = readPrefix(scanned, keyword.end)
  return next.found ?? readQualified(scanned, next.end)
}

interface Prefix {
  readonly end: number
  readonly declaration: boolean
  /** A name that begins with a symbol which only looks like a letter. */
  readonly found?: FoundName | undefined
}

/** Skips what may stand between a bracket and a name. */
function readPrefix(scanned: Scanned, start: number): Prefix {
  let declaration = false
  let at = start
  for (;;) {
    const span = scanned.spans.ends.get(at)
    const next = classAt(scanned.text, at)
    if (span !== undefined) {
      at = span
      continue
    }
    if (!next || next.kind === 'open' || next.kind === 'close') break
    if (next.readings.length > 0) {
      const found = readName(scanned, at, RESERVED)
      if (found || next.kind === 'letter') return { end: at, declaration, found }
    } else if (next.kind === 'letter') break
    declaration ||= next.folded === '!'
    at += next.size
  }
  return { end: at, declaration }
}

/** Reads a name behind any number of namespaces. */
function readQualified(scanned: Scanned, start: number): FoundName | undefined {
  let at: number | undefined = start
  while (at !== undefined) {
    const found = readName(scanned, at, RESERVED)
    if (found) return found
    at = afterNamespace(scanned, at)
  }
  return undefined
}

/** The offset after `x:` and white space; `undefined` when no namespace stands here, as in `https://`. */
function afterNamespace(scanned: Scanned, start: number): number | undefined {
  let at = start
  for (;;) {
    const next = classAt(scanned.text, at)
    if (!next) return undefined
    at += next.size
    if (next.kind === 'joiner' && !'.@'.includes(next.folded)) break
    if (!isGap(next) && !isNamePart(next)) return undefined
  }
  const { end } = skipGap(scanned, at)
  return classAt(scanned.text, end)?.kind === 'letter' ? end : undefined
}

/** Reads the longest name of `trie` that begins at `start` and ends a word. */
function readName(scanned: Scanned, start: number, trie: NameTrie): FoundName | undefined {
  let reading = startReading(trie)
  let best: FoundName | undefined
  let at = start
  for (;;) {
    const gap = skipGap(scanned, at)
    const next = classAt(scanned.text, gap.end)
    if (!next || next.kind === 'open' || next.kind === 'close') return best
    reading = readCharacter(reading, next, gap.space)
    if (reading.nodes.length === 0) return best
    at = gap.end + next.size
    const name = nameAt(reading)
    if (name !== undefined && isWordEnd(scanned.text, at)) best = { name, end: at }
  }
}

/** Skips white space, what cannot be seen, and comments. */
function skipGap(
  scanned: Scanned,
  start: number,
): { readonly end: number; readonly space: boolean } {
  let space = false
  let at = start
  for (;;) {
    const span = scanned.spans.ends.get(at)
    const next = classAt(scanned.text, at)
    if (span !== undefined) at = span
    else if (next && isGap(next)) {
      space ||= next.kind === 'space'
      at += next.size
    } else return { end: at, space }
  }
}

function isGap(next: CharacterClass): boolean {
  return next.kind === 'space' || next.kind === 'invisible' || next.kind === 'mark'
}

function isNamePart(next: CharacterClass): boolean {
  return next.kind === 'letter' || next.kind === 'dash' || next.folded === '.'
}

/** Shows the tag to its closing bracket when that is near, else to the end of the name. */
function excerptEnd(text: string, nameEnd: number): number {
  let at = nameEnd
  while (at < nameEnd + EXCERPT) {
    const next = classAt(text, at)
    if (!next || next.kind === 'open') return nameEnd
    at += next.size
    if (next.kind === 'close') return at
  }
  return nameEnd
}
