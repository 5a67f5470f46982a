import type { MarkLine, MarkSyntax } from './mark-lines.ts'

/** What the first line of a block says about it. */
export interface BeginMark {
  readonly id: string
  /** Hex SHA-256 of the body, with LF line ends. */
  readonly sha256: string
  /** The text before the block had no final line end; one stands there for the block's sake. */
  readonly newlineAdded: boolean
  /** There was no file. */
  readonly fileCreated: boolean
}

const ID = '[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?'

/** The names that a block can have. */
export const BLOCK_ID: RegExp = new RegExp(`^${ID}$`)

const BEGIN = new RegExp(
  `^<!-- ONESOUL:BEGIN id=(${ID}) sha256=([0-9a-f]{64})( newline=added| file=created)? -->$`,
)
const END = new RegExp(`^<!-- ONESOUL:END id=(${ID}) -->$`)
/** Also spelt otherwise: such a line is a mark that somebody changed. */
const ANY = /^<!--[ \t]*ONESOUL[ \t]*:[ \t]*(?:BEGIN|END)\b/i

/** How the marks of a managed block are recognised. */
export const BLOCK_MARKS: MarkSyntax = {
  isMark: (line) => ANY.test(line),
  endOf: (line) => {
    const begin = readBegin({ text: line })
    return begin && endMark(begin.id)
  },
}

/** Reads the first line of a block; `null` when it is none, or not as it was written. */
export function readBegin({ text }: Pick<MarkLine, 'text'>): BeginMark | null {
  const [, id, sha256, how] = BEGIN.exec(text) ?? []
  if (id === undefined || sha256 === undefined) return null
  return {
    id,
    sha256,
    newlineAdded: how === ' newline=added',
    fileCreated: how === ' file=created',
  }
}

/** Reads the id of the last line of a block; `null` when it is none, or not as it was written. */
export function readEnd({ text }: Pick<MarkLine, 'text'>): string | null {
  return END.exec(text)?.[1] ?? null
}

/** The first line of a block, without a line end. */
export function beginMark({ id, sha256, newlineAdded, fileCreated }: BeginMark): string {
  const how = newlineAdded ? ' newline=added' : fileCreated ? ' file=created' : ''
  return `<!-- ONESOUL:BEGIN id=${id} sha256=${sha256}${how} -->`
}

/** The last line of a block, without a line end. */
export function endMark(id: string): string {
  return `<!-- ONESOUL:END id=${id} -->`
}
