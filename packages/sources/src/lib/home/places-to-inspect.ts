import { canonicalPlatform } from '@onesoul/core'
import type { BotConfig } from '../config/config-file.ts'
import type { PlaceNames } from '../slots/list-places.ts'
import type { HomePlace } from './home.ts'

/** The folders that exist, and what is configured, whose folder may be misspelt: then only the misspelling counts. */
export function placesToInspect(
  home: HomePlace,
  places: readonly PlaceNames[],
): readonly PlaceNames[] {
  const configured = configuredPlaces(home)
  const unlikeConfigured = places.filter((place) => !isCaseVariant(place, configured))
  return [...unlikeConfigured, ...configured]
}

/** Every platform and bot that the configuration names. */
export function configuredPlaces(home: HomePlace): readonly PlaceNames[] {
  const { bots, platforms } = home.config.settings
  const names = [...Object.keys(platforms).map(canonicalPlatform), ...bots.map(platformOf)]
  return [
    ...names.map((platform) => ({ platform, bot: null })),
    ...bots.map((bot) => ({ platform: platformOf(bot), bot: bot.name })),
  ]
}

function platformOf(bot: BotConfig): string {
  return canonicalPlatform(bot.platform)
}

/** Whether a folder differs from a configured platform or bot in case alone: `scope.wrong-case` names it. */
export function isCaseVariant(place: PlaceNames, configured: readonly PlaceNames[]): boolean {
  const key = ({ platform, bot }: PlaceNames): string => `${platform ?? ''}/${bot ?? ''}`
  const isKnown = (one: PlaceNames): boolean => configured.some((known) => key(known) === key(one))
  const looksKnown = (one: PlaceNames): boolean =>
    configured.some((known) => key(known).toLowerCase() === key(one).toLowerCase())
  const parent = { platform: place.platform, bot: null }
  return [place, parent].some((one) => looksKnown(one) && !isKnown(one))
}
