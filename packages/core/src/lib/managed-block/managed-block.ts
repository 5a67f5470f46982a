import { CoreError } from '../core-error.ts'
import type { Diagnostic, WithDiagnostics } from '../model/diagnostic.ts'
import { toBlockBody } from './block-body.ts'
import { BLOCK_ID, beginMark, endMark } from './block-marks.ts'
import { BYTE_ORDER_MARK, encodeToByteText, fromByteText, toByteText } from './byte-text.ts'
import {
  type BlockContext,
  type PlacedBlock,
  type PlacedBlocks,
  placeBlocks,
} from './find-blocks.ts'

/** A block of ours in a file of somebody else. */
export interface ManagedBlock {
  readonly id: string
  /** 1-based lines of its first and last mark. */
  readonly line: number
  readonly endLine: number
  /** With LF line ends. */
  readonly body: string
  /** Hex SHA-256 of the body that was written. */
  readonly sha256: string
  /** The body is not that one. */
  readonly edited: boolean
}

/** A file after a change. */
export interface BlockChange {
  /** `null`: there is no file. */
  readonly bytes: Uint8Array | null
  readonly changed: boolean
}

export interface BlockOptions extends BlockContext {
  /** Replace or remove the block although somebody edited it. Marks that make no sense are refused all the same. Default: false. */
  readonly force?: boolean
}

/** The blocks of a file, in order; `null` with the reason when its marks make no sense. */
export function findBlocks(
  file: Uint8Array,
  context: BlockContext,
): WithDiagnostics<readonly ManagedBlock[] | null> {
  const { value, diagnostics } = placeBlocks(toByteText(file), context)
  const blocks = value?.blocks.map(({ begin, first, last, body, edited }) => ({
    id: begin.id,
    line: first.line,
    endLine: last.line,
    body,
    sha256: begin.sha256,
    edited,
  }))
  return { value: blocks ?? null, diagnostics }
}

/**
 * Puts a text into a file as the block `id`, in place of that block where the file has one, else at its end; at its
 * start when its end lies in a fence. `null` is a file that does not exist. All other bytes stay.
 *
 * Twice is once, and {@link stripBlock} gives the file as it was, byte for byte: with its line ends, byte order mark,
 * bytes that are no UTF-8, missing final line end, or without a file. What the text holds of marks becomes plain text.
 *
 * The value is `null`, with file and line in the diagnostics, when marks are unbalanced, nested, twice there or not as
 * they were written, when the block was edited, or when the file is UTF-16.
 *
 * @throws CoreError `block-invalid` for an id that is not 1–64 of `a-z 0-9 . _ -`
 */
export function applyBlock(
  file: Uint8Array | null,
  block: { readonly id: string; readonly body: string },
  options: BlockOptions,
): WithDiagnostics<BlockChange | null> {
  const { id } = block
  requireId(id)
  const text = toByteText(file ?? new Uint8Array())
  const found = placeUnedited(text, id, options)
  if (!found.value) return { value: null, diagnostics: found.diagnostics }
  const { placed, endsInFence, other } = found.value
  const body = toBlockBody(block.body)
  const written = { id, body, sha256: options.sha256(body) }
  const result = placed
    ? replaceBlock(text, placed, written)
    : insertBlock(text, written, { fileCreated: file === null, endsInFence, other })
  return change(file, text, result)
}

/**
 * Takes the block `id` out of a file; a file without it stays as it is. A line end that was added in front of it goes
 * with it unless something was written behind it. See {@link applyBlock}.
 */
export function stripBlock(
  file: Uint8Array | null,
  id: string,
  options: BlockOptions,
): WithDiagnostics<BlockChange | null> {
  requireId(id)
  const text = toByteText(file ?? new Uint8Array())
  const found = placeUnedited(text, id, options)
  if (!found.value) return { value: null, diagnostics: found.diagnostics }
  const { placed, next } = found.value
  if (!placed) return change(file, text, text)
  const before = text.slice(0, placed.first.start)
  const rest = handOver(text.slice(placed.last.end), placed, next)
  const added = placed.begin.newlineAdded && rest === '' ? lineEndOf(text, placed) : ''
  const kept = before.endsWith(added) ? before.slice(0, before.length - added.length) : before
  const result = kept + rest
  return change(file, text, result === '' && placed.begin.fileCreated ? null : result)
}

function requireId(id: string): void {
  if (BLOCK_ID.test(id)) return
  throw new CoreError('block-invalid', `${JSON.stringify(id)} cannot be the id of a block`)
}

/** The block behind takes over what the one that goes knew of the text before both, so that the last to go restores it. */
function handOver(rest: string, { begin }: PlacedBlock, next: PlacedBlock | undefined): string {
  if (!next || !(begin.newlineAdded || begin.fileCreated)) return rest
  const { newlineAdded, fileCreated } = begin
  const taken = beginMark({ ...next.begin, newlineAdded, fileCreated })
  return taken + rest.slice(beginMark(next.begin).length)
}

interface FoundBlock {
  readonly placed: PlacedBlock | undefined
  /** The one that begins where it ends. */
  readonly next: PlacedBlock | undefined
  /** The first one, whatever its id. */
  readonly other: PlacedBlock | undefined
  readonly endsInFence: boolean
}

function placeUnedited(
  text: string,
  id: string,
  options: BlockOptions,
): WithDiagnostics<FoundBlock | null> {
  const { value, diagnostics } = placeBlocks(text, options)
  if (!value) return { value: null, diagnostics }
  const found = findPlaced(value, id)
  if (!found.placed?.edited || options.force === true) return { value: found, diagnostics }
  return { value: null, diagnostics: [...diagnostics, editedBlock(found.placed, options)] }
}

function findPlaced({ blocks, endsInFence }: PlacedBlocks, id: string): FoundBlock {
  const placed = blocks.find(({ begin }) => begin.id === id)
  const next = blocks.find(({ first }) => first.start === placed?.last.end)
  return { placed, next, endsInFence, other: blocks[0] }
}

function editedBlock({ begin, first }: PlacedBlock, { source }: BlockContext): Diagnostic {
  return {
    code: 'block.edited',
    severity: 'error',
    message: `block ${begin.id} was edited since it was written; nothing was changed`,
    source: { ...source, line: first.line },
    fix: 'Move what you wrote out of the block, or force the change.',
  }
}

interface WrittenBlock {
  readonly id: string
  readonly body: string
  readonly sha256: string
}

function replaceBlock(text: string, placed: PlacedBlock, { body, sha256 }: WrittenBlock): string {
  const { begin, first, last } = placed
  const eol = lineEndOf(text, placed)
  const lines = beginMark({ ...begin, sha256 }) + eol + encodeBody(body, eol)
  return text.slice(0, first.start) + lines + text.slice(last.start)
}

function insertBlock(
  text: string,
  { id, body, sha256 }: WrittenBlock,
  place: {
    readonly fileCreated: boolean
    readonly endsInFence: boolean
    readonly other: PlacedBlock | undefined
  },
): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const at = place.endsInFence ? mark : text.length
  const before = text.slice(0, at)
  const newlineAdded = at > mark && !before.endsWith('\n')
  // A carriage return in front of a line end that was added for a block is none of the file's line ends.
  const eol = place.other ? lineEndOf(text, place.other) : (/\r?\n/.exec(text)?.[0] ?? '\n')
  const begin = beginMark({ id, sha256, newlineAdded, fileCreated: place.fileCreated })
  const block = begin + eol + encodeBody(body, eol) + endMark(id) + eol
  return before + (newlineAdded ? eol : '') + block + text.slice(at)
}

function encodeBody(body: string, eol: string): string {
  return encodeToByteText(body).replaceAll('\n', eol)
}

/** Of the first line of a block: its others and the one that was added before it are the same. */
function lineEndOf(text: string, { first }: PlacedBlock): string {
  return text.startsWith('\r\n', first.end - 2) ? '\r\n' : '\n'
}

function change(
  file: Uint8Array | null,
  before: string,
  after: string | null,
): WithDiagnostics<BlockChange> {
  const gone = after === null || (file === null && after === '')
  const changed = gone ? file !== null : file === null || after !== before
  const bytes = !changed ? file : gone ? null : fromByteText(after)
  return { value: { bytes, changed }, diagnostics: [] }
}
