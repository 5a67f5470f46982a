import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalPlatform, validateName } from '@onesoul/core'

/** A combination of platform and bot that has a folder of its own. */
export interface PlaceNames {
  readonly platform: string | null
  readonly bot: string | null
}

/** Lists the global place, every platform folder and every bot folder, sorted. Links count as folders. */
export async function listPlaces(configsDir: string): Promise<readonly PlaceNames[]> {
  const places: PlaceNames[] = [{ platform: null, bot: null }]
  const seen = new Set<string>()
  for (const folder of await folders(configsDir, 'platform')) {
    const platform = canonicalPlatform(folder)
    if (!seen.has(platform)) places.push({ platform, bot: null })
    for (const bot of await folders(join(configsDir, folder), 'bot')) {
      if (!seen.has(`${platform}/${bot}`)) places.push({ platform, bot })
      seen.add(`${platform}/${bot}`)
    }
    seen.add(platform)
  }
  return places
}

async function folders(path: string, kind: 'platform' | 'bot'): Promise<readonly string[]> {
  let entries: readonly Dirent[]
  try {
    entries = await readdir(path, { withFileTypes: true })
  } catch {
    // A folder that cannot be listed has no places that could be told.
    return []
  }
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => validateName(kind, name).ok && !/\.md$/i.test(name))
    .sort()
}
