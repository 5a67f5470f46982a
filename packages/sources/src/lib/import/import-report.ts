import type { Diagnostic } from '@onesoul/core'
import type { ConfigFile } from '../config/config-file.ts'

/** Set-ups that a home can be made from. */
export type ImportSource = 'hotplex' | 'claude' | 'codex' | 'openclaw' | 'hermes'

/** Something that was taken over. */
export interface MappedItem {
  /** In the source: a file, or `file:line` and a key. */
  readonly from: string
  /** In the home: a file, or a key of `config.yaml`. */
  readonly to: string
  /** What changed on the way. */
  readonly note?: string
}

/** Something of the source that the home does not hold. Values never stand in it, because one may be a secret. */
export interface UnmappedItem {
  readonly from: string
  readonly reason: string
  /** Somebody should look: a mistake of the source, or text that does not count any more. */
  readonly attention: boolean
}

/** A difference to what the source did with the same files, and why. */
export interface ImportDecision {
  readonly about: string
  readonly message: string
  /** The files of the source that it concerns; none when it concerns all. */
  readonly files: readonly string[]
}

/** A file of the new home. */
export interface PlannedFile {
  /** Relative to the home, `/`-separated. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a set-up becomes, before anything is written. */
export interface ImportDraft {
  readonly files: readonly PlannedFile[]
  /** Keys of the new `config.yaml`; limits are added by what is measured. */
  readonly settings: ConfigFile
  readonly mapped: readonly MappedItem[]
  readonly unmapped: readonly UnmappedItem[]
  readonly decisions: readonly ImportDecision[]
}

/** What was, or with `dryRun` would be, made of a set-up. */
export interface ImportResult {
  readonly from: ImportSource
  /** Absolute path of what was read; it is never written. */
  readonly source: string
  readonly home: string
  readonly dryRun: boolean
  /** Files of the home, relative to it; with `dryRun` those that would be written. */
  readonly written: readonly string[]
  /** Files that stood there already with exactly these bytes. */
  readonly kept: readonly string[]
  /** Why the home is left as it is; `null`: it is not. */
  readonly refusal: string | null
  readonly mapped: readonly MappedItem[]
  readonly unmapped: readonly UnmappedItem[]
  readonly decisions: readonly ImportDecision[]
  /** Limits that keep every file whole; empty when the defaults do. */
  readonly budget: NonNullable<ConfigFile['budget']>
  /** Trouble met while the new files were read as slots. */
  readonly diagnostics: readonly Diagnostic[]
}
