import { closeLastFence } from '@onesoul/core'
import { type Decided, granted, refused } from './proposal-refusal.ts'
import { bodyOf, type SlotContent } from './slot-target.ts'

/**
 * An entry as one line: white space around line ends becomes a blank, a list mark at the beginning goes. The words stay
 * as they are.
 */
export function toEntry(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]/).map((line) => line.trim())
  const entry = lines.filter((line) => line !== '').join(' ')
  return entry.replace(/^[-*+]\s+/, '')
}

/**
 * The bytes of a file with one more entry at its end, as a list entry. What stands there stays byte for byte; line ends
 * and the mark of the list are those of the file. Refused where the entry would be hidden or is there already.
 */
export function addEntry(
  content: SlotContent | null,
  entry: string,
  path: string,
): Decided<Uint8Array> {
  if (content === null) return granted(Buffer.from(`- ${entry}\n`, 'utf8'))
  const { document, bytes } = content
  const body = bodyOf(document)
  if (hasEntry(body, entry)) return refused('duplicate', `${path} has this entry already`)
  if (closeLastFence(document) !== null) {
    return refused('file', `${path} has a code fence that is open at its end`)
  }
  if (body.lastIndexOf('<!--') > body.lastIndexOf('-->')) {
    return refused('file', `${path} has a comment that is open at its end`)
  }
  const added = `${between(document.text, body)}${markOf(body)} ${entry}${lineEndOf(document.text)}`
  return granted(Buffer.concat([bytes, Buffer.from(added, 'utf8')]))
}

/** Whether a body says this already, as an entry or a line; upper case, white space and a full stop do not count. */
export function hasEntry(body: string, entry: string): boolean {
  const wanted = comparable(entry)
  return entriesOf(body).some((one) => comparable(one) === wanted)
}

const ITEM = /^[ \t]{0,3}([-*+]|\d{1,9}[.)])[ \t]+(.*)$/

/** Lines of a body; what is indented below an entry belongs to it. */
function entriesOf(body: string): readonly string[] {
  const entries: string[] = []
  for (const line of body.split(/\r\n|\r|\n/)) {
    const item = ITEM.exec(line)
    if (item) entries.push(item[2] ?? '')
    else if (/^[ \t]+\S/.test(line) && entries.length > 0) {
      entries.push(`${entries.pop()} ${line.trim()}`)
    } else entries.push(line)
  }
  return entries
}

function comparable(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return plain.replace(/[.。]$/, '')
}

/** What has to stand between the file as it is and a new entry: a line end, and a blank line unless a list goes on. */
function between(text: string, body: string): string {
  const lineEnd = lineEndOf(text)
  const ends = /(?:^|[\r\n])$/.test(text) ? '' : lineEnd
  const lines = body.split(/\r\n|\r|\n/)
  const last = lines.findLastIndex((line) => line.trim() !== '')
  if (last === -1) return ends
  const inList = ITEM.test(lines[last] ?? '') || isContinuation(lines, last)
  const blankBelow = lines.length - last > 2
  return inList || blankBelow ? ends : ends + lineEnd
}

function isContinuation(lines: readonly string[], at: number): boolean {
  for (let line = at; line >= 0 && /^[ \t]+\S/.test(lines[line] ?? ''); line--) {
    if (ITEM.test(lines[line - 1] ?? '')) return true
  }
  return false
}

/** The mark of the last entry, else a dash. A numbered list is not counted on. */
function markOf(body: string): string {
  const marks = [...body.matchAll(/^[ \t]{0,3}([-*+])[ \t]+\S/gm)]
  return marks.at(-1)?.[1] ?? '-'
}

function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}
