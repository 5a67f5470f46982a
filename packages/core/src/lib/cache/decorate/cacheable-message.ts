/** A message as gateways and SDKs pass it around: of the Anthropic shape, or of the OpenAI shape with `system` and `tool` messages. */
export interface CacheableMessage {
  readonly role: string
  /** A text, a list of parts, or nothing. */
  readonly content?: unknown
}

/** A life time that Anthropic's markers can ask for. */
export type MarkerTtl = '5m' | '1h'

/** The value of `cache_control`. */
export interface CacheMarker {
  readonly type: 'ephemeral'
  readonly ttl?: '1h'
}

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; `null` for anything else. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return { ...value }
}

/** Whether a content says nothing: such a text cannot be marked. */
export function isEmptyContent(content: unknown): boolean {
  if (content === undefined || content === null) return true
  if (typeof content === 'string') return content.trim() === ''
  return Array.isArray(content) && content.length === 0
}

/** Calls that an OpenAI message makes beside its content. */
export function toolCallsOf(message: CacheableMessage): readonly unknown[] {
  const calls = fieldsOf(message)?.['tool_calls']
  return Array.isArray(calls) ? calls : []
}
