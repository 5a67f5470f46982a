import { canonicalPlatform, suggest } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'

/**
 * The platform that was probably meant: one where a bot of this name is, else,
 * for a name that neither the configuration nor a folder knows, one that is
 * spelt alike. A platform needs neither, so most unknown names mean themselves.
 */
export async function meantPlatform(
  home: HomePlace,
  platform: string,
  bot: string | null,
): Promise<string | undefined> {
  const known = await knownPlaces(home)
  const ofBot = bot === null ? [] : known.filter((one) => isSame(one.bot, bot))
  const homes = platformsOf(ofBot).filter((one) => !isSame(one, platform))
  const near = suggest(platform, homes)
  if (near !== undefined) return near
  if (homes.length === 1) return homes[0]
  const all = platformsOf(known)
  return all.some((one) => isSame(one, platform)) ? undefined : suggest(platform, all)
}

async function knownPlaces(home: HomePlace): Promise<readonly PlaceNames[]> {
  const { platforms, bots } = home.config.settings
  return [
    ...bots.map(({ platform, name }) => ({ platform: canonicalPlatform(platform), bot: name })),
    ...Object.keys(platforms).map((name) => ({ platform: canonicalPlatform(name), bot: null })),
    ...(await listPlaces(home.configsDir)),
  ]
}

function platformsOf(places: readonly PlaceNames[]): readonly string[] {
  return [...new Set(places.flatMap((place) => place.platform ?? []))]
}

function isSame(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
