import type { Diagnostic, DiagnosticSource, WithDiagnostics } from '../model/diagnostic.ts'
import { decodeText } from '../text/decode.ts'
import { type BeginMark, BLOCK_MARKS, readBegin, readEnd } from './block-marks.ts'
import { fromByteText } from './byte-text.ts'
import { findMarks, type MarkLine } from './mark-lines.ts'

/** What every operation on a file with blocks needs to know. */
export interface BlockContext {
  /** The file, for what is said about it. */
  readonly source: DiagnosticSource
  /** Hex SHA-256 of the UTF-8 encoding of a text. */
  readonly sha256: (text: string) => string
}

/** A block in a byte text, from the start of its first line to the end of its last. */
export interface PlacedBlock {
  readonly begin: BeginMark
  readonly first: MarkLine
  readonly last: MarkLine
  /** With LF line ends. */
  readonly body: string
  /** The body is not the one that was written. */
  readonly edited: boolean
}

/** The blocks of a file, and whether its end lies in a fence. */
export interface PlacedBlocks {
  readonly blocks: readonly PlacedBlock[]
  readonly endsInFence: boolean
}

/**
 * Places the blocks of a byte text; `null` with the reason, file and line when its marks make no sense or the file is
 * UTF-16, so that nothing may be changed.
 */
export function placeBlocks(
  file: string,
  context: BlockContext,
): WithDiagnostics<PlacedBlocks | null> {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(file)) {
    const message = 'the file is UTF-16, in which a block cannot stand'
    return refuse(context, { code: 'block.encoding', message, fix: 'Save it as UTF-8.' })
  }
  const { marks, doubtful, openFence } = findMarks(file, BLOCK_MARKS)
  const [unsure] = doubtful
  if (unsure) {
    const message = `a mark of a block stands in the fence that begins on line ${openFence} and that nothing closes`
    const fix = 'Close the fence, or remove the mark.'
    return refuse(context, { code: 'block.in-fence', message, line: unsure.line, fix })
  }
  const blocks: PlacedBlock[] = []
  for (let at = 0; at < marks.length; at += 2) {
    const [first, last] = [marks[at], marks[at + 1]]
    const fault = first && findFault(first, last, blocks)
    if (fault) return refuse(context, fault)
    const begin = first && readBegin(first)
    if (first && last && begin) blocks.push(placeBlock(file, { begin, first, last }, context))
  }
  return { value: { blocks, endsInFence: openFence !== null }, diagnostics: [] }
}

interface Fault {
  readonly code: string
  readonly message: string
  readonly line?: number
  readonly fix: string
}

function refuse(
  { source }: BlockContext,
  { code, message, line, fix }: Fault,
): { readonly value: null; readonly diagnostics: readonly Diagnostic[] } {
  const place = line === undefined ? source : { ...source, line }
  const text = `${message}; nothing was changed`
  return {
    value: null,
    diagnostics: [{ code, severity: 'error', message: text, source: place, fix }],
  }
}

/** What is wrong with a mark that should begin a block and the next one, which should end it. */
function findFault(
  first: MarkLine,
  last: MarkLine | undefined,
  before: readonly PlacedBlock[],
): Fault | null {
  const begin = readBegin(first)
  const end = readEnd(first)
  if (end !== null) {
    const message = `the end of block ${end} has no begin`
    return { code: 'block.unbalanced', message, line: first.line, fix: 'Remove that line.' }
  }
  if (!begin) return malformed(first)
  const { id } = begin
  const earlier = before.find((block) => block.begin.id === id)
  if (earlier) {
    const message = `block ${id} begins a second time; the first is on line ${earlier.first.line}`
    return { code: 'block.duplicate', message, line: first.line, fix: 'Remove one of the two.' }
  }
  return findEndFault(first, last, id)
}

function findEndFault(first: MarkLine, last: MarkLine | undefined, id: string): Fault | null {
  const fix = `Put the end of block ${id} back, or remove the whole block.`
  if (!last) {
    const message = `block ${id} begins and does not end`
    return { code: 'block.unbalanced', message, line: first.line, fix }
  }
  const inner = readBegin(last)
  if (inner) {
    const message = `block ${inner.id} begins inside block ${id}, which begins on line ${first.line}`
    return { code: 'block.nested', message, line: last.line, fix }
  }
  const end = readEnd(last)
  if (end === null) return malformed(last)
  if (end === id) return null
  const message = `block ${id}, which begins on line ${first.line}, meets the end of block ${end}`
  return { code: 'block.unbalanced', message, line: last.line, fix }
}

function malformed({ line }: MarkLine): Fault {
  const message = 'this line looks like a mark of a block and is not as one is written'
  const fix = 'Undo the change of that line, or indent or quote it if it is an example.'
  return { code: 'block.malformed', message, line, fix }
}

function placeBlock(
  file: string,
  marks: Pick<PlacedBlock, 'begin' | 'first' | 'last'>,
  { sha256 }: BlockContext,
): PlacedBlock {
  const { text, issues } = decodeText(fromByteText(file.slice(marks.first.end, marks.last.start)))
  const body = text.replaceAll('\r\n', '\n')
  const edited = issues.length > 0 || sha256(body) !== marks.begin.sha256
  return { ...marks, body, edited }
}
