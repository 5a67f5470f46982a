import { type Diagnostic, SLOTS, type SlotInput } from '@onesoul/core'
import { readEach } from '@onesoul/disk'
import type { BotConfig } from '../config/config-file.ts'
import { readTargetSlots } from '../inputs/read-target-slots.ts'
import { resolveTarget } from '../inputs/resolve-target.ts'
import type { ResolvedSlots } from '../slots/resolve-slots.ts'
import type { SlotFiles } from '../slots/slot-reader.ts'
import type { HomePlace } from './home.ts'

/**
 * Finds the required slots without which a composition for a configured bot, or
 * one without a bot, is refused. With `onMissing: degrade` they are warnings.
 */
export async function checkRequired(
  home: HomePlace,
  files: SlotFiles,
): Promise<readonly Diagnostic[]> {
  // An error in the home stops every composition before its slots count.
  if (home.diagnostics.some((found) => found.severity === 'error')) return []
  const targets = [null, ...home.config.settings.bots]
  return (await readEach(targets, (bot) => checkTarget(home, { bot, files }))).flat()
}

async function checkTarget(
  home: HomePlace,
  { bot, files }: { readonly bot: BotConfig | null; readonly files: SlotFiles },
): Promise<readonly Diagnostic[]> {
  const names = bot === null ? {} : { platform: bot.platform, bot: bot.name }
  const target = await resolveTarget(home, names)
  const found = await readTargetSlots(home, { target, config: home.config, project: {}, files })
  const whose = bot === null ? 'a composition without a bot' : `${bot.name} on ${bot.platform}`
  const folder =
    target.botScope === null ? (target.platform ?? '') : `${target.platform}/${target.botScope}`
  const refuses = home.config.settings.onMissing === 'refuse'
  return found.slots.flatMap((slot): Diagnostic[] => {
    const lack = slot.required ? lackOf(slot, { folder, found }) : null
    if (lack === null) return []
    const { why, ...rest } = lack
    const message = `${whose} requires ${fileOf(slot)}, which ${why}`
    return [{ code: 'slot.required', severity: refuses ? 'error' : 'warning', message, ...rest }]
  })
}

interface Lack extends Pick<Diagnostic, 'source' | 'fix'> {
  readonly why: string
}

function lackOf(
  slot: SlotInput,
  { folder, found }: { readonly folder: string; readonly found: ResolvedSlots },
): Lack | null {
  const file = fileOf(slot)
  const { resolution } = slot
  switch (resolution.outcome) {
    case 'missing': {
      const starter = found.diagnostics.find((one) => one.code === 'slot.starter')
      if (slot.slot === 'SOUL' && starter?.source) {
        const { path } = starter.source
        const fix = `say in ${path} who your agent is`
        return { why: 'is the unedited starter text', source: starter.source, fix }
      }
      const path = folder === '' ? file : `${folder}/${file}`
      const fix = `write ${path}, or take ${file} out of \`required\``
      return { why: 'no scope has', source: { root: 'configs', path }, fix }
    }
    case 'excluded': {
      const fix = `take ${file} out of ${resolution.by} or out of \`required\``
      return { why: `is excluded by ${resolution.by}`, fix }
    }
    case 'failed': {
      const { root, path } = resolution.source
      const why = `cannot be read: ${resolution.message}`
      const known = found.diagnostics.find(
        (one) => one.code === 'slot.unreadable' && one.source?.path === path,
      )
      return { why, source: { root, path }, fix: known?.fix ?? `make ${path} readable` }
    }
    default:
      return null
  }
}

function fileOf({ slot }: SlotInput): string {
  return SLOTS.find((definition) => definition.slot === slot)?.file ?? slot
}
