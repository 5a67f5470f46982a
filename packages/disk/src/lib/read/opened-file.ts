import { closeSync, fstatSync, open, read, type Stats } from 'node:fs'

/** What reading needs of an opened file; a `FileHandle` is one. */
export interface OpenedFile {
  readonly fd: number
  stat(): Stats | Promise<Stats>
  read(into: Uint8Array, place: ReadPlace): Promise<{ readonly bytesRead: number }>
  close(): Promise<void>
}

/** Where in the buffer the next bytes of the file go. */
export interface ReadPlace {
  readonly offset: number
  readonly length: number
}

/**
 * Opens a file for reading. A home of a thousand bots has thousands of small
 * files, and a `FileHandle` costs more than what is in them. What waits for the
 * disk does not block: opening and reading. The state of an open file is known to
 * the system, and closing what was only read waits for nothing.
 */
export function openForReading(path: string, flags: number): Promise<OpenedFile> {
  return new Promise((done, fail) => {
    open(path, flags, (error, fd) => {
      if (error) fail(error)
      else done(openedFile(fd))
    })
  })
}

function openedFile(fd: number): OpenedFile {
  return {
    fd,
    stat: () => fstatSync(fd),
    read: (into, { offset, length }) =>
      new Promise((done, fail) => {
        read(fd, into, offset, length, null, (error, bytesRead) => {
          if (error) fail(error)
          else done({ bytesRead })
        })
      }),
    close: async () => closeSync(fd),
  }
}
