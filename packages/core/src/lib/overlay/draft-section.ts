import { cutText } from '../budget/cut.ts'
import { cutMarker } from '../compose/cut-marker.ts'
import { guardText } from '../guard/guard.ts'
import { resolvePolicy } from '../guard/policy/guard-policy.ts'
import { resealSafe, type SafeText, sealText } from '../guard/safe-text.ts'
import { createThreatStage } from '../guard/threats/threat-stage.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Trust } from '../model/section.ts'
import type { SourceDocument } from '../model/source.ts'
import type { CorePorts } from '../model/target.ts'
import { compactPieces, type Piece, sourcePiece, textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import type { OverlayPart, OverlayRecord, OverlaySection } from './overlay-section.ts'

/** The text of a section at some size, its heading included; empty when not even a marker fits. */
export interface CutBody extends Pick<OverlayRecord, 'omitted'> {
  readonly text: string
  readonly chars: number
}

/** A section that passed the guard. */
export interface OverlayDraft {
  readonly section: OverlaySection
  readonly whole: CutBody
  /** Within its own cap. */
  readonly capped: CutBody
  readonly cutTo: (maxChars: number) => CutBody
  readonly diagnostics: readonly Diagnostic[]
}

/** Guards the texts of a section and makes it cuttable. */
export function draftSection(section: OverlaySection, ports: CorePorts): OverlayDraft {
  const parts = section.parts.filter(({ text }) => text.trim() !== '')
  const documents = parts.map(toDocument)
  const { safe, diagnostics } = guardParts(section, { parts, documents, ports })
  const head = `## ${section.heading}\n\n`
  const lines = documents.map(({ text }) => createLineIndex(text))
  const cutTo = (maxChars: number): CutBody => {
    const { text, omissions } = cutText(safe, {
      maxChars: maxChars - countChars(head),
      keep: [],
      lines,
      marker: (omission) =>
        cutMarker(omission, {
          ref: documents[omission.source]?.ref,
          language: 'en',
          canReadFiles: true,
        }),
    })
    const omitted = omissions.map(({ source, firstLine, lastLine }) => ({
      path: documents[source]?.ref.path ?? '',
      lines: [firstLine, lastLine] as const,
    }))
    return {
      ...withHead(head, textOf(omissions.length > 0 ? resealSafe(safe, text) : text)),
      omitted,
    }
  }
  const whole = { ...withHead(head, textOf(safe)), omitted: [] }
  const { required, maxChars } = section
  const fits = required || maxChars === null || whole.chars <= maxChars
  return { section, whole, capped: fits ? whole : cutTo(maxChars), cutTo, diagnostics }
}

function withHead(head: string, body: string): Pick<CutBody, 'text' | 'chars'> {
  const trimmed = body.replace(/\s+$/, '')
  if (trimmed === '') return { text: '', chars: 0 }
  const text = head + trimmed
  return { text, chars: countChars(text) }
}

function toDocument({ ref, text }: OverlayPart): SourceDocument {
  return { ref, text, frontmatter: null, body: { start: 0, end: text.length } }
}

interface PartsInput {
  readonly parts: readonly OverlayPart[]
  readonly documents: readonly SourceDocument[]
  readonly ports: CorePorts
}

function guardParts(
  section: OverlaySection,
  { parts, documents, ports }: PartsInput,
): { readonly safe: SafeText; readonly diagnostics: readonly Diagnostic[] } {
  const pieces: Piece[] = []
  const diagnostics: Diagnostic[] = []
  parts.forEach(({ text, trust }, source) => {
    const trimmed = text.replace(/\s+$/, '')
    const result = guardText(compactPieces([sourcePiece(trimmed, source, 0)]), {
      section: section.id,
      documents,
      trust,
      stages: stagesFor(trust, ports),
    })
    if (source > 0) pieces.push({ text: '\n\n', inserted: 'joiner' })
    pieces.push(...result.text.pieces)
    diagnostics.push(...result.diagnostics)
  })
  return { safe: sealText({ pieces }), diagnostics }
}

/** As for a prompt: a person's own texts are looked at by `lint` and `scan`. */
function stagesFor(
  trust: Trust,
  { scanThreats, sha256 }: CorePorts,
): readonly ReturnType<typeof createThreatStage>[] {
  if (!scanThreats || trust === 'operator' || trust === 'user') return []
  return [createThreatStage(resolvePolicy(), scanThreats, { findings: [], sha256 })]
}
