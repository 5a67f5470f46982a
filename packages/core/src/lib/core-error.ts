/**
 * `section-invalid`: a custom section that cannot be what it says it is.
 * `block-invalid`: an id that no managed block can have.
 * `filter-misused`: an output filter for a value that is in every text, or text behind its end.
 * `cache-request-refused`: marks of a prompt cache that its provider answers with 400.
 */
export type CoreErrorCode =
  | 'section-invalid'
  | 'block-invalid'
  | 'filter-misused'
  | 'cache-request-refused'

/** The one error class of this package: a promise of the caller's that was broken, never bad content. */
export class CoreError extends Error {
  readonly code: CoreErrorCode

  constructor(code: CoreErrorCode, message: string) {
    super(message)
    this.name = 'CoreError'
    this.code = code
  }
}
