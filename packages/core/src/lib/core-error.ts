/** `section-invalid`: a custom section that cannot be what it says it is. */
export type CoreErrorCode = 'section-invalid'

/** The one error class of this package: a promise of the caller's that was broken, never bad content. */
export class CoreError extends Error {
  readonly code: CoreErrorCode

  constructor(code: CoreErrorCode, message: string) {
    super(message)
    this.name = 'CoreError'
    this.code = code
  }
}
