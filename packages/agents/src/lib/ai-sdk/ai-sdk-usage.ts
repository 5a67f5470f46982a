import type { CacheProfile, CacheUsage } from '@onesoul/core/cache'
import type { AiSdkUsage } from './ai-sdk-shapes.ts'

/** What an answer was charged for, in the words of every provider. Tokens written for an hour are known from `raw` alone. */
export function aiSdkUsage({ inputTokens, raw }: AiSdkUsage, profile: CacheProfile): CacheUsage {
  const read = inputTokens.cacheRead ?? 0
  const wrote = inputTokens.cacheWrite ?? 0
  const hour = Math.min(wrote, hourOf(raw))
  const usual = profile.automaticTtl ?? '5m'
  const plain = inputTokens.noCache ?? (inputTokens.total ?? 0) - read - wrote
  const price = (ttl: '1h' | typeof usual): number => profile.write[ttl] ?? 1
  const short = wrote - hour
  return {
    read,
    written: { ...(short > 0 && { [usual]: short }), ...(hour > 0 && { '1h': hour }) },
    plain,
    total: read + wrote + plain,
    cost: read * profile.read + short * price(usual) + hour * price('1h') + plain,
  }
}

/** The usage that opens a stream of Anthropic; null: the chunk says nothing of it. */
export function usageOfChunk(chunk: unknown): AiSdkUsage | null {
  const message = fieldsOf(fieldsOf(chunk)['message'])
  const raw = fieldsOf(message['usage'])
  const noCache = raw['input_tokens']
  if (fieldsOf(chunk)['type'] !== 'message_start' || typeof noCache !== 'number') return null
  const cacheRead = Number(raw['cache_read_input_tokens'] ?? 0)
  const cacheWrite = Number(raw['cache_creation_input_tokens'] ?? 0)
  const total = noCache + cacheRead + cacheWrite
  return { inputTokens: { total, noCache, cacheRead, cacheWrite }, raw }
}

function hourOf(raw: unknown): number {
  return Number(fieldsOf(fieldsOf(raw)['cache_creation'])['ephemeral_1h_input_tokens'] ?? 0)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
