import type { Diagnostic } from '@onesoul/core'

/**
 * `home-missing`, `configs-missing`: nothing to read. `config-invalid`: the
 * configuration has errors, listed in `diagnostics`. `name-invalid`,
 * `bot-unknown`, `bot-without-platform`: the request names something that
 * cannot be. `user-home-unknown`: the environment says nothing about where the
 * person's home directory is. `directory-missing`: the working directory is not
 * there. `state-unusable`: the home cannot hold what must be written.
 * `import-source`: there is nothing that could be imported. `note-invalid`,
 * `state-invalid`: what should be kept of a work tree is not as it must be.
 */
export type SourcesErrorCode =
  | 'home-missing'
  | 'configs-missing'
  | 'config-invalid'
  | 'name-invalid'
  | 'bot-unknown'
  | 'bot-without-platform'
  | 'user-home-unknown'
  | 'directory-missing'
  | 'state-unusable'
  | 'import-source'
  | 'note-invalid'
  | 'state-invalid'

export interface SourcesErrorOptions {
  /** What the person can do, each an imperative phrase. */
  readonly hints?: readonly string[]
  /** The errors behind it, when there are several. */
  readonly diagnostics?: readonly Diagnostic[]
  readonly cause?: unknown
}

/** The one error class of this package: nothing can be composed from what was asked for. */
export class SourcesError extends Error {
  readonly code: SourcesErrorCode
  readonly hints: readonly string[]
  readonly diagnostics: readonly Diagnostic[]

  constructor(code: SourcesErrorCode, message: string, options: SourcesErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SourcesError'
    this.code = code
    this.hints = options.hints ?? []
    this.diagnostics = options.diagnostics ?? []
  }
}
