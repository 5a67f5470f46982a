/** What the output filter stops. */
export type OutputFindingKind =
  | 'canary'
  | 'known-secret'
  | 'secret-shape'
  | 'boundary-tag'
  | 'remote-image'
  | 'data-link'
  | 'terminal-escape'
  | 'terminal-link'

/** One thing that was stopped. It never holds what stood there. */
export interface OutputFinding {
  readonly kind: OutputFindingKind
  /** One sentence for a person, without the stopped text. */
  readonly message: string
  /** Where it stood in the text as it came in; UTF-16 offsets from the first chunk on, end exclusive. */
  readonly span: { readonly start: number; readonly end: number }
  /** Where it began, 1-based; lines end with LF. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
}

/** What a detector says of one offset: what stands here is to be stopped, up to `end`. */
export interface Stopped {
  readonly kind: OutputFindingKind
  readonly message: string
  readonly end: number
}

/** What the reader of the output sees in place of a stopped text. */
export function markOf(kind: OutputFindingKind): string {
  return `⟦stopped: ${kind.replace('-', ' ')}⟧`
}
