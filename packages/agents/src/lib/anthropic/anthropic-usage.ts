import type { CacheProfile, CacheUsage } from '@onesoul/core/cache'

/** The usage of a response of the Anthropic Messages API; that of the official SDK is one. */
export interface AnthropicUsage {
  readonly input_tokens: number
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation?: {
    readonly ephemeral_5m_input_tokens: number
    readonly ephemeral_1h_input_tokens: number
  } | null
}

/** What a response was charged for, in the words of every provider. */
export function anthropicUsage(usage: AnthropicUsage, profile: CacheProfile): CacheUsage {
  const read = usage.cache_read_input_tokens ?? 0
  const created = usage.cache_creation_input_tokens ?? 0
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  const minutes = usage.cache_creation?.ephemeral_5m_input_tokens ?? created - hour
  const plain = usage.input_tokens
  const price = (ttl: '5m' | '1h'): number => profile.write[ttl] ?? 1
  return {
    read,
    written: { ...(minutes > 0 && { '5m': minutes }), ...(hour > 0 && { '1h': hour }) },
    plain,
    total: read + minutes + hour + plain,
    cost: read * profile.read + minutes * price('5m') + hour * price('1h') + plain,
  }
}
