import { canonicalPlatform, SLOTS, suggest, validateName } from '@onesoul/core'
import type { BotConfig, ConfigFile, PlatformConfig } from '../../config/config-file.ts'
import type { ConfigPath } from '../../config/yaml-source.ts'
import { isMapping, valueAt } from '../config-leaves.ts'
import type { ImportNotes } from '../import-notes.ts'
import { platformNameFault } from './platform-fault.ts'
import type { HotplexConfig } from './read-config.ts'

/** A bot as HotPlex's configuration names it. */
export interface HotplexBot {
  /** As it is spelt in the folder names. */
  readonly platform: string
  readonly name: string
  /** Its other plain values, to recognise a folder that is named by an id. */
  readonly values: ReadonlySet<string>
}

export interface HotplexBots {
  readonly settings: Pick<ConfigFile, 'exclude' | 'platforms' | 'bots'>
  readonly bots: readonly HotplexBot[]
  /** Platforms as HotPlex spells them. */
  readonly platforms: readonly string[]
}

/** Names that mean a platform even without bots; others under `messaging` are settings. */
const PLATFORMS = [
  'slack',
  'feishu',
  'webchat',
  'yuanxin',
  'telegram',
  'discord',
  'whatsapp',
  'email',
  'cron',
]

const AGENTS: Readonly<Record<string, string>> = {
  claude_code: 'claude-code',
  codex_cli: 'codex',
  opencode_server: 'opencode',
}

/** Reads platforms, bots and the lists of what is not injected, with every name checked. */
export function readBots(config: HotplexConfig, notes: ImportNotes): HotplexBots {
  const exclude = readExclude(config, ['agent_config', 'inject_exclude'], { notes, to: 'exclude' })
  const messaging = isMapping(config.data['messaging']) ? config.data['messaging'] : {}
  const names = Object.keys(messaging).filter((name) => isPlatform(name, messaging[name]))
  const platforms: [string, PlatformConfig][] = []
  const bots: BotConfig[] = []
  const found: HotplexBot[] = []
  for (const name of names) {
    const canonical = canonicalPlatform(name)
    const fault = platformNameFault(canonical)
    if (fault !== null) {
      notes.warn(config.place(['messaging', name]), fault)
      continue
    }
    const to = `platforms.${canonical}.exclude`
    const list = readExclude(config, ['messaging', name, 'inject_exclude'], { notes, to })
    if (list) platforms.push([canonical, { exclude: list }])
    for (const bot of readPlatformBots(config, name, notes)) {
      bots.push(bot.config)
      found.push({ platform: name, name: bot.config.name, values: bot.values })
    }
  }
  return {
    settings: {
      ...(exclude && { exclude }),
      ...(platforms.length > 0 && { platforms: Object.fromEntries(platforms) }),
      ...(bots.length > 0 && { bots }),
    },
    bots: found,
    platforms: names,
  }
}

function isPlatform(name: string, value: unknown): boolean {
  if (!isMapping(value)) return false
  return PLATFORMS.includes(name.toLowerCase()) || 'bots' in value || 'inject_exclude' in value
}

interface ReadBot {
  readonly config: BotConfig
  readonly values: ReadonlySet<string>
}

function readPlatformBots(
  config: HotplexConfig,
  platform: string,
  notes: ImportNotes,
): readonly ReadBot[] {
  const list = valueAt(config.data, ['messaging', platform, 'bots'])
  const usual = readAgent(config, ['messaging', platform, 'worker_type'], notes)
  const found: ReadBot[] = []
  for (const index of Array.isArray(list) ? list.keys() : []) {
    const path: ConfigPath = ['messaging', platform, 'bots', index]
    const name = readName(config, path, { notes, taken: found.map((one) => one.config.name) })
    if (name === null) continue
    const to = `bots[${name}].exclude`
    const exclude = readExclude(config, [...path, 'inject_exclude'], { notes, to })
    const agent = readAgent(config, [...path, 'worker_type'], notes) ?? usual
    found.push({
      config: {
        name,
        platform: canonicalPlatform(platform),
        ...(agent !== undefined && { agent }),
        ...(exclude && { exclude }),
      },
      values: plainValues(valueAt(config.data, path)),
    })
  }
  return found
}

function readName(
  config: HotplexConfig,
  path: ConfigPath,
  { notes, taken }: { readonly notes: ImportNotes; readonly taken: readonly string[] },
): string | null {
  const at = [...path, 'name']
  const value = config.take(at)
  const name = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const check = validateName('bot', name)
  if (!check.ok) {
    notes.warn(config.place(name === '' ? path : at), `${check.message}; the bot is left out`)
    return null
  }
  if (taken.some((other) => other.toLowerCase() === name.toLowerCase())) {
    notes.warn(config.place(at), 'another bot of this platform has this name already')
    return null
  }
  notes.map(config.place(at), `bots[${name}]`)
  return name
}

function readAgent(
  config: HotplexConfig,
  path: ConfigPath,
  notes: ImportNotes,
): string | undefined {
  const written = config.take(path)
  if (typeof written !== 'string' || written === '') return undefined
  const agent = Object.hasOwn(AGENTS, written) ? AGENTS[written] : undefined
  if (agent === undefined) {
    notes.leave(config.place(path), 'this version drives Claude Code, Codex and OpenCode')
  } else notes.map(config.place(path), `agent: ${agent}`)
  return agent
}

/** Files that HotPlex knows by these exact names, in any case; SKILLS.md is what TOOLS.md was called. */
const FILES: readonly (readonly [string, string])[] = [
  ...SLOTS.map(({ file }) => [file, file] as const),
  ['SKILLS.md', 'TOOLS.md'],
]

function readExclude(
  config: HotplexConfig,
  path: ConfigPath,
  { notes, to }: { readonly notes: ImportNotes; readonly to: string },
): readonly string[] | undefined {
  const written = config.take(path)
  if (written === undefined || written === null) return undefined
  const at = config.place(path)
  const names = (Array.isArray(written) ? written : [written]).map(String)
  const known = names.flatMap((name) => {
    const file = FILES.find(([file]) => file.toLowerCase() === name.toLowerCase())?.[1]
    if (file === undefined) notes.warn(at, unknownFile(name, to))
    return file ?? []
  })
  const exclude = [...new Set(known)]
  notes.map(at, `${to}: [${exclude.join(', ')}]`)
  return exclude
}

function unknownFile(name: string, to: string): string {
  const meant = suggest(
    name,
    FILES.map(([file]) => file),
  )
  const ask = meant === undefined ? '' : `; if ${meant} was meant, add it to ${to}`
  // Whatever else was written there may be a secret in the wrong line.
  const shown =
    meant === undefined && !/^[\w-]{1,24}\.md$/i.test(name) ? 'an entry' : JSON.stringify(name)
  return `${shown} is no slot: HotPlex ignores it and leaves nothing out for it, and so does this home${ask}`
}

function plainValues(bot: unknown): ReadonlySet<string> {
  const values = isMapping(bot) ? Object.values(bot) : []
  return new Set(values.filter((value) => typeof value === 'string'))
}
