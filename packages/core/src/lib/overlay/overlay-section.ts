import type { Trust } from '../model/section.ts'
import type { SourceRef } from '../model/source.ts'

/** One text of an overlay section, with where it came from and who could have written it. */
export interface OverlayPart {
  readonly ref: SourceRef
  readonly text: string
  readonly trust: Trust
}

/** One piece of an overlay as it was gathered. */
export interface OverlaySection {
  readonly id: string
  readonly heading: string
  /** Never cut or left out: if the required ones alone are too large there is no overlay. */
  readonly required: boolean
  /** Code points that it may have, its heading included. Has no effect on a required section; `null`: no limit. */
  readonly maxChars: number | null
  /** In order; without a text the section stays out. */
  readonly parts: readonly OverlayPart[]
}

/**
 * What became of a section.
 * - `included`: whole. `cut`: parts are left out, by its own cap or by the total.
 * - `dropped`: the total had no room for it. `empty`: there is nothing to say.
 */
export type OverlayStatus = 'included' | 'cut' | 'dropped' | 'empty'

/** The account of one section; sizes in code points, the heading included. */
export interface OverlayRecord {
  readonly id: string
  readonly status: OverlayStatus
  readonly required: boolean
  /** In the overlay. */
  readonly chars: number
  /** Before anything was left out. */
  readonly wholeChars: number
  readonly maxChars: number | null
  /** Which limit took what is missing; `null` when nothing is. */
  readonly limit: 'section' | 'total' | null
  /** Lines that are missing, 1-based and inclusive. */
  readonly omitted: readonly { readonly path: string; readonly lines: readonly [number, number] }[]
  readonly sources: readonly SourceRef[]
}

/** A finished overlay. */
export interface Overlay {
  /** Sections with an empty line between them; no final line end. */
  readonly text: string
  readonly chars: number
  readonly maxChars: number
  /** One for each section that was gathered, in order. */
  readonly sections: readonly OverlayRecord[]
}
