import type { AddressParts } from './address-parts.ts'
import { encodedTextIn } from './encoded-text.ts'

/** From where on an address counts as one that carries data out. */
export interface DataLimits {
  /** Bytes of encoded text in a row. */
  readonly encoded: number
  /** Letters in a row that mix cases and digits as encoded or encrypted bytes do. */
  readonly opaque: number
  /** Words in one field of the query, or in the fragment. */
  readonly words: number
  /** Words in one segment of the path. */
  readonly pathWords: number
  /** Letters of other scripts in one field. */
  readonly letters: number
}

/** An image is fetched without anybody's doing. */
export const IMAGE_LIMITS: DataLimits = {
  encoded: 12,
  opaque: 64,
  words: 5,
  pathWords: 8,
  letters: 12,
}

/** A link waits for a person, and searches and commits are in honest ones. */
export const LINK_LIMITS: DataLimits = {
  encoded: 18,
  opaque: 128,
  words: Number.POSITIVE_INFINITY,
  pathWords: Number.POSITIVE_INFINITY,
  letters: Number.POSITIVE_INFINITY,
}

/** Whether an address holds more than it needs to name a place. */
export function carriesData(parts: AddressParts, limits: DataLimits): boolean {
  return (
    [parts.path, ...parts.names, ...parts.fields].some(
      (value) => encodedTextIn(value) >= limits.encoded,
    ) ||
    [...parts.names, ...parts.fields].some((value) => isOpaque(value, limits.opaque)) ||
    parts.fields.some(
      (value) => wordsIn(value) >= limits.words || lettersIn(value) >= limits.letters,
    ) ||
    parts.names.some((value) => wordsIn(value) >= limits.pathWords)
  )
}

function isOpaque(value: string, min: number): boolean {
  const runs = value.match(/[A-Za-z0-9+/=_-]+/g) ?? []
  return runs.some(
    (run) => run.length >= min && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run),
  )
}

function wordsIn(value: string): number {
  return value.split(/[\s+]+/).filter((word) => /\p{L}/u.test(word)).length
}

function lettersIn(value: string): number {
  return value.match(/(?![A-Za-z])\p{L}/gu)?.length ?? 0
}
