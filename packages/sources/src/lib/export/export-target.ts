import type { Diagnostic, ManagedBlock } from '@onesoul/core'
import type { ReadContent } from '@onesoul/disk'

/** The id of the block that an export writes. */
export const EXPORT_BLOCK = 'export'

/** One file that a text is written to. */
export interface ExportTarget {
  /** Relative to the root of the work tree, `/`-separated. */
  readonly path: string
  /** What stands above the block in a file that is ours alone; `''`: the file may be anybody's. */
  readonly preamble: string
  /** Ids of the agents that it is for. */
  readonly agents: readonly string[]
}

/**
 * How a file stands to what would be written.
 * - `current`: it holds it.
 * - `stale`: its block is as an export wrote it, and that text is another one.
 * - `edited`: somebody changed the block, or what stands above it.
 * - `no-block`, `no-file`: it is not there.
 * - `broken`: it cannot be written; a diagnostic says why.
 */
export type ExportStatus = 'current' | 'stale' | 'edited' | 'no-block' | 'no-file' | 'broken'

/** One physical file with all the targets that lead to it. */
export interface PlannedFile {
  /** The first is the one that is written; the others are links to it. */
  readonly paths: readonly string[]
  readonly agents: readonly string[]
  readonly status: ExportStatus
  readonly found: ReadContent | null
  /** The block that is there. */
  readonly block: ManagedBlock | null
  /** The file as it would be; `null`: it would be refused. */
  readonly after: Uint8Array | null
  /** Text is there that no export wrote. */
  readonly foreign: boolean
  /** What is replaced is not as an export wrote it; a copy is kept. */
  readonly forced: boolean
  readonly preamble: string
}

/** A block of an earlier export that nothing asks for any more. */
export interface LeftBlock {
  readonly path: string
  readonly found: ReadContent
  readonly block: ManagedBlock
  /** The file without it; `null`: there is none. */
  readonly after: Uint8Array | null
  /** Why it cannot be taken out; empty when it can. */
  readonly diagnostics: readonly Diagnostic[]
}

/** All that an export would do; with an error among the diagnostics it does nothing. */
export interface ExportPlan {
  /** What the blocks say, with LF line ends. */
  readonly body: string
  /** Hex SHA-256 of `body`. */
  readonly sha256: string
  readonly files: readonly PlannedFile[]
  readonly left: readonly LeftBlock[]
  readonly diagnostics: readonly Diagnostic[]
}
