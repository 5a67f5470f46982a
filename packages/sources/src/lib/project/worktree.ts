import type { Diagnostic, SourceDocument } from '@onesoul/core'
import type { CursorRule } from './cursor-rule.ts'
import type { ProjectKind } from './project-kind.ts'

/** One instruction file of a work tree that was read. */
export interface ProjectFile {
  /** Relative to the root, `/`-separated. */
  readonly path: string
  /** File name, e.g. `AGENTS.md`. */
  readonly name: string
  /** Directory relative to the root whose instructions it holds; `''` is the root. `.claude/CLAUDE.md` belongs to the directory above. */
  readonly directory: string
  readonly text: string
  readonly sizeBytes: number
  /** Real path relative to the root, when the file is reached by a link inside the work tree. */
  readonly linkTarget?: string
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string
  /** The first file on the way with the same text. */
  readonly sameAs?: string
  /** Paths of the files that bring it in with `@path`; absent for a file that counts by its name. */
  readonly importedBy?: readonly string[]
  /** Whose convention the first of `importedBy` follows. */
  readonly importedKind?: ProjectKind
  /** Of a `.cursor/rules/*.mdc` file: when it counts. */
  readonly cursorRule?: CursorRule
  readonly document: SourceDocument
}

/** The work tree around a working directory, as far as instructions go. */
export interface Worktree {
  /** Absolute real path: the git root, or the working directory without one. */
  readonly root: string
  /** Absolute real path of the main work tree that a linked one belongs to; otherwise `root`. */
  readonly mainRoot: string
  readonly hasGitRoot: boolean
  /** Working directory relative to the root; `''` is the root. */
  readonly cwd: string
  /** From the root to the working directory. */
  readonly files: readonly ProjectFile[]
  /** The root's `.onesoul.yaml`; `null` when there is none. */
  readonly config: ProjectConfigSource | null
  readonly diagnostics: readonly Diagnostic[]
}

export interface ProjectConfigSource {
  readonly text: string
  readonly sha256: string
}
