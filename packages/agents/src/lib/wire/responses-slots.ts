import { asList, asRecord, type JsonRecord, roleOf, typeOf } from './json.ts'
import { levelOfRole, type Slot, toolsSlot } from './slot.ts'

/** Reads a body of the OpenAI Responses API: tools, instructions, input. */
export function readResponsesSlots(body: JsonRecord): readonly Slot[] {
  const { tools, instructions, input } = body
  return [
    ...toolsSlot(tools),
    ...(typeof instructions === 'string' ? [slot('instructions', 'system', instructions)] : []),
    ...(typeof input === 'string' ? [slot('input', 'user', input)] : inputSlots(input)),
  ]
}

function inputSlots(input: unknown): readonly Slot[] {
  return asList(input).flatMap((value, index) => itemSlots(asRecord(value), `input/${index}`))
}

function itemSlots(item: JsonRecord, path: string): readonly Slot[] {
  const { content, output, tools } = item
  const type = typeOf(item)
  const role = roleOf(item)
  if (type === 'message' || type === '') return contentSlots(content, role, path)
  if (type.endsWith('_output')) return contentSlots(output, 'tool', path)
  if (Array.isArray(tools)) return toolsSlot(tools, `${path}/tools`)
  const whole = slot(path, role || 'assistant', JSON.stringify(item))
  return [type.includes('call') ? { ...whole, level: 'tool' } : whole]
}

function contentSlots(content: unknown, role: string, path: string): readonly Slot[] {
  if (typeof content === 'string') return [slot(path, role, content)]
  return asList(content).map((value, index) => {
    const { text } = asRecord(value)
    return slot(`${path}/${index}`, role, typeof text === 'string' ? text : JSON.stringify(value))
  })
}

function slot(path: string, role: string, text: string): Slot {
  return { path, level: levelOfRole(role), role, text, cache: null }
}
