import { canonicalPlatform } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { placesToInspect } from '../home/places-to-inspect.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'

/** Which prompts of a home are looked at. */
export interface LintTarget {
  /** Default: every place. */
  readonly platform?: string
  /** Needs a platform. */
  readonly bot?: string
  /** With a platform and no bot: also every bot there. */
  readonly withBots?: boolean
}

/**
 * The places whose prompts are looked at, each once: the home itself, every
 * platform and bot that has a folder or a line in the configuration, narrowed to
 * a target.
 */
export async function lintPlaces(
  home: HomePlace,
  target: LintTarget,
): Promise<readonly PlaceNames[]> {
  const { bot, withBots = false } = target
  const platform = target.platform === undefined ? null : canonicalPlatform(target.platform)
  if (platform !== null && !withBots) return [{ platform, bot: bot ?? null }]
  const all = placesToInspect(home, await listPlaces(home.configsDir))
  const known = new Map(all.map((place) => [`${place.platform ?? ''}/${place.bot ?? ''}`, place]))
  const places = [...known.values()]
  if (platform === null) return places
  const inside = places.filter((place) => place.platform === platform)
  return inside.length > 0 ? inside : [{ platform, bot: null }]
}

/** `slack/dev-bot`, `slack`, or `global`. */
export function placeName({ platform, bot }: PlaceNames): string {
  return [platform, bot].filter((part) => part !== null).join('/') || 'global'
}
