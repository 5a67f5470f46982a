import {
  type CacheableMessage,
  type CacheMarker,
  type Fields,
  fieldsOf,
  isEmptyContent,
  toolCallsOf,
} from './cacheable-message.ts'

/** Where on the wire a marker can stand. */
export interface MarkerLayout {
  /** The message goes to the Messages API itself, through an adapter that moves a marker of a whole message into its block. */
  readonly nativeAnthropic: boolean
  /** Whether a part of a `tool` message may be marked. */
  readonly toolParts: boolean
  /** Whether a part will not be sent again; such parts at the end stay behind the marker. */
  readonly isVolatile: (part: unknown) => boolean
}

/**
 * A message with a marker at its end; `null` when it has no place for one. An empty
 * text, thinking and what is no object carry none. Of several results in one
 * message the last is marked alone.
 */
export function markMessage<Message extends CacheableMessage>(
  message: Message,
  marker: CacheMarker,
  { nativeAnthropic, toolParts, isVolatile }: MarkerLayout,
): Message | null {
  const { role, content } = message
  if (role === 'tool' && !nativeAnthropic && !toolParts) return null
  const carriesWhole =
    role === 'tool' ? !holdsResults(content) : isEmptyContent(content) && callsTools(message)
  if (nativeAnthropic && carriesWhole) return { ...message, cache_control: marker }
  const parts = isEmptyContent(content) ? null : markContent(content, marker, isVolatile)
  return parts === null ? null : { ...message, content: parts }
}

/** A content as parts, the last of them marked; `null` when that one cannot be. */
export function markContent(
  content: unknown,
  marker: CacheMarker,
  isVolatile: (part: unknown) => boolean = () => false,
): readonly unknown[] | null {
  if (typeof content === 'string') return [markedText(content, marker)]
  if (!Array.isArray(content)) return null
  const at = content.findLastIndex((part) => !isVolatile(part))
  const last = fieldsOf(content[at])
  if (last === null || !canCarry(last)) return null
  return content.with(at, { ...last, cache_control: marker })
}

export function markedText(text: string, marker: CacheMarker): Fields {
  return { type: 'text', text, cache_control: marker }
}

function canCarry(part: Fields): boolean {
  const { type, text } = part
  if (type === 'thinking' || type === 'redacted_thinking') return false
  return type !== 'text' || (typeof text === 'string' && text.trim() !== '')
}

/** Whether a `tool` message is a list of results, not the parts of one. */
function holdsResults(content: unknown): boolean {
  const type = Array.isArray(content) ? fieldsOf(content.at(-1))?.['type'] : undefined
  return type === 'tool_result' || type === 'tool-result'
}

function callsTools(message: CacheableMessage): boolean {
  return toolCallsOf(message).length > 0
}
