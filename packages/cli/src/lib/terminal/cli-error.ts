/** Trouble that a person caused or can mend: printed as one sentence and hints, never with a stack. */
export class CliError extends Error {
  readonly exitCode: number
  /** What to do about it, one line each. */
  readonly hints: readonly string[]

  constructor(
    exitCode: number,
    message: string,
    options?: { readonly hints?: readonly string[]; readonly cause?: unknown },
  ) {
    super(message, { cause: options?.cause })
    this.name = 'CliError'
    this.exitCode = exitCode
    this.hints = options?.hints ?? []
  }
}
