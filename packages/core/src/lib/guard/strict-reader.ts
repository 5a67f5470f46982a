import { RESERVED_NAMES } from '../model/reserved-names.ts'
import { escapeAttribute } from './escape-attribute.ts'
import { scanTags } from './tag-scanner.ts'

/** The tree that a finished prompt must have. Strings are literal text: lead-ins, line breaks, guarded bodies. */
export interface ExpectedNode {
  readonly element: string
  /** Unescaped values, in the order in which they are written. */
  readonly attributes?: Readonly<Record<string, string>>
  readonly children: readonly (ExpectedNode | string)[]
}

/**
 * Reads a finished prompt again and returns `null` when it is exactly the expected
 * tree, else one sentence with the offset of the first fault. Lenient in seeing: a
 * tag is whatever the guard takes for one. Strict in accepting: each tag seen must
 * be the expected one in canonical form (`<name a="v">`, `</name>`), and the text
 * between two tags must be the expected text, to the end.
 */
export function verifyStructure(text: string, expected: ExpectedNode): string | null {
  const unreserved = findUnreserved(expected)
  if (unreserved !== undefined) {
    return `offset 0: the element ${unreserved} is not reserved, so a body could forge it`
  }
  const seen = scanTags(text).map((tag) => tag.start)
  const reading: Reading = { text, seen, next: 0, offset: 0 }
  const fault = readNode(reading, expected)
  if (fault !== null) return fault
  if (reading.offset < text.length) return faultAt(reading, 'the end of the prompt')
  return null
}

interface Reading {
  readonly text: string
  /** Offsets of all tags that a lenient reader sees. */
  readonly seen: readonly number[]
  /** Index in `seen` of the tag that comes next. */
  next: number
  offset: number
}

function findUnreserved(node: ExpectedNode): string | undefined {
  if (!RESERVED_NAMES.includes(node.element)) return node.element
  for (const child of node.children) {
    const found = typeof child === 'string' ? undefined : findUnreserved(child)
    if (found !== undefined) return found
  }
  return undefined
}

function readNode(reading: Reading, node: ExpectedNode): string | null {
  const opened = readTag(reading, openingTag(node))
  if (opened !== null) return opened
  for (const child of node.children) {
    const fault = typeof child === 'string' ? readText(reading, child) : readNode(reading, child)
    if (fault !== null) return fault
  }
  return readTag(reading, `</${node.element}>`)
}

function openingTag(node: ExpectedNode): string {
  const attributes = Object.entries(node.attributes ?? {})
  return `<${node.element}${attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}>`
}

function readTag(reading: Reading, tag: string): string | null {
  if (!reading.text.startsWith(tag, reading.offset)) return faultAt(reading, tag)
  if (reading.seen[reading.next] !== reading.offset) return faultAt(reading, tag)
  reading.next++
  reading.offset += tag.length
  const inside = reading.seen[reading.next]
  return inside !== undefined && inside < reading.offset ? unexpectedTag(reading, inside) : null
}

function readText(reading: Reading, expected: string): string | null {
  const { text, offset } = reading
  const end = offset + expected.length
  const tag = reading.seen[reading.next]
  reading.offset += commonLength(text.slice(offset, end), expected)
  if (tag !== undefined && tag < end && tag <= reading.offset) return unexpectedTag(reading, tag)
  return reading.offset < end ? faultAt(reading, 'the text of a section') : null
}

function commonLength(a: string, b: string): number {
  if (a === b) return a.length
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

function unexpectedTag(reading: Reading, offset: number): string {
  return `offset ${offset}: ${excerpt(reading.text, offset)} reads as a reserved tag where none is expected`
}

function faultAt(reading: Reading, expected: string): string {
  return `offset ${reading.offset}: expected ${expected}, found ${excerpt(reading.text, reading.offset)}`
}

function excerpt(text: string, offset: number): string {
  const shown = text.slice(offset, offset + 40)
  return shown === '' ? 'the end' : JSON.stringify(shown)
}
