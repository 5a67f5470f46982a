import type { CacheProfile } from '../model/cache-profile.ts'

/** What providers have in common that cache by themselves and take no marks. */
const AUTOMATIC = {
  asOf: '2026-10-31',
  mechanism: 'automatic',
  maxMarks: 0,
  lookback: null,
  collapsesRuns: false,
  write: {},
  systemInMessages: true,
} as const satisfies Partial<CacheProfile>

const OPENAI = {
  ...AUTOMATIC,
  provider: 'openai',
  minTokens: 1024,
  step: 128,
  automaticTtl: '5m',
  notes: [
    'Kept for 5 to 10 minutes of idleness and at most an hour; counted here as 5 minutes.',
    'prompt_cache_key routes: above about 15 requests a minute one prefix spills to cold machines.',
  ],
} as const satisfies Partial<CacheProfile>

/** Models of OpenAI before GPT-5.6, by the price of a read. */
const OPENAI_READS: readonly (readonly [read: number, models: readonly string[]])[] = [
  [0.1, ['gpt-5', 'gpt-5-1', 'gpt-5-2', 'gpt-5-3', 'gpt-5-4', 'gpt-5-5']],
  [0.25, ['gpt-4-1', 'o3', 'o4']],
  [0.5, ['gpt-4o', 'o1']],
]

/** OpenAI: before GPT-5.6 by itself, from then on by itself and at marks. */
export const OPENAI_PROFILES: readonly CacheProfile[] = [
  ...OPENAI_READS.flatMap(([read, models]) => models.map((model) => ({ ...OPENAI, model, read }))),
  {
    provider: 'openai',
    model: 'gpt-5-6',
    asOf: '2026-10-31',
    mechanism: 'both',
    minTokens: 1024,
    maxMarks: 4,
    surplusMarks: 'earliest-dropped',
    lookback: null,
    collapsesRuns: false,
    read: 0.1,
    write: { '30m': 1.25 },
    automaticTtl: '30m',
    systemInMessages: true,
    notes: [
      'Of more than four writes the earliest, the most valuable ones, are dropped without a word.',
      'mode "explicit" without a mark caches nothing; 12 hours can be had at a price not known here.',
      'Effort, verbosity, service tier and tools are part of the prefix.',
    ],
  },
]

const GEMINI = {
  ...AUTOMATIC,
  provider: 'gemini',
  automaticTtl: '5m',
  read: 0.1,
  systemInMessages: false,
  notes: ['Nothing is guaranteed and no life time is published; counted here as 5 minutes.'],
} as const satisfies Partial<CacheProfile>

/** Gemini: by itself, and with a handle (`cachedContents`) as provider `gemini-explicit`. */
export const GEMINI_PROFILES: readonly CacheProfile[] = [
  { ...GEMINI, model: 'gemini-2-5', minTokens: 2048 },
  { ...GEMINI, model: 'gemini-3', minTokens: 4096 },
  ...(['gemini-2-5', 'gemini-3'] as const).map(
    (model): CacheProfile => ({
      provider: 'gemini-explicit',
      model,
      asOf: '2026-10-31',
      mechanism: 'marks',
      minTokens: model === 'gemini-3' ? 4096 : 2048,
      maxMarks: 1,
      lookback: null,
      collapsesRuns: false,
      read: 0.1,
      // A token costs 1 to write and 2.25 to keep for the hour ($4.50 beside $2 a million).
      write: { '1h': 3.25 },
      sliding: false,
      systemInMessages: false,
      notes: ['A handle pays from about 2.5 reads an hour of the same head on.'],
    }),
  ),
]

/** DeepSeek. */
export const DEEPSEEK_PROFILES: readonly CacheProfile[] = [
  {
    ...AUTOMATIC,
    provider: 'deepseek',
    model: 'deepseek',
    minTokens: 64,
    step: 64,
    automaticTtl: '12h',
    read: 1 / 30,
    notes: ['On disk, for hours to days; a persisted unit is read whole or not at all.'],
  },
]
