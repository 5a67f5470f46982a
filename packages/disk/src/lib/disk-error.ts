import { describeErrno, errnoOf } from './errno.ts'

/**
 * What was broken.
 * - `invalid-argument`: the caller passed something that cannot work (a key with a slash, no root).
 * - `outside-roots`: the path named does not lie under any of the roots.
 * - `link-outside`, `link-dangling`, `not-regular`: what stands at the path must not be written through.
 * - `conflict`: the content is not the one the caller expected; nothing was written.
 * - `owner-not-kept`: the file belongs to somebody else and would change hands; nothing was written.
 * - `write-failed`: the system refused a step of the write; the old content stands.
 * - `lock-timeout`: somebody else holds the lock; `lock-failed`: the system refused the lock;
 *   `lock-lost`: the lock was taken over while we held it.
 * - `state-newer`: a newer version wrote this state; `state-unreadable`: its format number makes no sense.
 * - `tree-unreadable`: a part of a tree could not be read, so it has no hash.
 * - `sweep-failed`: something that killed processes left behind may not be removed.
 */
export type DiskErrorCode =
  | 'invalid-argument'
  | 'outside-roots'
  | 'link-outside'
  | 'link-dangling'
  | 'not-regular'
  | 'conflict'
  | 'owner-not-kept'
  | 'write-failed'
  | 'lock-timeout'
  | 'lock-failed'
  | 'lock-lost'
  | 'state-newer'
  | 'state-unreadable'
  | 'tree-unreadable'
  | 'sweep-failed'

export interface DiskErrorOptions {
  readonly path?: string
  /** What the person can do about it, as an imperative sentence. */
  readonly fix?: string
  readonly cause?: unknown
}

/** The one error class of this package: broken promises, never expected trouble. */
export class DiskError extends Error {
  readonly code: DiskErrorCode
  readonly path: string | null
  /** The system's own code (`EACCES`, `ENOSPC` …) when the system refused. */
  readonly errno: string | null
  readonly fix: string | null

  constructor(code: DiskErrorCode, message: string, options: DiskErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DiskError'
    this.code = code
    this.path = options.path ?? null
    this.errno = errnoOf(options.cause)
    this.fix = options.fix ?? null
  }
}

/** A {@link DiskError} for something that the system refused: `what`, a colon, and the reason in words. */
export function refusedBySystem(
  code: DiskErrorCode,
  what: string,
  refusal: { readonly path: string; readonly cause: unknown },
): DiskError {
  return new DiskError(code, `${what}: ${describeErrno(refusal.cause)}.`, refusal)
}
