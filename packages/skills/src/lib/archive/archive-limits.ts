/** Bounds of an archive of skills; counted on the bytes that really come out of it. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20_000_000,
  unpackedBytes: 50_000_000,
  fileBytes: 5_000_000,
  entries: 500,
  /** Unpacked to packed. */
  ratio: 100,
} as const

/** Whatever its ratio, so much may come out of an archive: a short text packs well. */
export const RATIO_FROM_BYTES = 1_000_000
