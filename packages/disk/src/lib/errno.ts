const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'the file is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something is already there',
  EFBIG: 'the file would be larger than allowed',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder is expected',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ESTALE: 'the network file system lost the file',
  EXDEV: 'it lies on another file system',
}

/** The system's code of an error (`ENOENT` …), or `null` when the error does not come from the system. */
export function errnoOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** The same in words for people, always with the code, as a part of a sentence. */
export function describeErrno(error: unknown): string {
  const errno = errnoOf(error)
  if (errno === null) return error instanceof Error ? error.message : String(error)
  const meaning = words[errno]
  return meaning === undefined ? errno : `${meaning} (${errno})`
}
