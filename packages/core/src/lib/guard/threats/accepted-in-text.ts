import type { SourceDocument, TextRange } from '../../model/source.ts'
import type { Piece, TracedText } from '../../model/traced-text.ts'
import { type AcceptedFinding, createBlockHash, findAccepted } from '../policy/accepted-finding.ts'
import type { ThreatFinding } from './threat-finding.ts'

/** What a person accepted, and the hash that it is bound to. */
export interface Acceptance {
  readonly findings: readonly AcceptedFinding[]
  /** Hex SHA-256 of the UTF-8 bytes of a text. */
  readonly sha256: (text: string) => string
}

/**
 * Answers which entry accepts a finding in a traced text. The hashes are those of
 * the file, as `scan` reports them. Words that do not stand in the file as they are
 * found, because a variable was filled in, are accepted by nothing.
 */
export function acceptedIn(
  traced: TracedText,
  documents: readonly SourceDocument[],
  { findings, sha256 }: Acceptance,
): (finding: ThreatFinding) => AcceptedFinding | undefined {
  if (findings.length === 0) return () => undefined
  const rules = new Set(findings.map(({ rule }) => rule))
  const blockHashes = new Map<number, (range: TextRange) => string>()
  return ({ rule, span }) => {
    const place = rules.has(rule) ? placeInFile(traced, span) : null
    const document = place && documents[place.source]
    if (!document) return undefined
    const hashOf = blockHashes.get(place.source) ?? createBlockHash(document.text, sha256)
    blockHashes.set(place.source, hashOf)
    return findAccepted(findings, rule, { block: hashOf(place), file: document.ref.sha256 })
  }
}

interface FilePlace extends TextRange {
  readonly source: number
}

/** The range of one file that a range of a text stands for, letter by letter but for what was removed. */
function placeInFile({ pieces }: TracedText, range: TextRange): FilePlace | null {
  const parts: FilePlace[] = []
  let offset = 0
  for (const piece of pieces) {
    const start = Math.max(range.start, offset) - offset
    const end = Math.min(range.end, offset + piece.text.length) - offset
    offset += piece.text.length
    if (start >= end) continue
    const part = partOf(piece, start, end)
    if (!part || (parts[0] && parts[0].source !== part.source)) return null
    parts.push(part)
  }
  const [first, last] = [parts[0], parts.at(-1)]
  return first && last ? { ...first, end: last.end } : null
}

function partOf(piece: Piece, start: number, end: number): FilePlace | null {
  if ('inserted' in piece || !piece.verbatim) return null
  return { source: piece.source, start: piece.start + start, end: piece.start + end }
}
