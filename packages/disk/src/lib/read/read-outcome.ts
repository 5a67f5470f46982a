/**
 * Why something that exists could not be read.
 * - `permission`: the file or a folder on the way may not be read or entered.
 * - `directory`, `not-regular`: a folder, or a device, FIFO or socket, stands there.
 * - `not-directory`: a file stands where a folder of the path is expected.
 * - `too-large`, `timeout`: over the caller's limits.
 * - `link-outside`: a link leads where the link rules do not follow.
 * - `link-dangling`, `link-loop`: a link leads nowhere, or in a circle.
 * - `io`: anything else that the system reported.
 */
export type ReadFailureCode =
  | 'permission'
  | 'directory'
  | 'not-regular'
  | 'not-directory'
  | 'too-large'
  | 'timeout'
  | 'link-outside'
  | 'link-dangling'
  | 'link-loop'
  | 'io'

export interface ReadContent {
  readonly outcome: 'content'
  readonly bytes: Uint8Array
  /** 64 hexadecimal digits, of exactly these bytes. */
  readonly sha256: string
  /** Bytes that were read. */
  readonly size: number
  /** Permission bits, `0o7777` at most. */
  readonly mode: number
  readonly mtimeMs: number
  /** Where the bytes really lie, all links followed. */
  readonly realPath: string
  /** A link below the roots was followed, so that `realPath` is worth listing. */
  readonly viaLink: boolean
}

export interface ReadFailure {
  readonly outcome: 'failed'
  readonly code: ReadFailureCode
  /** One sentence for people, with the path. */
  readonly message: string
  /** What the person can do, as an imperative sentence. */
  readonly fix?: string
}

/** Nothing stands at the path. */
export interface ReadMissing {
  readonly outcome: 'missing'
}

export type ReadOutcome = ReadContent | ReadMissing | ReadFailure

/** Shorthand for a failure; leaves `fix` out when there is none. */
export function readFailure(code: ReadFailureCode, message: string, fix?: string): ReadFailure {
  return { outcome: 'failed', code, message, ...(fix === undefined ? {} : { fix }) }
}
