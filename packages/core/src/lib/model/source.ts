/** The level at which a slot file was found. `workspace` is a stored override. */
export type Scope = 'bot' | 'platform' | 'global' | 'workspace'

/** A place that paths are relative to. Absolute paths never enter a composition. */
export type SourceRoot = 'home' | 'configs' | 'worktree' | 'skills' | 'builtin' | 'config'

export type SourceKind = 'slot' | 'project' | 'skill' | 'builtin' | 'config' | 'extra'

/** Names one source of a section. */
export interface SourceRef {
  readonly root: SourceRoot
  readonly kind: SourceKind
  /** The canonical file name, e.g. `SOUL.md`. */
  readonly name: string
  readonly scope?: Scope
  /** Relative to `root`, `/`-separated. */
  readonly path: string
  /** Hex SHA-256 of the bytes that were read; empty when nothing was read. */
  readonly sha256: string
}

/** A half-open range of UTF-16 offsets. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * One file after decoding. `text` is the whole file, so that offsets and lines
 * are those of the file; `body` is what follows the frontmatter.
 */
export interface SourceDocument {
  readonly ref: SourceRef
  readonly text: string
  readonly frontmatter: Frontmatter | null
  readonly body: TextRange
}

/** Frontmatter values as strings, the known keys parsed; unknown keys are kept, never injected. */
export interface Frontmatter {
  readonly version?: string
  readonly description?: string
  /** Joins this file to the result of the next lower scope. Default: replace. */
  readonly inherit?: 'append' | 'prepend'
  /** Heading texts that a cut keeps first. */
  readonly keep: readonly string[]
  readonly audience?: string
  /** Characters (code points) for this file in place of `budget.perFile`. */
  readonly budget?: number
  readonly language?: 'en' | 'zh'
  /** Id of the agent whose own files the text was imported from: it reads them by itself. */
  readonly ownedBy?: string
  /** Hex SHA-256 of the body as it was imported; another one means that it was edited since. */
  readonly ownedText?: string
  /** The imported files, each as `<hex SHA-256>  <path>`. */
  readonly ownedFiles?: readonly string[]
  readonly unknown: Readonly<Record<string, string>>
}
