import { type ExcludeLevels, resolveExclude, type SlotName } from '@onesoul/core'
import type { ProjectConfigFile } from '../config/config-file.ts'
import { isOfThisCall, type MergedLayers } from '../config/merge-layers.ts'
import { PROJECT_CONFIG_FILE } from '../config/project-config.ts'

export interface ExclusionTarget {
  readonly platform: string | null
  readonly bot: string | null
}

/**
 * The excluded slots with the list that excludes each: the home's own decision,
 * and what a trusted work tree adds to it. A list of a flag or the environment
 * stands in place of all of the home's.
 */
export function resolveExclusions(
  config: MergedLayers,
  project: ProjectConfigFile,
  target: ExclusionTarget,
): ReadonlyMap<SlotName, string> {
  const added = resolveExclude(levelsOf(project, target, `${PROJECT_CONFIG_FILE} `))
  const own = resolveExclude(ownLevels(config, target))
  const excluded = new Map<SlotName, string>()
  for (const { slots, by } of [added, own]) for (const slot of slots) excluded.set(slot, by)
  return excluded
}

function ownLevels({ settings, origins }: MergedLayers, target: ExclusionTarget): ExcludeLevels {
  const origin = origins.get('exclude')
  if (!settings.exclude || !isOfThisCall(origin)) return levelsOf(settings, target, '')
  const where = origin?.layer === 'environment' ? origin.where : 'a flag'
  return { bot: { names: settings.exclude, where } }
}

function levelsOf(
  config: Pick<ProjectConfigFile, 'exclude' | 'platforms' | 'bots'>,
  target: ExclusionTarget,
  file: string,
): ExcludeLevels {
  const named = target.bot === null ? [] : (byName(config.bots ?? []).get(keyOf(target.bot)) ?? [])
  const bot = named.find(
    ({ platform }) => platform === undefined || sameName(platform, target.platform),
  )
  const platform = Object.entries(config.platforms ?? {}).find(([name]) =>
    sameName(name, target.platform),
  )
  return {
    ...(bot?.exclude && { bot: { names: bot.exclude, where: `${file}bots[${bot.name}].exclude` } }),
    ...(platform?.[1].exclude && {
      platform: { names: platform[1].exclude, where: `${file}platforms.${platform[0]}.exclude` },
    }),
    ...(config.exclude && { global: { names: config.exclude, where: `${file}exclude` } }),
  }
}

type Bots = NonNullable<ProjectConfigFile['bots']>

const indexes = new WeakMap<Bots, ReadonlyMap<string, Bots>>()

/** The lines of bots by name: who asks for one bot mostly asks for every other as well. */
function byName(bots: Bots): ReadonlyMap<string, Bots> {
  const known = indexes.get(bots)
  if (known) return known
  const index = new Map<string, Bots[number][]>()
  for (const bot of bots) {
    const key = keyOf(bot.name)
    const same = index.get(key)
    if (same) same.push(bot)
    else index.set(key, [bot])
  }
  indexes.set(bots, index)
  return index
}

function keyOf(name: string): string {
  return name.toLowerCase()
}

function sameName(a: string, b: string | null): boolean {
  return a.toLowerCase() === b?.toLowerCase()
}
