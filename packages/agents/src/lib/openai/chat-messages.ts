import type { MessageShape } from '../request/message-shape.ts'
import {
  contentParts,
  isEmptyText,
  kindOfPart,
  marked,
  roleOf,
  textPart,
  unmarked,
} from './openai-parts.ts'
import type { ChatMessage, OpenAIPart } from './openai-shapes.ts'

/** The parts that the API takes a mark on. */
const MARKABLE: ReadonlySet<string> = new Set(['text', 'image_url', 'input_audio', 'file'])

/** How a Chat Completions request writes a conversation. */
export const CHAT_MESSAGES: MessageShape<ChatMessage, OpenAIPart> = {
  // Calls stand beside the content: such a message is one block.
  partsOf: (message) =>
    'tool_calls' in message || message.content == null
      ? null
      : contentParts(message.content, 'text'),
  roleOf: ({ role }) => (role === 'tool' ? 'user' : roleOf(role)),
  factsOf(part, message) {
    if (part === null) {
      return { kind: 'tool_calls' in message ? 'tool_use' : 'text', markable: false }
    }
    return {
      kind: message.role === 'tool' ? 'tool_result' : kindOfPart(part.type),
      markable: message.role !== 'assistant' && MARKABLE.has(part.type) && !isEmptyText(part),
    }
  },
  unmarked,
  textPart: (text) => textPart('text', text),
  marked,
  withParts: (message, parts) => ({ ...message, content: parts }),
  ownMessage: (role, parts) => ({ role: role === 'system' ? 'developer' : 'user', content: parts }),
  joins: ({ role }, wanted) => role === (wanted === 'system' ? 'developer' : 'user'),
}
