import { readFile, realpath, stat } from 'node:fs/promises'

const MAX_BYTES = 2 * 1024 * 1024

export interface ReadText {
  readonly text: string
  /** With symbolic links resolved. */
  readonly realPath: string
}

/** The text of a regular file of at most 2 MiB; `null` for everything else. */
export async function readText(path: string): Promise<ReadText | null> {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > MAX_BYTES) return null
    return { text: await readFile(path, 'utf8'), realPath: await realpath(path) }
  } catch {
    // Missing or unreadable: the agent does not get it either.
    return null
  }
}
