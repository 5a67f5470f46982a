import { asList, asRecord, type JsonRecord, roleOf } from './json.ts'
import { type Slot, toolsSlot } from './slot.ts'

/** Reads a body of Gemini's `generateContent`: tools, system instruction, contents. It has no marks. */
export function readGeminiSlots(body: JsonRecord): readonly Slot[] {
  const { tools, contents } = body
  const system = body['systemInstruction'] ?? body['system_instruction']
  return [
    ...toolsSlot(tools),
    ...partSlots(system, 'systemInstruction', { level: 'instruction', role: 'system' }),
    ...asList(contents).flatMap((content, index) => {
      const role = roleOf(asRecord(content)) === 'model' ? 'assistant' : 'user'
      return partSlots(content, `contents/${index}`, { level: 'conversation', role })
    }),
  ]
}

function partSlots(
  content: unknown,
  path: string,
  place: Pick<Slot, 'level' | 'role'>,
): readonly Slot[] {
  return asList(asRecord(content)['parts']).map((value, index) => {
    const part = asRecord(value)
    const { text, functionCall, functionResponse } = part
    const own = { path: `${path}/${index}`, cache: null }
    if (typeof text === 'string') return { ...place, ...own, text }
    if (functionResponse !== undefined) {
      return { ...own, level: 'tool', role: 'tool', text: JSON.stringify(part) }
    }
    const level = functionCall === undefined ? place.level : 'tool'
    return { ...own, level, role: place.role, text: JSON.stringify(part) }
  })
}
