import type { CacheProfile, CacheUsage } from '@onesoul/core/cache'

interface CachedTokens {
  readonly cached_tokens?: number | null
  readonly cache_write_tokens?: number | null
}

/** The usage of an answer of the Responses or the Chat Completions API; that of the official SDK is one. */
export type OpenAIUsage =
  | { readonly input_tokens: number; readonly input_tokens_details?: CachedTokens | null }
  | { readonly prompt_tokens: number; readonly prompt_tokens_details?: CachedTokens | null }

/** What an answer was charged for, in the words of every provider. */
export function openaiUsage(usage: OpenAIUsage, profile: CacheProfile): CacheUsage {
  const isResponses = 'input_tokens' in usage
  const total = isResponses ? usage.input_tokens : usage.prompt_tokens
  const details = isResponses ? usage.input_tokens_details : usage.prompt_tokens_details
  const read = details?.cached_tokens ?? 0
  const wrote = details?.cache_write_tokens ?? 0
  const ttl = profile.automaticTtl ?? '30m'
  const plain = total - read - wrote
  const cost = read * profile.read + wrote * (profile.write[ttl] ?? 1) + plain
  return { read, written: wrote > 0 ? { [ttl]: wrote } : {}, plain, total, cost }
}
