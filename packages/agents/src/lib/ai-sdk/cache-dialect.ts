import type { CachePlan, CacheProfile, PlannedMark } from '@onesoul/core/cache'
import type { AiSdkPart, AiSdkTool, ProviderOptions } from './ai-sdk-shapes.ts'

/** How a provider of the AI SDK is told of its cache. */
export interface CacheDialect {
  /** Whose options hold it. */
  readonly name: string
  /** Options of a part, message or tool that are marks. */
  readonly markKeys: readonly string[]
  /** Options of a whole request that steer the cache. */
  readonly requestKeys: readonly string[]
  readonly marksTools: boolean
  /** Whether the first chunk of a stream says what the request was charged for. */
  readonly streamsUsage: boolean
  /** Whether a mark may stand on a part, empty texts aside. */
  readonly takesMark: (part: AiSdkPart, role: string) => boolean
  /** The tools so that they are the same bytes whether the answer is streamed or not. */
  readonly settleTools: (
    tools: readonly AiSdkTool[],
    options: ProviderOptions | undefined,
  ) => readonly AiSdkTool[]
  readonly markOf: (mark: PlannedMark) => Readonly<Record<string, unknown>>
  readonly requestOptions: (
    plan: CachePlan,
    profile: CacheProfile,
  ) => Readonly<Record<string, unknown>>
}

const ANTHROPIC: CacheDialect = {
  name: 'anthropic',
  markKeys: ['cacheControl', 'cache_control'],
  requestKeys: ['cacheControl'],
  marksTools: true,
  streamsUsage: true,
  takesMark: ({ type }) => type !== 'reasoning' && type !== 'tool-approval-response',
  settleTools: (tools, options) =>
    options?.['anthropic']?.['toolStreaming'] === false ? tools : tools.map(streamedEagerly),
  markOf: ({ ttl }) => ({ cacheControl: { type: 'ephemeral', ...(ttl === '1h' && { ttl }) } }),
  requestOptions: () => ({}),
}

const OPENAI: CacheDialect = {
  name: 'openai',
  markKeys: ['promptCacheBreakpoint'],
  requestKeys: ['promptCacheKey', 'promptCacheOptions'],
  marksTools: false,
  streamsUsage: false,
  // A mark on a result would make a list of its text: other bytes.
  takesMark: ({ type }, role) =>
    (type === 'text' || type === 'file') && (role === 'user' || role === 'system'),
  settleTools: (tools) => tools,
  markOf: () => ({ promptCacheBreakpoint: { mode: 'explicit' } }),
  requestOptions: (plan, { mechanism }) => ({
    promptCacheKey: plan.cacheKey,
    ...(mechanism === 'both' && {
      promptCacheOptions: { mode: plan.markedOnly ? 'explicit' : 'implicit' },
    }),
  }),
}

const DIALECTS: readonly CacheDialect[] = [ANTHROPIC, OPENAI]

/** The SDK says this of tools whose calls are streamed, and of no others: without it a session that does both loses its cache. */
function streamedEagerly(tool: AiSdkTool): AiSdkTool {
  const said = tool.providerOptions?.['anthropic']?.['eagerInputStreaming']
  if (tool.type !== 'function' || said !== undefined) return tool
  const providerOptions = withOptions(tool.providerOptions, 'anthropic', {
    eagerInputStreaming: true,
  })
  return { ...tool, providerOptions }
}

/** That of a provider by its name at the AI SDK, as `openai.responses`; null: it takes no marks that we know of. */
export function findDialect(provider: string): CacheDialect | null {
  const [name] = provider.split('.')
  return DIALECTS.find((dialect) => dialect.name === name) ?? null
}

/** Options with more of a provider's. */
export function withOptions(
  options: ProviderOptions | undefined,
  name: string,
  more: Readonly<Record<string, unknown>>,
): ProviderOptions {
  return { ...options, [name]: { ...options?.[name], ...more } }
}

/** Whatever has options, without marks; the same object when it has none. */
export function unmarked<Marked extends { readonly providerOptions?: ProviderOptions | undefined }>(
  one: Marked,
): Marked {
  return DIALECTS.reduce((rest, { name, markKeys }) => withoutOptions(rest, name, markKeys), one)
}

/** A request's own options, without what steers a cache; the same object when nothing does. */
export function unsteered<
  Steered extends { readonly providerOptions?: ProviderOptions | undefined },
>(one: Steered): Steered {
  return DIALECTS.reduce(
    (rest, { name, requestKeys }) => withoutOptions(rest, name, requestKeys),
    one,
  )
}

function withoutOptions<Holder extends { readonly providerOptions?: ProviderOptions | undefined }>(
  one: Holder,
  name: string,
  keys: readonly string[],
): Holder {
  const options = one.providerOptions?.[name]
  if (!options || !keys.some((key) => key in options)) return one
  const kept = Object.entries(options).filter(([key]) => !keys.includes(key))
  const { [name]: _, ...others } = one.providerOptions ?? {}
  const left = kept.length > 0 ? { ...others, [name]: Object.fromEntries(kept) } : others
  const { providerOptions: __, ...rest } = one
  const whole = Object.keys(left).length > 0 ? { ...rest, providerOptions: left } : rest
  // Nothing but options is left out.
  return whole as Holder
}
