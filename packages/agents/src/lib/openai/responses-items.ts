import type { MessageShape, PartFacts } from '../request/message-shape.ts'
import {
  contentParts,
  isEmptyText,
  kindOfPart,
  marked,
  roleOf,
  textPart,
  unmarked,
} from './openai-parts.ts'
import type { OpenAIPart, ResponsesItem } from './openai-shapes.ts'

/** The parts that the API takes a mark on. */
const MARKABLE: ReadonlySet<string> = new Set(['input_text', 'input_image', 'input_file'])

/** How a Responses request writes a conversation: messages with parts, and items that are none. */
export const RESPONSES_ITEMS: MessageShape<ResponsesItem, OpenAIPart> = {
  partsOf(item) {
    if (item.type === 'function_call_output') {
      // A text stays a text: as a list of one part it would be other bytes.
      return Array.isArray(item.output) ? contentParts(item.output, 'input_text') : null
    }
    const isOutput = item.role === 'assistant'
    return item.content == null
      ? null
      : contentParts(item.content, isOutput ? 'output_text' : 'input_text')
  },
  roleOf: ({ role, type }) =>
    roleOf(role) ?? (type === 'function_call_output' ? 'user' : 'assistant'),
  factsOf: (part, item) => (part === null ? itemFacts(item) : partFacts(part, item)),
  unmarked,
  textPart: (text) => textPart('input_text', text),
  marked,
  withParts: (item, parts) =>
    item.type === 'function_call_output' ? { ...item, output: parts } : { ...item, content: parts },
  ownMessage: (role, parts) => ({
    role: role === 'system' ? 'developer' : 'user',
    content: parts,
  }),
  joins: ({ role, type }, wanted) =>
    type !== 'function_call_output' && role === (wanted === 'system' ? 'developer' : 'user'),
}

function itemFacts({ type }: ResponsesItem): PartFacts {
  if (type === 'reasoning') return { kind: 'thinking', markable: false }
  if (type === 'function_call_output') return { kind: 'tool_result', markable: false }
  return { kind: type?.endsWith('_call') ? 'tool_use' : 'text', markable: false }
}

function partFacts(part: OpenAIPart, { type }: ResponsesItem): PartFacts {
  return {
    kind: type === 'function_call_output' ? 'tool_result' : kindOfPart(part.type),
    markable: MARKABLE.has(part.type) && !isEmptyText(part),
  }
}
