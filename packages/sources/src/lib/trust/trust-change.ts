/** How a file of a work tree differs from its pin. */
export interface TrustChange {
  /** Relative to the root. */
  readonly path: string
  readonly change: 'added' | 'changed' | 'removed'
  /** Hash of the pinned bytes; absent when there are none. */
  readonly pinnedSha256?: string
}
