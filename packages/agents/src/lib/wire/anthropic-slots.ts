import { asList, asRecord, asText, type JsonRecord, roleOf, typeOf } from './json.ts'
import { levelOfRole, readCacheMarker, type Slot, toolsSlot } from './slot.ts'

/** Reads a body of the Anthropic Messages API: tools, system blocks, messages. */
export function readAnthropicSlots(body: JsonRecord): readonly Slot[] {
  const { tools, system, messages } = body
  return [...toolsSlot(tools), ...systemSlots(system), ...messageSlots(messages)]
}

function systemSlots(system: unknown): readonly Slot[] {
  const place = { level: 'instruction', role: 'system' } as const
  if (typeof system === 'string') return [{ ...place, path: 'system', text: system, cache: null }]
  return asList(system).map((block, index) =>
    textSlot(asRecord(block), { ...place, path: `system/${index}` }),
  )
}

function messageSlots(messages: unknown): readonly Slot[] {
  return asList(messages).flatMap((value, index) => {
    const { content, ...message } = asRecord(value)
    const role = roleOf(message)
    const path = `messages/${index}`
    if (typeof content === 'string') {
      return [{ path, level: levelOfRole(role), role, text: content, cache: null }]
    }
    return asList(content).flatMap((block, part) =>
      blockSlots(asRecord(block), role, `${path}/${part}`),
    )
  })
}

function blockSlots(block: JsonRecord, role: string, path: string): readonly Slot[] {
  const type = typeOf(block)
  if (type === 'tool_result') return resultSlots(block, path)
  const level = type.includes('tool') ? 'tool' : levelOfRole(role)
  return [textSlot(block, { level, role, path })]
}

function resultSlots(block: JsonRecord, path: string): readonly Slot[] {
  const { content } = block
  const place = { level: 'tool', role: 'tool' } as const
  if (!Array.isArray(content)) {
    return [{ ...place, path, text: asText(content), cache: readCacheMarker(block) }]
  }
  return content.map((part, index) =>
    textSlot(asRecord(part), { ...place, path: `${path}/${index}` }),
  )
}

function textSlot(block: JsonRecord, place: Pick<Slot, 'path' | 'level' | 'role'>): Slot {
  const { text } = block
  return {
    ...place,
    text: typeof text === 'string' ? text : JSON.stringify(block),
    cache: readCacheMarker(block),
  }
}
