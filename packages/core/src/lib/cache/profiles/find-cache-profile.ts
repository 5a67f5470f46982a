import type { Diagnostic, WithDiagnostics } from '../../model/diagnostic.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import {
  ANTHROPIC_PROFILES,
  BEDROCK_PROFILES,
  onCloud,
  UNKNOWN_CLAUDE,
} from './anthropic-profiles.ts'
import { DEEPSEEK_PROFILES, GEMINI_PROFILES, OPENAI_PROFILES } from './automatic-profiles.ts'

const VERTEX_PROFILES = ANTHROPIC_PROFILES.map((profile) => onCloud(profile, 'vertex'))

const ROUTED = [...ANTHROPIC_PROFILES, ...OPENAI_PROFILES, ...GEMINI_PROFILES, ...DEEPSEEK_PROFILES]

/** A router translates marks to the provider behind it, and promises what that one promises. */
const OPENROUTER_PROFILES: readonly CacheProfile[] = ROUTED.filter(
  ({ provider }) => provider !== 'gemini-explicit',
).map((profile) => ({
  ...profile,
  provider: 'openrouter',
  // What becomes of a run of calls on its way is not documented.
  collapsesRuns: false,
  notes: [
    'Sticky for 10 minutes by session_id or the first two messages; provider.order ends that.',
    ...(profile.notes ?? []),
  ],
}))

/** Every profile that is known, with the day on which its rules were read. */
export const CACHE_PROFILES: readonly CacheProfile[] = [
  ...ANTHROPIC_PROFILES,
  ...BEDROCK_PROFILES,
  ...VERTEX_PROFILES,
  ...OPENAI_PROFILES,
  ...GEMINI_PROFILES,
  ...DEEPSEEK_PROFILES,
  ...OPENROUTER_PROFILES,
]

/** Nothing is known: nothing is promised, and nothing costs extra. */
const UNKNOWN: CacheProfile = {
  provider: 'unknown',
  model: 'unknown',
  asOf: '2026-10-31',
  mechanism: 'automatic',
  minTokens: 4096,
  maxMarks: 0,
  lookback: null,
  collapsesRuns: false,
  read: 1,
  write: {},
  systemInMessages: false,
}

/** What a model that is not in the table gets, by provider: never more than its most careful sibling. */
const CAREFUL: Readonly<Record<string, CacheProfile>> = {
  anthropic: UNKNOWN_CLAUDE,
  bedrock: onCloud(UNKNOWN_CLAUDE, 'bedrock'),
  vertex: onCloud(UNKNOWN_CLAUDE, 'vertex'),
}

/**
 * The rules of a model as its provider calls it: those of the longest family whose name the model's begins with.
 * `claude-opus-4-9` is not of the family `claude-opus-4`; a date behind a name is. A model that is not known gets
 * careful rules and `cache.unknown-model`.
 */
export function findCacheProfile(provider: string, model: string): WithDiagnostics<CacheProfile> {
  const name = familyName(model)
  const found = CACHE_PROFILES.filter(
    (profile) => profile.provider === provider && belongsTo(name, profile.model),
  )
  const longest = found.toSorted((one, other) => other.model.length - one.model.length)[0]
  if (longest) return { value: longest, diagnostics: [] }
  const later = provider === 'openai' || provider === 'openrouter' ? laterGpt(provider, name) : null
  if (later) return { value: later, diagnostics: [] }
  const careful = CAREFUL[provider] ?? UNKNOWN
  return {
    value: { ...careful, provider, model },
    diagnostics: [unknownModel(provider, model, careful)],
  }
}

/** As families are written: lower case, dashes, without a route or a region in front. */
function familyName(model: string): string {
  const name = model.toLowerCase().replace(/^.*\//, '')
  return name.replace(/^.*\b(?:anthropic|amazon)\./, '').replaceAll('.', '-')
}

/** A number of one or two digits behind a family makes another one of it. */
function belongsTo(name: string, family: string): boolean {
  if (!name.startsWith(family)) return false
  const rest = name.slice(family.length)
  return /^(?:$|[-@:](?!\d{1,2}(?:\D|$)))/.test(rest)
}

/** The rules of GPT-5.6 are those of every later model, by its documentation. */
function laterGpt(provider: string, name: string): CacheProfile | null {
  const [, major, minor = '0'] =
    /^gpt-(\d{1,2})(?:-(\d{1,2}))?(?:-\D.*|-\d{4}.*)?$/.exec(name) ?? []
  if (Number(major) < 5 || (Number(major) === 5 && Number(minor) < 6) || !major) return null
  return CACHE_PROFILES.find((one) => one.provider === provider && one.model === 'gpt-5-6') ?? null
}

function unknownModel(provider: string, model: string, careful: CacheProfile): Diagnostic {
  const rules =
    careful === UNKNOWN
      ? 'no price of a cache is assumed'
      : `prefixes below ${careful.minTokens} tokens count as not cached`
  return {
    code: 'cache.unknown-model',
    severity: 'warning',
    message: `The caching rules of ${JSON.stringify(model)} at ${JSON.stringify(provider)} are not known; ${rules}.`,
    fix: 'Name the family of the model, as `claude-opus-5`.',
  }
}
