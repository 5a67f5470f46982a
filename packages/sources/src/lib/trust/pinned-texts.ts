import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSafely, stateLayout, writeFileSafely } from '@onesoul/disk'

/** Name of a work tree's folder in the state: the first 32 hex digits of the SHA-256 of its path. */
export function projectKey(mainRoot: string): string {
  return createHash('sha256').update(mainRoot).digest('hex').slice(0, 32)
}

function textsFolder(home: string, mainRoot: string): string {
  return join(stateLayout(home).projects, projectKey(mainRoot), 'pinned')
}

export interface KeepTextsInput {
  readonly home: string
  readonly mainRoot: string
  /** By the hash of the file's bytes. */
  readonly texts: ReadonlyMap<string, string>
  /** Hashes that a pin names; texts of others are removed. */
  readonly named: ReadonlySet<string>
}

/**
 * Keeps the texts that were pinned, so that a later change can be shown against
 * them. Runs under the lock of the pins.
 */
export async function keepTexts(input: KeepTextsInput): Promise<void> {
  const { home, mainRoot, texts, named } = input
  const folder = textsFolder(home, mainRoot)
  for (const [sha256, text] of texts) {
    const path = join(folder, `${sha256}.txt`)
    await writeFileSafely(path, text, { roots: [stateLayout(home).projects] })
  }
  for (const name of await readdir(folder).catch(() => [])) {
    const [sha256 = ''] = name.split('.', 1)
    if (!named.has(sha256)) await rm(join(folder, name), { force: true })
  }
}

/** The text that was pinned under a hash; null when it is not kept, as for pins of earlier versions. */
export async function readPinnedText(
  place: { readonly home: string; readonly mainRoot: string },
  sha256: string,
): Promise<string | null> {
  const path = join(textsFolder(place.home, place.mainRoot), `${sha256}.txt`)
  const found = await readFileSafely(path, { roots: [place.home] })
  return found.outcome === 'content'
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
    : null
}
