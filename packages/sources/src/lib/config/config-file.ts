import type { Audience, GuardPolicyConfig, Language, ModelFamily, SlotName } from '@onesoul/core'

/** Limits of one composition; absent values inherit. Figures are in `unit`. */
export interface BudgetConfig {
  readonly perFile?: number
  readonly total?: number
  readonly project?: number
  readonly tokens?: number
  readonly overflow?: 'truncate' | 'fail'
  readonly unit?: 'chars' | 'tokens' | 'bytes'
}

export interface PlatformConfig {
  readonly exclude?: readonly string[]
}

export interface BotConfig {
  readonly name: string
  readonly platform: string
  readonly agent?: string
  readonly exclude?: readonly string[]
  readonly budget?: BudgetConfig
  /** The viewer of this bot's compositions when a request names none. */
  readonly audience?: Audience
  /** Replaces the home's `required` for this bot. */
  readonly required?: readonly string[]
}

export interface AgentConfig {
  readonly command?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly channel?: string
  readonly permission?: 'read-only' | 'workspace' | 'auto-edit' | 'full'
  readonly argv?: 'allow' | 'deny'
  readonly model?: string
}

/**
 * What a session does that is gone on with after a text changed. `freeze`: it
 * keeps what it has. `restart`: it asks for a reset. `next-turn`: the new text
 * travels with the turn.
 */
export type ChangePolicy = 'freeze' | 'restart' | 'next-turn'

/** A policy per slot; `default` for what is not named, sections that are no slots included. */
export type ChangePolicies = { readonly default: ChangePolicy } & Partial<
  Readonly<Record<SlotName, ChangePolicy>>
>

/** What is said in place of a row of a guidance table, or after it. */
export interface GuidanceText {
  readonly replace?: string
  readonly append?: string
}

/** `auto`: where the agent does not do it by itself. */
export type GuidanceMode = 'auto' | 'always' | 'never'

export interface GuidanceConfig {
  readonly platform?: 'auto' | 'never'
  readonly model?: GuidanceMode
  readonly environment?: GuidanceMode
  readonly platforms?: Readonly<Record<string, GuidanceText>>
  readonly models?: Partial<Readonly<Record<ModelFamily, GuidanceText>>>
}

/** One layer of configuration: a file, the environment or the flags. Every key is optional. */
export interface ConfigFile {
  readonly language?: 'auto' | Language
  readonly configs?: string
  readonly exclude?: readonly string[]
  readonly platforms?: Readonly<Record<string, PlatformConfig>>
  readonly bots?: readonly BotConfig[]
  readonly required?: readonly string[]
  readonly onMissing?: 'refuse' | 'degrade'
  readonly budget?: BudgetConfig
  readonly variables?: Readonly<Record<string, string>>
  readonly project?: {
    readonly mode?: 'all' | 'first' | 'off'
    readonly trust?: 'ask' | 'always' | 'never'
  }
  readonly agents?: Readonly<Record<string, AgentConfig>>
  readonly guidance?: GuidanceConfig
  readonly skills?: {
    readonly roots?: readonly string[]
    readonly disabled?: readonly string[]
    readonly always?: readonly string[]
    readonly profile?: 'runtime' | 'operator'
    readonly shadow?: 'project' | 'user' | 'off'
    readonly tokens?: number
  }
  readonly sessions?: { readonly retainDays?: number; readonly onChange?: Partial<ChangePolicies> }
  readonly captures?: { readonly retainDays?: number; readonly maxBytes?: number }
  readonly compat?: {
    readonly suffixFiles?: 'off' | 'append'
    readonly singleBotIgnoresName?: boolean
    readonly userDataPublic?: boolean
    readonly elementName?: 'onesoul' | 'hotplex'
  }
  readonly guard?: {
    readonly policy?: GuardPolicyConfig
    readonly overrides?: string
  }
  readonly allowedRoots?: readonly string[]
}

/** What a work tree's `.onesoul.yaml` may say; it can only narrow what the home allows. */
export interface ProjectConfigFile {
  readonly exclude?: readonly string[]
  readonly platforms?: Readonly<Record<string, PlatformConfig>>
  readonly bots?: readonly ProjectBotConfig[]
  readonly budget?: Pick<BudgetConfig, 'perFile' | 'total' | 'project' | 'tokens' | 'overflow'>
  readonly variables?: Readonly<Record<string, string>>
  readonly project?: ConfigFile['project']
}

export interface ProjectBotConfig {
  readonly name: string
  readonly platform?: string
  readonly exclude?: readonly string[]
}
