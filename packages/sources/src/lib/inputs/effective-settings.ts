import type { Diagnostic } from '@onesoul/core'
import type { BotConfig, ProjectConfigFile } from '../config/config-file.ts'
import { isOfThisCall, type MergedLayers, type Origin } from '../config/merge-layers.ts'
import {
  narrowSettings,
  PROJECT_CONFIG_FILE,
  parseProjectConfig,
} from '../config/project-config.ts'
import type { Settings } from '../config/settings.ts'
import type { HomePlace } from '../home/home.ts'
import type { Worktree } from '../project/worktree.ts'
import type { TrustReport } from '../trust/trust-store.ts'
import type { Look } from './look.ts'

export interface EffectiveSettingsInput {
  readonly home: HomePlace
  readonly look: Look
  readonly worktree: Worktree
  readonly bot: BotConfig | null
  /** Token limit when nothing is configured; `null`: none. */
  readonly maxTokens: number | null
}

export interface EffectiveSettings {
  readonly config: MergedLayers
  /** What the trusted work tree says; empty when there is nothing or it is not trusted. */
  readonly project: ProjectConfigFile
  readonly trust: TrustReport
  readonly diagnostics: readonly Diagnostic[]
}

/** The home's settings with the bot's budget, narrowed by the work tree when that is trusted. */
export async function effectiveSettings(input: EffectiveSettingsInput): Promise<EffectiveSettings> {
  const { look, worktree } = input
  const base = withBudget(input)
  const trust = await look.trust(worktree, base.settings.project.trust)
  if (worktree.config === null) return { config: base, project: {}, trust, diagnostics: [] }
  if (!trust.trusted) {
    const diagnostics = [ignored(trust, base.settings.project.trust)]
    return { config: base, project: {}, trust, diagnostics }
  }
  const project = parseProjectConfig(worktree.config.text)
  const narrowed = narrowSettings(base, project)
  return {
    config: { settings: narrowed.settings, origins: narrowed.origins },
    project: project.config,
    trust: await look.trust(worktree, narrowed.settings.project.trust),
    diagnostics: [...project.diagnostics, ...narrowed.diagnostics],
  }
}

function ignored(trust: TrustReport, setting: Settings['project']['trust']): Diagnostic {
  // Whoever trusts nothing has decided, and needs no reminder at every call.
  const decided = setting === 'never'
  return {
    code: 'project.config-ignored',
    severity: decided ? 'info' : 'warning',
    message: `${PROJECT_CONFIG_FILE} is ignored: ${trust.reason}`,
    source: { root: 'worktree', path: PROJECT_CONFIG_FILE },
    ...(!decided && { fix: 'read it, then run `onesoul trust`' }),
  }
}

/** A bot's limits come before the home's, and after what a flag or the environment says. */
function withBudget({ home, bot, maxTokens }: EffectiveSettingsInput): MergedLayers {
  const { settings } = home.config
  const origins = new Map<string, Origin>(home.config.origins)
  const own = Object.entries(bot?.budget ?? {}).filter(
    ([key]) => !isOfThisCall(origins.get(`budget.${key}`)),
  )
  for (const [key] of own) {
    origins.set(`budget.${key}`, { layer: 'home', where: `bots[${bot?.name}].budget` })
  }
  const budget = { ...settings.budget, ...Object.fromEntries(own) }
  return {
    settings: { ...settings, budget: { ...budget, tokens: budget.tokens ?? maxTokens } },
    origins,
  }
}
