import type { Diagnostic } from './diagnostic.ts'
import type { Manifest, OmissionReason, PartRecord } from './manifest.ts'
import type { SectionStatus } from './section.ts'
import type { SourceDocument } from './source.ts'
import type { Piece } from './traced-text.ts'

/** One rendered part with its text. */
export interface Part extends PartRecord {
  readonly text: string
}

/** Text that exists but does not reach the prompt, kept so that `explain` can name the rule that hid it. */
export interface HiddenDocument {
  readonly section: string
  readonly document: SourceDocument
  readonly status: SectionStatus
  readonly reason: OmissionReason
  /** One phrase: the rule, e.g. `shadowed for bot dev-bot by slack/dev-bot/AGENTS.md`. */
  readonly rule: string
}

/** A piece of the prompt at its place in its part. */
export interface PlacedPiece {
  readonly section: string
  /** Id of the part. */
  readonly part: string
  /** Half-open UTF-16 range of the part. */
  readonly start: number
  readonly end: number
  readonly piece: Piece
}

/** Why a composition must not be delivered. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

/** An ordered, frozen prompt with its record: the result of `compose`. */
export interface Composition {
  /** The frozen parts joined; for a rendering of one part, that part. */
  readonly text: string
  /** The frozen parts: they stay as they are for as long as a session lives. */
  readonly parts: readonly Part[]
  /**
   * What travels with this turn, below the frozen parts: the sections given as
   * `turn`, guarded and under tags. Neither in `text` nor in the digest; `null`
   * when there is nothing to send.
   */
  readonly turn: Part | null
  readonly manifest: Manifest
  readonly diagnostics: readonly Diagnostic[]
  /** Per section id, the documents that its `source` indices name. */
  readonly documents: Readonly<Record<string, readonly SourceDocument[]>>
  /** Every character of the frozen parts, then of the turn, with its origin, in order. */
  readonly placed: readonly PlacedPiece[]
  readonly hidden: readonly HiddenDocument[]
  /** Set when the composition must not be delivered: exit code 4. */
  readonly refusal: Refusal | null
}
