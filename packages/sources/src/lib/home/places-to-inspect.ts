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
  const isCaseVariant = caseVariantsOf(configured)
  return [...places.filter((place) => !isCaseVariant(place)), ...configured]
}

/** Every platform and bot that the configuration names, each once. */
export function configuredPlaces(home: HomePlace): readonly PlaceNames[] {
  const { bots, platforms } = home.config.settings
  const names = [...Object.keys(platforms).map(canonicalPlatform), ...bots.map(platformOf)]
  return [
    ...[...new Set(names)].map((platform) => ({ platform, bot: null })),
    ...bots.map((bot) => ({ platform: platformOf(bot), bot: bot.name })),
  ]
}

function platformOf(bot: BotConfig): string {
  return canonicalPlatform(bot.platform)
}

/** Tells whether a folder differs from a configured platform or bot in case alone: `scope.wrong-case` names it. */
export function caseVariantsOf(configured: readonly PlaceNames[]): (place: PlaceNames) => boolean {
  const known = new Set(configured.map(keyOf))
  const folded = new Set([...known].map((key) => key.toLowerCase()))
  const isVariant = (key: string): boolean => folded.has(key.toLowerCase()) && !known.has(key)
  return ({ platform, bot }) =>
    isVariant(keyOf({ platform, bot })) || isVariant(keyOf({ platform, bot: null }))
}

/** One text for a place; names hold no slash. */
export function keyOf({ platform, bot }: PlaceNames): string {
  return `${platform ?? ''}/${bot ?? ''}`
}
