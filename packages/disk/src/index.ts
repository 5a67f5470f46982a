export { DiskError, type DiskErrorCode, type DiskErrorOptions } from './lib/disk-error.ts'
export { describeErrno } from './lib/errno.ts'
export {
  acquireLease,
  acquireLeases,
  type Lease,
  type LeaseOptions,
  liveKeys,
  type SweepLeasesOptions,
  type SweptLeases,
  sweepLeases,
  type WantedLease,
} from './lib/lease/lease.ts'
export { type LockOptions, withLock } from './lib/lock/with-lock.ts'
export { isUnder } from './lib/paths/is-under.ts'
export { realPathOfFuture } from './lib/paths/real-path.ts'
export { isAlive, type ProcessIdentity, processIdentity } from './lib/process/process-identity.ts'
export { isCredentialPlace } from './lib/read/credential-places.ts'
export { exists, isReachable } from './lib/read/exists.ts'
export type { LinkRules } from './lib/read/link-rules.ts'
export { readEach } from './lib/read/read-each.ts'
export { type ReadOptions, readFileSafely } from './lib/read/read-file-safely.ts'
export type {
  ReadContent,
  ReadFailure,
  ReadFailureCode,
  ReadMissing,
  ReadOutcome,
} from './lib/read/read-outcome.ts'
export {
  type PrepareOutcome,
  prepareState,
  readStateFormat,
  type StateFinding,
  type StateFormat,
  stateVersion,
} from './lib/state/prepare-state.ts'
export { sessionFolder } from './lib/state/session-folder.ts'
export { type StateLayout, stateLayout } from './lib/state/state-layout.ts'
export { type SweptItem, sweep } from './lib/state/sweep.ts'
export {
  hashEntries,
  hashTree,
  listTree,
  type TreeEntry,
  type TreeEntryType,
  type TreeOptions,
} from './lib/tree/hash-tree.ts'
export { isTempFile, type SweepTempOptions, sweepTempFiles } from './lib/write/temp-file.ts'
export { lendTempFolder, sweepTempFolders } from './lib/write/temp-folder.ts'
export {
  type WriteOptions,
  type WriteResult,
  writeFileSafely,
} from './lib/write/write-file-safely.ts'
export { writeOwnFile } from './lib/write/write-own-file.ts'
