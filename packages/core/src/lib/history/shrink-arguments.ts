import { clip } from '../text/clip.ts'

/**
 * Arguments of a call with every longer string cut to `maxChars` UTF-16 units, a
 * note of what went in them; everything else as it was. Arguments that are JSON text
 * stay JSON text. The same value when nothing is longer.
 */
export function shrinkArguments(input: unknown, maxChars: number): unknown {
  const most = Math.max(LEAST, maxChars)
  if (typeof input !== 'string') return shrink(input, most)
  const parsed = parseJson(input)
  if (parsed === null) return input
  const shrunk = shrink(parsed, most)
  return shrunk === parsed ? input : JSON.stringify(shrunk)
}

/** Room for the note and a few characters. */
const LEAST = 40

function shrink(value: unknown, maxChars: number): unknown {
  if (typeof value === 'string') return shrinkText(value, maxChars)
  if (Array.isArray(value)) {
    const items = value.map((item) => shrink(item, maxChars))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const shrunk = entries.map(([key, item]) => [key, shrink(item, maxChars)] as const)
  const same = shrunk.every(([, item], index) => item === entries[index]?.[1])
  return same ? value : Object.fromEntries(shrunk)
}

function shrinkText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const note = ` [${text.length} characters]`
  return `${clip(text, maxChars - note.length)}${note}`
}

/** An object or array that a text is the JSON of; `null` when it is of none. */
function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    // Arguments that a model wrote wrongly are sent back as it wrote them.
    return null
  }
}
