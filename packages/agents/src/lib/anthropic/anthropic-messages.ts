import type { PlannedMark } from '@onesoul/core/cache'
import type { MessageShape } from '../request/message-shape.ts'
import { anthropicKind } from '../wire/anthropic-blocks.ts'
import type { AnthropicContent, AnthropicMessage, CacheControl } from './anthropic-shapes.ts'

/** How the Anthropic Messages API writes a conversation. */
export const ANTHROPIC_MESSAGES: MessageShape<AnthropicMessage, AnthropicContent> = {
  partsOf: ({ content }) => (typeof content === 'string' ? [textPart(content)] : content),
  roleOf: ({ role }) => role,
  factsOf(part) {
    if (part === null) return { kind: 'text', markable: false }
    const kind = anthropicKind(part.type)
    return { kind, markable: kind !== 'thinking' && !isEmptyText(part) }
  },
  unmarked,
  textPart,
  marked: (part, mark) => ({ ...part, ...controlOf(mark) }),
  withParts: (message, parts) => ({ ...message, content: parts }),
  ownMessage: (role, parts) => ({ role, content: parts }),
  joins: (message, role) => message.role === role,
}

function textPart(text: string): AnthropicContent {
  const part = { type: 'text', text }
  return part
}

/** The API takes no mark on a text of nothing but white space. */
function isEmptyText(part: AnthropicContent): boolean {
  return 'text' in part && typeof part.text === 'string' && part.text.trim() === ''
}

/** The same without a mark; the same object when it has none. */
export function unmarked<Marked extends object>(one: Marked): Marked {
  if (!('cache_control' in one)) return one
  const { cache_control: _, ...rest } = one
  return rest as Marked
}

/** A mark as the API takes it; five minutes go without saying. */
export function controlOf(mark: PlannedMark | null): { cache_control?: CacheControl } {
  if (mark === null) return {}
  return { cache_control: { type: 'ephemeral', ...(mark.ttl === '1h' && { ttl: '1h' as const }) } }
}
