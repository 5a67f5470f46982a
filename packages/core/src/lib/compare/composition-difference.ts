import type { Manifest, SectionRecord } from '../model/manifest.ts'
import type { LineHunk } from './diff-lines.ts'

/** One side of a comparison: a `Composition`, or what was kept of one. */
export interface ComparedComposition {
  /** The frozen parts in their order. */
  readonly parts: readonly { readonly id: string; readonly text: string }[]
  readonly manifest: Manifest
}

/**
 * What became of a section. `changed`: its text in the prompt differs. `added`,
 * `removed`: only the second, only the first prompt has text of it. `record`: the
 * text is the same, or there is none, and its status, reason or source differs.
 */
export type SectionChange = 'same' | 'changed' | 'added' | 'removed' | 'record'

export interface SectionDifference {
  readonly id: string
  readonly change: SectionChange
  /** The record of the section on each side; `null` where it does not exist at all. */
  readonly before: SectionRecord | null
  readonly after: SectionRecord | null
  /** Estimated tokens of the second less those of the first. */
  readonly tokens: number
  /** The changed lines of its text in the prompt, tags and lead-in included; empty unless `changed`. */
  readonly hunks: readonly LineHunk[]
}

/** What a change costs a provider's prompt cache, as far as our text goes. */
export interface CacheCost {
  /** The first character of the second prompt that differs; `null` when no byte does. */
  readonly at: {
    readonly part: string
    /** UTF-16 offset in the part. */
    readonly offset: number
    /** The section that the character belongs to; for a prompt that only lost its end, the section lost. */
    readonly section: string
  } | null
  /** Estimated tokens of the second prompt before that character: the longest prefix that a cache can keep. */
  readonly keptTokens: number
  /** Estimated tokens of the second prompt from that character on: what has to be read anew. */
  readonly rereadTokens: number
}

export interface CompositionDifference {
  /** Every byte of the prompts is the same. Records can still differ. */
  readonly same: boolean
  /** In the order of the second prompt; sections that only the first has stand behind their old neighbour. */
  readonly sections: readonly SectionDifference[]
  /** Estimated tokens of both prompts, and the second less the first. */
  readonly tokens: { readonly before: number; readonly after: number; readonly change: number }
  readonly cache: CacheCost
}
