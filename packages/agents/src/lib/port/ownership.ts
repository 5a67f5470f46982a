import type { FoundAgent } from './detection.ts'
import type { Inspection } from './inspection.ts'

/** An instruction file of the work tree, as discovered from the git root to the working directory. */
export interface InstructionFile {
  /** Relative to the git root (or the working directory without one), `/`-separated. */
  readonly path: string
  /** File name, e.g. `AGENTS.md`, `CLAUDE.local.md`. */
  readonly name: string
  /** Directory relative to the root; `''` is the root. */
  readonly directory: string
  readonly text: string
  readonly sizeBytes: number
  /** Real path relative to the root when the file is a link inside the work tree. */
  readonly linkTarget?: string
  /** The files that bring it in with `@path`; such a file does not count by its name. */
  readonly importedBy?: readonly string[]
}

export interface OwnershipInput {
  readonly detection: FoundAgent
  readonly files: readonly InstructionFile[]
  /** Working directory relative to the root; `''` is the root. */
  readonly cwd: string
  readonly hasGitRoot: boolean
  /** False: the agent is told not to read project files where it can be told. */
  readonly trusted: boolean
  readonly env: Readonly<Record<string, string>>
  /** What `inspect` found for the same working directory: files outside the work tree, the person's flags. Without it defaults are assumed. */
  readonly inspection?: Inspection
}

export interface OwnershipVerdict {
  readonly path: string
  /**
   * `native`: the agent reads it. `inject`: it does not, we deliver it. `shadowed`:
   * by a convention of the agent another file stands for it, so nobody delivers it.
   */
  readonly delivery: 'native' | 'inject' | 'shadowed'
  /** The slot it lands in natively is hedged by the agent. */
  readonly hedged: boolean
  /** One phrase, e.g. `codex reads it itself`. */
  readonly reason: string
  /** Files that this one pulls in natively (`@AGENTS.md`), so that they are not injected. */
  readonly imports?: readonly string[]
  /** Bytes that do not reach the model although the file is native (a limit of the agent). */
  readonly lostBytes?: number
}
