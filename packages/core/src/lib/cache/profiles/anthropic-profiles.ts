import type { CacheProfile } from '../model/cache-profile.ts'

/** What all models of Anthropic have in common on its own API. */
const CLAUDE = {
  provider: 'anthropic',
  asOf: '2026-10-31',
  mechanism: 'marks',
  maxMarks: 4,
  lookback: 20,
  collapsesRuns: true,
  read: 0.1,
  write: { '5m': 1.25, '1h': 2 },
  systemInMessages: false,
} as const satisfies Partial<CacheProfile>

/** Families, the shortest prefix that each caches, and what else is its own. */
const FAMILIES: readonly (readonly [
  models: readonly string[],
  minTokens: number,
  own?: Partial<CacheProfile>,
])[] = [
  [['claude-opus-5'], 512, { systemInMessages: true }],
  [['claude-opus-5-5'], 512, { systemInMessages: true, read: 0.05 }],
  [['claude-fable-5', 'claude-mythos-5'], 512, { systemInMessages: true }],
  [['claude-fable-5-1', 'claude-mythos-5-1'], 512, { systemInMessages: true, read: 0.025 }],
  [['claude-opus-4-8'], 1024, { systemInMessages: true }],
  [['claude-sonnet-5', 'claude-sonnet-4-5', 'claude-opus-4-1', 'claude-opus-4'], 1024],
  [
    ['claude-sonnet-4-6'],
    1024,
    { notes: ['One user measured a minimum of 2048 where the documentation says 1024.'] },
  ],
  [['claude-opus-4-7', 'claude-mythos-preview', 'claude-haiku-3-5', 'claude-3-5-haiku'], 2048],
  [['claude-opus-4-6', 'claude-opus-4-5', 'claude-haiku-4-5'], 4096],
]

/** Of a model of Anthropic that is not in the table: the longest minimum, nothing that only some have. */
export const UNKNOWN_CLAUDE: CacheProfile = { ...CLAUDE, model: 'claude', minTokens: 4096 }

/** Every family of Anthropic on its own API. */
export const ANTHROPIC_PROFILES: readonly CacheProfile[] = FAMILIES.flatMap(
  ([models, minTokens, own]) => models.map((model) => ({ ...CLAUDE, model, minTokens, ...own })),
)

/** The rules of a model of Anthropic where a cloud serves it: plain blocks, no system among the messages. */
export function onCloud(profile: CacheProfile, provider: string): CacheProfile {
  return { ...profile, provider, collapsesRuns: false, systemInMessages: false }
}

const BEDROCK_MINIMUM: Readonly<Record<string, number>> = { 'claude-opus-4-7': 4096 }

/** Every family of Anthropic on Amazon Bedrock. */
export const BEDROCK_PROFILES: readonly CacheProfile[] = ANTHROPIC_PROFILES.map((profile) => ({
  ...onCloud(profile, 'bedrock'),
  minTokens: BEDROCK_MINIMUM[profile.model] ?? profile.minTokens,
  notes: [
    'Converse takes a cachePoint behind the content; a cache belongs to the organisation.',
    ...(profile.notes ?? []),
  ],
}))
