import type { Diagnostic } from './diagnostic.ts'
import type { Audience, Half, SectionStatus, SharedBy, Stability, Trust } from './section.ts'
import type { SourceRef } from './source.ts'
import type { Target } from './target.ts'
import type { InsertedKind } from './traced-text.ts'

/** Code points, UTF-8 bytes and estimated tokens. */
export interface Size {
  readonly chars: number
  readonly bytes: number
  readonly tokens: number
}

/** One message or block of the rendered prompt. */
export interface PartRecord {
  readonly id: string
  readonly role: 'system' | 'developer' | 'user'
  readonly sha256: string
  /** The cache marker that the part is sent with; `null`: none. Only the `layers` rendering has its own. */
  readonly cache: { readonly type: 'ephemeral' } | null
}

/**
 * A half-open UTF-16 range of a part. All spans of all sections, sorted,
 * are the parts exactly. `lines` are the first and last source line, 1-based, inclusive.
 */
export type Span =
  | {
      readonly part: string
      readonly start: number
      readonly end: number
      readonly source: number
      readonly lines: readonly [number, number]
    }
  | {
      readonly part: string
      readonly start: number
      readonly end: number
      readonly inserted: InsertedKind
    }

/** Why lines of a source did not reach the prompt. */
export type OmissionReason =
  | 'budget'
  | 'frontmatter'
  | 'excluded'
  | 'audience'
  | 'shadowed'
  | 'cleared'
  | 'native'
  | 'duplicate'
  | 'unreadable'
  | 'guard'

export interface Omission {
  readonly source: number
  readonly lines: readonly [number, number]
  readonly reason: OmissionReason
  /** Headings that begin inside the omitted lines. */
  readonly headings: readonly string[]
}

/** A change that the guard or a variable made to the text of a source. Lines and columns are 1-based, of the file. */
export interface Change {
  readonly kind: 'neutralised' | 'removed' | 'replaced' | 'filled'
  readonly source: number
  readonly line: number
  readonly column: number
  readonly before: string
  readonly after: string
}

export interface SectionRecord {
  readonly id: string
  readonly element: string
  readonly half: Half
  readonly stability: Stability
  readonly sharedBy: SharedBy
  readonly priority: number
  readonly required: boolean
  readonly trust: Trust
  readonly audience: Audience
  readonly status: SectionStatus
  /** Why the status is not `included`, as one phrase; absent when it is. */
  readonly reason?: string
  readonly sources: readonly SourceRef[]
  readonly size: Size
  readonly spans: readonly Span[]
  readonly omitted: readonly Omission[]
  readonly changes: readonly Change[]
}

/** The record of what travels with one turn; its spans are the turn's part exactly. */
export interface TurnRecord {
  /** `null` when every section of the turn was left out. */
  readonly part: PartRecord | null
  readonly size: Size
  readonly sections: readonly SectionRecord[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The record of a composition, schema 1. Public: additive changes only. */
export interface Manifest {
  readonly schemaVersion: 1
  /** `sha256:` and the hex digest of the rendered parts, joined; the turn is no part of it. */
  readonly digest: string
  readonly offsets: 'utf16'
  readonly target: Target
  readonly totals: Size & {
    readonly tokenizer: string
    /** The token budget of the target; `null` when it has none. */
    readonly maxTokens: number | null
  }
  readonly parts: readonly PartRecord[]
  readonly sections: readonly SectionRecord[]
  readonly diagnostics: readonly Diagnostic[]
  /** Absent when nothing was given for the turn. */
  readonly turn?: TurnRecord
}
