import type { BudgetSettings, GuardPolicyConfig, Language } from '@onesoul/core'
import type {
  AgentConfig,
  BotConfig,
  ChangePolicies,
  ConfigFile,
  GuidanceConfig,
  PlatformConfig,
} from './config-file.ts'

/** The configuration with every default filled in. */
export interface Settings {
  readonly language: 'auto' | Language
  /** As written: relative to the home, absolute, or with a leading `~`. */
  readonly configs: string
  /** Absent: no list is set. */
  readonly exclude?: readonly string[]
  readonly platforms: Readonly<Record<string, PlatformConfig>>
  readonly bots: readonly BotConfig[]
  readonly required: readonly string[]
  readonly onMissing: 'refuse' | 'degrade'
  /** `tokens: null` leaves the limit to the agent. */
  readonly budget: BudgetSettings
  readonly variables: Readonly<Record<string, string>>
  readonly project: {
    readonly mode: 'all' | 'first' | 'off'
    readonly trust: 'ask' | 'always' | 'never'
  }
  readonly agents: Readonly<Record<string, AgentConfig>>
  readonly guidance: Required<GuidanceConfig>
  readonly skills: {
    readonly roots: readonly string[]
    readonly disabled: readonly string[]
    readonly always: readonly string[]
    readonly profile: 'runtime' | 'operator'
    readonly shadow: 'project' | 'user' | 'off'
    /** Estimated tokens of the list for agents without one of their own. */
    readonly tokens: number
  }
  readonly sessions: { readonly retainDays: number; readonly onChange: ChangePolicies }
  readonly captures: { readonly retainDays: number; readonly maxBytes: number }
  readonly compat: Required<NonNullable<ConfigFile['compat']>>
  readonly guard: {
    readonly policy: GuardPolicyConfig
    readonly overrides: string | null
  }
  readonly allowedRoots: readonly string[]
}

/** The value of every key that no layer sets. */
export const DEFAULT_CONFIG: Settings = {
  language: 'auto',
  configs: 'agent-configs',
  platforms: {},
  bots: [],
  required: [],
  onMissing: 'refuse',
  budget: {
    perFile: 8000,
    total: 40_000,
    project: 20_000,
    tokens: null,
    overflow: 'truncate',
    unit: 'chars',
  },
  variables: {},
  project: { mode: 'all', trust: 'ask' },
  agents: {},
  guidance: { platform: 'auto', model: 'auto', environment: 'auto', platforms: {}, models: {} },
  skills: {
    roots: [],
    disabled: [],
    always: [],
    profile: 'runtime',
    shadow: 'project',
    tokens: 4000,
  },
  sessions: { retainDays: 30, onChange: { default: 'freeze' } },
  captures: { retainDays: 7, maxBytes: 500_000_000 },
  compat: {
    suffixFiles: 'off',
    singleBotIgnoresName: false,
    userDataPublic: false,
    elementName: 'onesoul',
  },
  guard: { policy: {}, overrides: null },
  allowedRoots: [],
}
