import { join } from 'node:path'
import { canonicalPlatform, type Diagnostic, suggest, validateName } from '@onesoul/core'
import { isReachable } from '@onesoul/disk'
import type { BotConfig } from '../config/config-file.ts'
import type { HomePlace } from '../home/home.ts'
import { platformSpellings } from '../slots/slot-place.ts'
import { SourcesError } from '../sources-error.ts'
import { meantPlatform } from './meant-platform.ts'

export interface ResolvedTarget {
  readonly platform: string | null
  readonly bot: string | null
  /** The configured bot; `null` for a bot that only has a folder, and without a bot. */
  readonly botConfig: BotConfig | null
  /** The name that selects the bot scope; `null` when that scope is not searched. */
  readonly botScope: string | null
  readonly diagnostics: readonly Diagnostic[]
}

interface Names {
  readonly platform?: string
  readonly bot?: string
}

/**
 * Turns the names of a request into those of the configuration. Upper and lower
 * case count as equal, so that a list of exclusions cannot be missed by spelling.
 *
 * @throws SourcesError `name-invalid`, `bot-unknown`, `bot-without-platform`.
 */
export async function resolveTarget(home: HomePlace, names: Names): Promise<ResolvedTarget> {
  if (names.platform !== undefined) requireName('platform', names.platform)
  if (names.bot !== undefined) requireName('bot', names.bot)
  const platform = findPlatform(home, names)
  if (names.bot === undefined) {
    const diagnostics = platform === null ? [] : await checkPlatform(home, platform)
    return { platform, bot: null, botConfig: null, botScope: null, diagnostics }
  }
  if (platform === null) throw withoutPlatform(home, names.bot)
  const botConfig = indexOf(home).get(keyOf(platform, names.bot)) ?? null
  const bot = botConfig?.name ?? names.bot
  const unknown = botConfig ? [] : await checkFolder(home, platform, bot)
  const alone = isAlone(home, platform)
  return {
    platform,
    bot,
    botConfig,
    botScope: alone ? null : bot,
    diagnostics: alone ? [...unknown, aloneNote(platform, bot)] : unknown,
  }
}

function requireName(kind: 'platform' | 'bot', name: string): void {
  const check = validateName(kind, name)
  if (!check.ok) throw new SourcesError('name-invalid', check.message)
}

function findPlatform(home: HomePlace, names: Names): string | null {
  const { settings } = home.config
  if (names.platform !== undefined) {
    const canonical = canonicalPlatform(names.platform)
    const isIt = (one: string): boolean => sameName(one, canonical)
    const bot = settings.bots.find(({ platform }) => isIt(platform))
    return Object.keys(settings.platforms).find(isIt) ?? bot?.platform ?? canonical
  }
  if (names.bot === undefined) return null
  const platforms = settings.bots
    .filter((bot) => sameName(bot.name, names.bot))
    .map((bot) => bot.platform)
  return platforms.length === 1 ? (platforms[0] ?? null) : null
}

function withoutPlatform(home: HomePlace, bot: string): SourcesError {
  const bots = home.config.settings.bots
  const places = bots.filter((one) => sameName(one.name, bot)).map((one) => one.platform)
  if (places.length > 0) {
    const message = `${bot} is a bot on ${places.join(' and ')}; name the platform as well`
    return new SourcesError('bot-without-platform', message, { hints: ['add --platform'] })
  }
  return unknownBot(bot, bots) ?? needsPlatform(bot)
}

function needsPlatform(bot: string): SourcesError {
  const message = `the bot ${bot} needs a platform: its files lie in <platform>/${bot}/`
  return new SourcesError('bot-without-platform', message, { hints: ['add --platform'] })
}

/** So many bots are named to a person who mistyped one. */
const SHOWN_NAMES = 10

function unknownBot(bot: string, bots: readonly BotConfig[]): SourcesError | null {
  if (bots.length === 0) return null
  const names = bots.map((one) => one.name)
  const meant = suggest(bot, names)
  const message = `no bot is named ${bot}${meant ? `; did you mean ${meant}?` : ''}`
  const more = names.length - SHOWN_NAMES
  const shown = names.slice(0, SHOWN_NAMES).join(', ')
  const hint = `use one of ${shown}${more > 0 ? ` or ${more} more, see \`bots\` in config.yaml` : ''}`
  return new SourcesError('bot-unknown', message, { hints: [hint] })
}

/** A bot without a line in the configuration is one when it has a folder; otherwise its name is a mistake. */
async function checkFolder(
  home: HomePlace,
  platform: string,
  bot: string,
): Promise<readonly Diagnostic[]> {
  for (const folder of platformSpellings(platform)) {
    if (await isReachable(join(home.configsDir, folder, bot))) return []
  }
  const error = unknownBot(bot, botsOf(home, platform))
  const meant = await meantPlatform(home, platform, bot)
  if (error) throw meant === undefined ? error : elsewhere(error, meant)
  const message = `the bot ${bot} has no folder ${platform}/${bot} and no line in \`bots\`; it gets what ${platform} gets`
  if (meant === undefined) return [{ code: 'bot.unconfigured', severity: 'warning', message }]
  return [
    {
      code: 'bot.unconfigured',
      severity: 'warning',
      message: `${message}; did you mean ${meant}?`,
      fix: `use --platform ${meant}`,
    },
  ]
}

function elsewhere(error: SourcesError, platform: string): SourcesError {
  const hints = [`use --platform ${platform}, where it is a bot`, ...error.hints]
  return new SourcesError(error.code, error.message, { hints })
}

/** A platform needs no folder and no line, so only a name that resembles a known one is worth a word. */
async function checkPlatform(home: HomePlace, platform: string): Promise<readonly Diagnostic[]> {
  const meant = await meantPlatform(home, platform, null)
  if (meant === undefined) return []
  return [
    {
      code: 'platform.unconfigured',
      severity: 'warning',
      message: `the platform ${platform} has no folder and no line in the configuration; did you mean ${meant}?`,
      fix: `use --platform ${meant}`,
    },
  ]
}

const indexes = new WeakMap<readonly BotConfig[], ReadonlyMap<string, BotConfig>>()

/** The configured bots by platform and name; two of one name are an error of the configuration. */
function indexOf(home: HomePlace): ReadonlyMap<string, BotConfig> {
  const { bots } = home.config.settings
  const known =
    indexes.get(bots) ?? new Map(bots.map((bot) => [keyOf(bot.platform, bot.name), bot]))
  indexes.set(bots, known)
  return known
}

function keyOf(platform: string, bot: string): string {
  return `${platform}/${bot}`.toLowerCase()
}

function botsOf(home: HomePlace, platform: string): readonly BotConfig[] {
  return home.config.settings.bots.filter((bot) => sameName(bot.platform, platform))
}

function isAlone(home: HomePlace, platform: string): boolean {
  const on = home.config.settings.compat.singleBotIgnoresName
  return on && botsOf(home, platform).length <= 1
}

function aloneNote(platform: string, bot: string): Diagnostic {
  const message = `${bot} is the only bot of ${platform}: compat.singleBotIgnoresName leaves ${platform}/${bot}/ unread`
  return { code: 'compat.single-bot', severity: 'info', message }
}

function sameName(a: string | undefined, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}
