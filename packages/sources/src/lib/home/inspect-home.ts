import { join } from 'node:path'
import { type Diagnostic, SLOTS } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import { CONFIG_FILE } from '../config/load-config.ts'
import type { Settings } from '../config/settings.ts'
import { checkOverrides } from '../guard/check-overrides.ts'
import { todayUtc } from '../inputs/foreign-text.ts'
import { resolveExclusions } from '../inputs/resolve-exclusions.ts'
import { checkFolders } from '../slots/check-folders.ts'
import { checkNames } from '../slots/check-names.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'
import { readScope, type ScopeReading } from '../slots/read-scope.ts'
import { type ScopeLevel, type SlotPlace, scopeLevels } from '../slots/slot-place.ts'
import { createSlotFiles, createSlotReader, type SlotFiles } from '../slots/slot-reader.ts'
import { type MeasuredSlot, measureConfigs } from '../starter/measure-configs.ts'
import { checkOwned } from './check-owned.ts'
import { checkRequired } from './check-required.ts'
import { expandPath } from './expand-path.ts'
import type { HomePlace } from './home.ts'
import { caseVariantsOf, configuredPlaces, keyOf, placesToInspect } from './places-to-inspect.ts'

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
  const files = createSlotFiles(configsDir)
  const found = await readEach(placesToInspect(home, places), (names) =>
    inspectPlace({ ...common, ...names }, { home, files }),
  )
  const measure = await measureConfigs(configsDir, { ...common, files, limits: settings.budget })
  const over = measure.over.map((slot) => overBudget(slot, settings.budget))
  const folders = unreadFolders(home, places)
  const own = [...home.diagnostics, ...compatNotes(home), ...(await checkMode(home))]
  const required = await checkRequired(home, files)
  const owned = await checkOwned(home, { places, files })
  const accepted = (await checkOverrides(home, todayUtc()))?.diagnostics ?? []
  return once([...own, ...accepted, ...required, ...owned, ...found.flat(), ...folders, ...over])
}

async function inspectPlace(
  place: SlotPlace,
  { home, files }: { readonly home: HomePlace; readonly files: SlotFiles },
): Promise<readonly Diagnostic[]> {
  const reader = createSlotReader(place, files)
  const excluded = resolveExclusions(home.config, {}, place)
  const perSlot = await Promise.all(
    SLOTS.filter(({ slot }) => !excluded.has(slot)).map(async (slot) => {
      const read = (level: ScopeLevel) => readScope({ slot, place, reader }, level)
      const readings = await Promise.all(scopeLevels(place).map(read))
      return [...readings.flatMap((one) => one.diagnostics), ...clearedOver(readings)]
    }),
  )
  const folders = await checkFolders(place, reader)
  return [...folders, ...(await checkNames(place, reader)), ...perSlot.flat()]
}

/** An empty file above one with content: meant so, or left over from a time when it fell through. */
function clearedOver(readings: readonly ScopeReading[]): readonly Diagnostic[] {
  const results = readings.map((reading) => reading.result)
  const first = results.findIndex((result) => result.outcome !== 'missing')
  const winner = results[first]
  const below = results.slice(first + 1).find((result) => result.outcome === 'content')
  if (winner?.outcome !== 'cleared' || below?.outcome !== 'content') return []
  const [path = '', hidden = ''] = [winner, below].map((one) => one.documents[0]?.ref.path)
  return [
    {
      code: 'slot.cleared',
      severity: 'info',
      message: `${path} is empty on purpose, so that ${hidden} does not count there`,
      source: { root: 'configs', path },
      fix: `remove ${path} if ${hidden} is meant to count`,
    },
  ]
}

async function checkMode(home: HomePlace): Promise<readonly Diagnostic[]> {
  const found = await readFileSafely(join(home.dir, CONFIG_FILE), { links: 'anywhere' })
  if (found.outcome !== 'content' || (found.mode & 0o077) === 0) return []
  if (process.platform === 'win32') return []
  const mode = found.mode.toString(8).padStart(4, '0')
  // Variables for agents are where keys would stand; without them it is a matter of taste.
  const holdsKeys = Object.values(home.config.settings.agents).some((agent) => agent.env)
  return [
    {
      code: 'config.mode-too-wide',
      severity: holdsKeys ? 'warning' : 'info',
      message: `${CONFIG_FILE} has mode ${mode}, so that other users can read it`,
      source: { root: 'home', path: CONFIG_FILE },
      fix: `chmod 600 ${JSON.stringify(join(home.dir, CONFIG_FILE))}`,
    },
  ]
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
  const configured = configuredPlaces(home)
  const known = new Set(configured.map(keyOf))
  const isCaseVariant = caseVariantsOf(configured)
  return places.flatMap((place): Diagnostic[] => {
    const { platform, bot } = place
    if (bot === null || known.has(keyOf(place)) || isCaseVariant(place)) return []
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
    source: { root: 'home', path: CONFIG_FILE },
  }))
}

function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(diagnostics.map((one) => [`${one.code} ${one.message}`, one]))
  return [...seen.values()]
}
