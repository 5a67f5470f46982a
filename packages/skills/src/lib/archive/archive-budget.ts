import { SkillsError } from '../skills-error.ts'
import { ARCHIVE_LIMITS, RATIO_FROM_BYTES } from './archive-limits.ts'

/** Counts what comes out of an archive, and throws `archive-refused` as soon as a bound is broken. */
export interface ArchiveBudget {
  /** One more entry, of any kind. */
  entry(): void
  /** So many more bytes of a file, of which `before` were counted already. */
  bytes(count: number, file: { readonly path: string; readonly before: number }): void
}

const MB = 1_000_000

/** A budget for an archive of so many bytes. */
export function createBudget(packedBytes: number): ArchiveBudget {
  if (packedBytes > ARCHIVE_LIMITS.packedBytes) {
    throw refusedArchive(`it has more than ${ARCHIVE_LIMITS.packedBytes / MB} MB`)
  }
  let entries = 0
  let unpacked = 0
  return {
    entry() {
      entries++
      if (entries > ARCHIVE_LIMITS.entries) {
        throw refusedArchive(`it has more than ${ARCHIVE_LIMITS.entries} entries`)
      }
    },
    bytes(count, { path, before }) {
      unpacked += count
      if (before + count > ARCHIVE_LIMITS.fileBytes) {
        throw refusedArchive(`${path} has more than ${ARCHIVE_LIMITS.fileBytes / MB} MB`)
      }
      if (unpacked > ARCHIVE_LIMITS.unpackedBytes) {
        throw refusedArchive(
          `more than ${ARCHIVE_LIMITS.unpackedBytes / MB} MB would come out of it`,
        )
      }
      if (unpacked > RATIO_FROM_BYTES && unpacked > packedBytes * ARCHIVE_LIMITS.ratio) {
        throw refusedArchive(
          `more than ${ARCHIVE_LIMITS.ratio} times its size would come out of it`,
        )
      }
    },
  }
}

export function refusedArchive(reason: string, cause?: unknown): SkillsError {
  const message = `the archive is refused: ${reason}`
  return new SkillsError('archive-refused', message, cause === undefined ? {} : { cause })
}
