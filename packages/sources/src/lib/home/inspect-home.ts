import { type Diagnostic, SLOTS } from '@onesoul/core'
import type { Settings } from '../config/settings.ts'
import { resolveExclusions } from '../inputs/resolve-exclusions.ts'
import { checkFolders } from '../slots/check-folders.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'
import { readScope } from '../slots/read-scope.ts'
import { type SlotPlace, scopeLevels } from '../slots/slot-place.ts'
import { createSlotReader } from '../slots/slot-reader.ts'
import { type MeasuredSlot, measureConfigs } from '../starter/measure-configs.ts'
import { expandPath } from './expand-path.ts'
import type { HomePlace } from './home.ts'

/**
 * Looks at every slot file of a home with the reader that compositions use and
 * lists what is wrong or worth knowing, each finding once: for `doctor`. Files
 * of excluded slots are not opened.
 */
export async function inspectHome(home: HomePlace): Promise<readonly Diagnostic[]> {
  const { settings } = home.config
  const { userHome, configsDir } = home
  const allowedRoots = settings.allowedRoots.map((path) =>
    expandPath(path, { base: home.dir, userHome }),
  )
  const places = await listPlaces(configsDir)
  const common = { configsDir, userHome, allowedRoots, suffixFiles: settings.compat.suffixFiles }
  const found = await Promise.all(
    allPlaces(home, places).map((names) => inspectPlace({ ...common, ...names }, home)),
  )
  const measure = await measureConfigs(configsDir, { ...common, limits: settings.budget })
  const over = measure.over.map((slot) => overBudget(slot, settings.budget))
  const folders = unreadFolders(home, places)
  return once([...home.diagnostics, ...compatNotes(home), ...found.flat(), ...folders, ...over])
}

async function inspectPlace(place: SlotPlace, home: HomePlace): Promise<readonly Diagnostic[]> {
  const reader = createSlotReader(place)
  const excluded = resolveExclusions(home.config, {}, place)
  const searches = SLOTS.filter(({ slot }) => !excluded.has(slot)).flatMap((slot) =>
    scopeLevels(place).map((level) => readScope({ slot, place, reader }, level)),
  )
  const readings = await Promise.all(searches)
  const folders = await checkFolders(place, reader)
  return [...folders, ...readings.flatMap((reading) => reading.diagnostics)]
}

/** Folders that exist, and configured bots whose folder may be misspelt. */
function allPlaces(home: HomePlace, places: readonly PlaceNames[]): readonly PlaceNames[] {
  const bots = home.config.settings.bots.map(({ platform, name }) => ({ platform, bot: name }))
  return [...places, ...bots]
}

function overBudget(slot: MeasuredSlot, { perFile, unit }: Settings['budget']): Diagnostic {
  const path = slot.paths.join(' + ')
  const words = { chars: 'characters', tokens: 'tokens', bytes: 'bytes' }[unit]
  const limit = slot.ownBudget ?? perFile
  const from = slot.ownBudget === null ? 'budget.perFile' : 'its own budget'
  return {
    code: 'budget.over',
    severity: 'warning',
    message: `${path} has ${slot.size} ${words}, ${slot.size - limit} over ${from}, and will be cut`,
    source: { root: 'configs', path: slot.paths.at(-1) ?? path },
    fix: 'shorten it, raise budget.perFile, or name the headings that must stay in `keep:`',
  }
}

/** Bot folders without a bot in the configuration, when there are bots: renamed, or keyed by something else. */
function unreadFolders(home: HomePlace, places: readonly PlaceNames[]): readonly Diagnostic[] {
  const { bots } = home.config.settings
  if (bots.length === 0) return []
  return places.flatMap(({ platform, bot }): Diagnostic[] => {
    const known = bots.some((one) => one.platform === platform && one.name === bot)
    if (bot === null || known) return []
    const path = `${platform}/${bot}`
    return [
      {
        code: 'scope.unconfigured-bot',
        severity: 'warning',
        message: `the folder ${path} belongs to no configured bot`,
        source: { root: 'configs', path },
        fix: `add a bot named ${bot} on ${platform} to config.yaml, or rename the folder to the bot's name`,
      },
    ]
  })
}

function compatNotes(home: HomePlace): readonly Diagnostic[] {
  const { compat } = home.config.settings
  const on = Object.entries(compat).filter(
    ([, value]) => value !== false && value !== 'off' && value !== 'onesoul',
  )
  return on.map(([key, value]) => ({
    code: 'compat.on',
    severity: 'info',
    message: `compat.${key} is ${String(value)}`,
    source: { root: 'home', path: 'config.yaml' },
  }))
}

function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(diagnostics.map((one) => [`${one.code} ${one.message}`, one]))
  return [...seen.values()]
}
