import { readFile, stat } from 'node:fs/promises'

const MAX_BYTES = 16 * 1024 * 1024

/** The text of a regular file of at most 16 MiB; `null` for everything else. */
export async function readText(path: string): Promise<string | null> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size <= MAX_BYTES ? await readFile(path, 'utf8') : null
  } catch {
    // Missing or unreadable: OpenCode does not get it either.
    return null
  }
}
