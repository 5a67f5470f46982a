import { asList, asRecord, type JsonRecord, roleOf } from './json.ts'
import { levelOfRole, readCacheMarker, type Slot, toolsSlot } from './slot.ts'

/** Reads a body of the OpenAI Chat Completions API: tools, messages. */
export function readChatSlots(body: JsonRecord): readonly Slot[] {
  const { tools, messages } = body
  const said = asList(messages).flatMap((message, index) =>
    messageSlots(asRecord(message), `messages/${index}`),
  )
  return [...toolsSlot(tools), ...said]
}

function messageSlots(message: JsonRecord, path: string): readonly Slot[] {
  const role = roleOf(message)
  const { content, tool_calls: calls } = message
  const place = { level: levelOfRole(role), role } as const
  const texts: readonly Slot[] =
    typeof content === 'string'
      ? [{ ...place, path, text: content, cache: readCacheMarker(message) }]
      : asList(content).map((value, index) =>
          partSlot(asRecord(value), { ...place, path: `${path}/${index}` }),
        )
  if (!Array.isArray(calls)) return texts
  const text = JSON.stringify(calls)
  return [...texts, { path: `${path}/tool_calls`, level: 'tool', role, text, cache: null }]
}

function partSlot(part: JsonRecord, place: Pick<Slot, 'path' | 'level' | 'role'>): Slot {
  const { text } = part
  return {
    ...place,
    text: typeof text === 'string' ? text : JSON.stringify(part),
    cache: readCacheMarker(part),
  }
}
