import type { SourceRef } from './source.ts'

/** How serious a diagnostic is: `error` means that the composition must not be delivered. */
export type Severity = 'info' | 'warning' | 'error'

/** Where in a source trouble was found. Lines and columns are 1-based; columns count UTF-16 units. */
export interface DiagnosticSource {
  readonly root: SourceRef['root']
  /** Relative to the root, never absolute. */
  readonly path: string
  readonly line?: number
  readonly column?: number
}

/** Trouble reported as data. Codes are `area.kind`, stable, and listed in `docs/diagnostics.md`. */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  /** One sentence: what happened, with the figures that matter. */
  readonly message: string
  readonly source?: DiagnosticSource
  /** What the person can do about it, as an imperative sentence. */
  readonly fix?: string
}

/** A result that carries its trouble beside it. */
export interface WithDiagnostics<T> {
  readonly value: T
  readonly diagnostics: readonly Diagnostic[]
}
