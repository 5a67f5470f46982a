import type { Composition, Diagnostic } from '@onesoul/core'
import type { Environment } from '../config/environment-layer.ts'
import type { MergedLayers } from '../config/merge-layers.ts'
import type { ComposeRequest } from '../inputs/compose-request.ts'

/** A home as it was opened: where things are, what is configured, and what is wrong with it. */
export interface HomePlace {
  /** Absolute path of the home; it may not exist when only `configs` was given. */
  readonly dir: string
  readonly exists: boolean
  /** Absolute path of the folder that holds the slots. */
  readonly configsDir: string
  /** The person's home directory. */
  readonly userHome: string
  /** Default working directory of a composition, absolute. */
  readonly cwd: string
  readonly env: Environment
  /** Settings of flags, environment and home; a project narrows them per composition. */
  readonly config: MergedLayers
  /** Trouble with the home itself. With an `error` among them nothing can be composed. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface Home extends HomePlace {
  /**
   * Composes a prompt for a target.
   *
   * @throws SourcesError when the request or the configuration is wrong.
   */
  readonly compose: (request: ComposeRequest) => Promise<Composition>
  /**
   * Composes for many targets from one look at the disk, in the order of the
   * requests: a gateway that starts, a check of every bot. What they share is
   * read once, so a file that changes meanwhile may count for all or for the
   * rest. A wrong request throws in its turn, as `compose` would.
   */
  readonly composeEach: (requests: Iterable<ComposeRequest>) => AsyncGenerator<Composition>
}
