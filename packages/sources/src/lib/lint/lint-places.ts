import type { HomePlace } from '../home/home.ts'
import { placesToInspect } from '../home/places-to-inspect.ts'
import { resolveTarget } from '../inputs/resolve-target.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'

/** Which prompts of a home are looked at. */
export interface LintTarget {
  /** Default: every place. */
  readonly platform?: string
  /** Needs a platform, unless exactly one configured bot has this name. */
  readonly bot?: string
  /** With a platform and no bot: also every bot there. */
  readonly withBots?: boolean
}

/** Whether every place is meant. */
export function isWhole({ platform, bot }: LintTarget): boolean {
  return platform === undefined && bot === undefined
}

/**
 * The places whose prompts are looked at, each once: the home itself, every
 * platform and bot that has a folder or a line in the configuration, narrowed to
 * a target.
 *
 * @throws SourcesError `name-invalid`, `bot-unknown`, `bot-without-platform`.
 */
export async function lintPlaces(
  home: HomePlace,
  target: LintTarget,
): Promise<readonly PlaceNames[]> {
  const all = placesToInspect(home, await listPlaces(home.configsDir))
  const known = new Map(all.map((place) => [placeName(place), place]))
  const places = [...known.values()]
  if (isWhole(target)) return places
  const { platform, bot } = await resolveTarget(home, target)
  const inside = places.filter((place) => place.platform === platform)
  return target.withBots && bot === null && inside.length > 0 ? inside : [{ platform, bot }]
}

/** `slack/dev-bot`, `slack`, or `global`. */
export function placeName({ platform, bot }: PlaceNames): string {
  return [platform, bot].filter((part) => part !== null).join('/') || 'global'
}
