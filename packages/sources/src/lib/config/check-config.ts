import {
  checkExclude,
  type Diagnostic,
  findSlot,
  SLOTS,
  suggest,
  validateName,
} from '@onesoul/core'
import { BUILT_IN_VARIABLES } from './built-in-variables.ts'
import { checkGuidance } from './check-guidance.ts'
import type {
  AgentConfig,
  BotConfig,
  BudgetConfig,
  ConfigFile,
  ProjectConfigFile,
} from './config-file.ts'
import { formatPath } from './validate-config.ts'
import type { ConfigPath, Locate } from './yaml-source.ts'

type AnyConfig = ConfigFile | ProjectConfigFile
type Report = (diagnostic: Omit<Diagnostic, 'source'>, path: ConfigPath) => Diagnostic

/** What the caller knows and a file cannot. */
export interface KnownNames {
  /** Ids that `agents` and `bots[].agent` may name. Default: any. */
  readonly agents?: readonly string[]
}

/**
 * Checks what a schema cannot say: names of slots, platforms, bots, agents and
 * variables, collisions, and keys that this version reads but does not act on.
 */
export function checkConfig(
  config: AnyConfig,
  locate: Locate,
  known: KnownNames = {},
): readonly Diagnostic[] {
  const report: Report = (diagnostic, path) => {
    const source = locate(path, 'value')
    return { ...diagnostic, ...(source && { source }) }
  }
  const variables = Object.keys(config.variables ?? {})
  return [
    ...checkExcludes(config, report),
    ...checkPlatforms(config, report),
    ...checkBots(config, report),
    ...(known.agents ? checkAgents(config, known.agents, report) : []),
    ...variables.flatMap((name) => checkVariable(name, report)),
    ...('required' in config ? checkRequired(config.required ?? [], ['required'], report) : []),
    ...('guidance' in config ? checkGuidance(config, report) : []),
    ...checkEffect(config, report),
  ]
}

function checkExcludes(config: AnyConfig, report: Report): readonly Diagnostic[] {
  const lists: readonly (readonly [readonly string[], string, ConfigPath])[] = [
    [config.exclude ?? [], 'exclude', ['exclude']],
    ...Object.entries(config.platforms ?? {}).map(
      ([name, platform]) =>
        [
          platform.exclude ?? [],
          `platforms.${name}.exclude`,
          ['platforms', name, 'exclude'],
        ] as const,
    ),
    ...(config.bots ?? []).map(
      (bot, index) =>
        [bot.exclude ?? [], `bots[${bot.name}].exclude`, ['bots', index, 'exclude']] as const,
    ),
  ]
  return lists.flatMap(([names, where, path]) =>
    names.flatMap((name, index) =>
      checkExclude({ names: [name], where }).map((found) => report(found, [...path, index])),
    ),
  )
}

function checkPlatforms(config: AnyConfig, report: Report): readonly Diagnostic[] {
  const names = Object.keys(config.platforms ?? {})
  return names.flatMap((name, index) => {
    const check = validateName('platform', name)
    if (!check.ok) return [report(badName(check.message), ['platforms', name])]
    const earlier = names.slice(0, index).find((other) => sameName(other, name))
    if (!earlier) return []
    const message = `platforms ${earlier} and ${name} differ only in case and would share a folder`
    return [
      report({ code: 'config.name-collision', severity: 'error', message }, ['platforms', name]),
    ]
  })
}

function checkBots(config: AnyConfig, report: Report): readonly Diagnostic[] {
  const bots: readonly Partial<BotConfig>[] = config.bots ?? []
  const seen = new Set<string>()
  return bots.flatMap((bot, index) => {
    const { name = '', platform } = bot
    const found: Diagnostic[] = []
    const nameCheck = validateName('bot', name)
    if (!nameCheck.ok) found.push(report(badName(nameCheck.message), ['bots', index, 'name']))
    const platformCheck = platform === undefined ? nameCheck : validateName('platform', platform)
    if (!platformCheck.ok && platform !== undefined) {
      found.push(report(badName(platformCheck.message), ['bots', index, 'platform']))
    }
    const key = JSON.stringify([name.toLowerCase(), platform?.toLowerCase()])
    const hasTwin = bot.name !== undefined && seen.has(key)
    seen.add(key)
    if (hasTwin) {
      const message = `two bots of ${platform ?? 'this project'} are named ${name} (upper and lower case count as equal)`
      const collision = { code: 'config.name-collision', severity: 'error', message } as const
      found.push(report(collision, ['bots', index, 'name']))
    }
    return [...found, ...checkRequired(bot.required ?? [], ['bots', index, 'required'], report)]
  })
}

function checkAgents(
  config: AnyConfig,
  known: readonly string[],
  report: Report,
): readonly Diagnostic[] {
  const bots: readonly Partial<BotConfig>[] = config.bots ?? []
  const named: readonly (readonly [string, ConfigPath])[] = [
    ...Object.keys('agents' in config ? (config.agents ?? {}) : {}).map(
      (id) => [id, ['agents', id]] as const,
    ),
    ...bots.flatMap(({ agent }, index) =>
      agent === undefined ? [] : [[agent, ['bots', index, 'agent']] as const],
    ),
  ]
  return named
    .filter(([id]) => !known.includes(id))
    .map(([id, path]) => {
      const meant = known.find((other) => other.startsWith(`${id}-`)) ?? suggest(id, known)
      const message = `${JSON.stringify(id)} is no agent of this version${meant ? `; did you mean ${meant}?` : ''}`
      const fix = `use one of ${known.join(', ')}`
      return report({ code: 'config.unknown-agent', severity: 'error', message, fix }, path)
    })
}

function sameName(a: string | undefined, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}

function badName(message: string): Omit<Diagnostic, 'source'> {
  return { code: 'config.invalid-name', severity: 'error', message }
}

function checkRequired(
  names: readonly string[],
  path: ConfigPath,
  report: Report,
): readonly Diagnostic[] {
  const files = SLOTS.map((slot) => slot.file)
  return names.flatMap((name, index) => {
    if (findSlot(name)) return []
    const meant = suggest(name, [...files, ...SLOTS.map((slot) => slot.slot)])
    const message = `required: ${JSON.stringify(name)} is no slot${meant ? `; did you mean ${meant}?` : ''}`
    const fix = `use one of ${files.join(', ')}`
    return [report({ code: 'required.unknown', severity: 'error', message, fix }, [...path, index])]
  })
}

function checkVariable(name: string, report: Report): readonly Diagnostic[] {
  if (!BUILT_IN_VARIABLES.some((builtIn) => builtIn === name)) return []
  const message = `variables.${name}: the name is built in and cannot be set`
  const path = ['variables', name]
  return [report({ code: 'config.reserved-variable', severity: 'error', message }, path)]
}

/** Keys of the public schema that nothing in this version reads. */
const WITHOUT_EFFECT: readonly (readonly [string, string])[] = [['captures', 'maxBytes']]

/** The same, below the id of an agent. */
const WITHOUT_EFFECT_ON_AGENTS: readonly (keyof AgentConfig)[] = ['args', 'channel', 'argv']

function checkEffect(config: AnyConfig, report: Report): readonly Diagnostic[] {
  const groups = config as Readonly<Record<string, object | undefined>>
  const idle = WITHOUT_EFFECT.filter(([group, key]) => Object.hasOwn(groups[group] ?? {}, key))
  const agents = Object.entries('agents' in config ? (config.agents ?? {}) : {})
  const idleOfAgents = agents.flatMap(([id, own]) =>
    WITHOUT_EFFECT_ON_AGENTS.filter((key) => key in own).map((key) => ['agents', id, key] as const),
  )
  const bots: readonly Partial<BotConfig>[] = config.bots ?? []
  return [
    ...[...idle, ...idleOfAgents].map((path) => {
      const message = `${formatPath(path)} is accepted and has no effect in this version`
      return report({ code: 'config.without-effect', severity: 'warning', message }, path)
    }),
    ...checkUnit(config.budget, ['budget'], report),
    ...bots.flatMap((bot, index) => checkUnit(bot.budget, ['bots', index, 'budget'], report)),
  ]
}

/** The defaults are code points: read as tokens or bytes they would cut what nobody meant to cut. */
function checkUnit(
  budget: BudgetConfig | undefined,
  path: ConfigPath,
  report: Report,
): readonly Diagnostic[] {
  const unit = budget?.unit ?? 'chars'
  const open = (['perFile', 'total', 'project'] as const).filter((key) => !(key in (budget ?? {})))
  if (unit === 'chars' || open.length === 0) return []
  const message = `${formatPath(path)}.unit is ${unit} and ${open.join(', ')} is not set beside it; inherited limits are in characters`
  const fix = 'set perFile, total and project together with the unit'
  const found = { code: 'config.unit-incomplete', severity: 'error', message, fix } as const
  return [report(found, [...path, 'unit'])]
}
