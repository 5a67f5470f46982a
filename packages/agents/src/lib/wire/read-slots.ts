import type { RecordedRequest } from '../port/request.ts'
import type { WireProtocol } from '../port/traits.ts'
import { readAnthropicSlots } from './anthropic-slots.ts'
import { readChatSlots } from './chat-slots.ts'
import { readGeminiSlots } from './gemini-slots.ts'
import { asRecord, type JsonRecord } from './json.ts'
import { readResponsesSlots } from './responses-slots.ts'
import type { Slot } from './slot.ts'

const READERS: Readonly<Record<WireProtocol, (body: JsonRecord) => readonly Slot[]>> = {
  'anthropic-messages': readAnthropicSlots,
  'openai-responses': readResponsesSlots,
  'openai-chat': readChatSlots,
  'gemini-generate': readGeminiSlots,
}

/**
 * The places of a request that hold text, in the order in which the model reads
 * them (and in which a prompt cache compares them): tools, instructions,
 * conversation. A body of no known protocol has none.
 */
export function readSlots(request: Pick<RecordedRequest, 'protocol' | 'body'>): readonly Slot[] {
  return request.protocol === null ? [] : READERS[request.protocol](asRecord(request.body))
}
