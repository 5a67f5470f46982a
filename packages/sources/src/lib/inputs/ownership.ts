import type { ProjectFile } from '../project/worktree.ts'

/** Who brings an instruction file to the model. */
export interface ProjectVerdict {
  readonly path: string
  /** `native`: the agent reads it. `inject`: it does not, and we deliver it. `shadowed`: by its convention another file stands for it. */
  readonly delivery: 'native' | 'inject' | 'shadowed'
  /** One phrase, e.g. `codex reads it itself`. */
  readonly reason: string
  /** Files that the agent pulls in through this one, so that they are not injected. */
  readonly imports?: readonly string[]
  /** Bytes that do not reach the model although the file is native. */
  readonly lostBytes?: number
}

export interface OwnershipContext {
  /** Working directory relative to the root; `''` is the root. */
  readonly cwd: string
  readonly hasGitRoot: boolean
  readonly trusted: boolean
}

/** Asks an adapter which files of a work tree its agent reads by itself. */
export type OwnershipCallback = (
  files: readonly ProjectFile[],
  context: OwnershipContext,
) => readonly ProjectVerdict[]
