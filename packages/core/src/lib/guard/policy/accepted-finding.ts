import type { TextRange } from '../../model/source.ts'
import { createBlockIndex } from './block-index.ts'

/** A finding that a person looked at and accepts. Whoever gives a list has looked at the clock. */
export interface AcceptedFinding {
  /** Id of the rule. */
  readonly rule: string
  /** Hex SHA-256 of the block around the finding, or of the whole file. */
  readonly sha256: string
  readonly reason: string
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly until: string
}

/** What of the text around a finding can be accepted. */
export interface FindingHashes {
  /** Of the block around it; see {@link createBlockHash}. */
  readonly block: string
  /** Of the bytes of the file. */
  readonly file: string
}

/** The first entry that accepts a finding of a rule, in this block or this file. */
export function findAccepted<T extends AcceptedFinding>(
  accepted: readonly T[],
  rule: string,
  { block, file }: FindingHashes,
): T | undefined {
  return accepted.find((one) => one.rule === rule && (one.sha256 === block || one.sha256 === file))
}

/**
 * Hashes the smallest block around a range of a text, with LF as line end and
 * without white space at its end, each block once.
 */
export function createBlockHash(
  text: string,
  sha256: (text: string) => string,
): (range: TextRange) => string {
  const blocks = createBlockIndex(text)
  const known = new Map<string, string>()
  return (range) => {
    const { start, end } = blocks.around(range)
    const key = `${start} ${end}`
    const found = known.get(key)
    if (found !== undefined) return found
    const hash = sha256(text.slice(start, end).replace(/\r\n?/g, '\n').trimEnd())
    known.set(key, hash)
    return hash
  }
}
