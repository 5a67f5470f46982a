import type { CacheBlock, CacheBlockKind, CachePlan, CacheProfile } from '@onesoul/core/cache'
import type { OpenAICacheFields, OpenAIPart } from './openai-shapes.ts'

/** The parts of a content that is a list of them, a text as one; null: it is neither. */
export function contentParts(content: unknown, type: string): readonly OpenAIPart[] | null {
  if (typeof content === 'string') return [textPart(type, content)]
  return Array.isArray(content) && content.every(isPart) ? content : null
}

function isPart(value: unknown): value is OpenAIPart {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function textPart(type: string, text: string): OpenAIPart {
  const part = { type, text }
  return part
}

/** The same without a mark; the same object when it has none. */
export function unmarked(part: OpenAIPart): OpenAIPart {
  if (!('prompt_cache_breakpoint' in part)) return part
  const { prompt_cache_breakpoint: _, ...rest } = part
  return rest
}

export function marked(part: OpenAIPart): OpenAIPart {
  const whole = { ...part, prompt_cache_breakpoint: { mode: 'explicit' } }
  return whole
}

export function isEmptyText(part: OpenAIPart): boolean {
  return 'text' in part && typeof part.text === 'string' && part.text.trim() === ''
}

export function kindOfPart(type: string): CacheBlockKind {
  if (type.includes('image')) return 'image'
  return type.includes('file') ? 'document' : 'text'
}

export function roleOf(role: string | undefined): CacheBlock['role'] {
  if (role === 'user' || role === 'assistant') return role
  return role === 'system' || role === 'developer' ? 'system' : undefined
}

/** What a plan says to the provider beside its marks. */
export function cacheFields(plan: CachePlan, { mechanism }: CacheProfile): OpenAICacheFields {
  const mode = plan.markedOnly ? 'explicit' : 'implicit'
  return {
    prompt_cache_key: plan.cacheKey,
    ...(mechanism === 'both' && { prompt_cache_options: { mode } }),
  }
}
