import { type CacheableMessage, type Fields, fieldsOf } from './cacheable-message.ts'

/** What each decorated message was made of. It holds nothing alive and changes no result but which object is returned. */
const ORIGINALS = new WeakMap<object, CacheableMessage>()

/** Remembers what a decorated message was made of. */
export function rememberOriginal<Message extends CacheableMessage>(
  decorated: Message,
  original: Message,
): Message {
  ORIGINALS.set(decorated, original)
  return decorated
}

/**
 * Takes every `cache_control` out of messages. A message that
 * `applyAnthropicCacheControl` marked becomes the very object that it was made of;
 * of a copy, as of one that was stored as JSON, a lone marked text becomes a string
 * again, which is the same on the wire. A message without a marker is the same object.
 */
export function stripAnthropicCacheControl<Message extends CacheableMessage>(
  messages: readonly Message[],
): Message[] {
  return messages.map(stripMessage)
}

/** The markers that messages, tools or system blocks would have on the wire. */
export function countCacheMarkers(items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => {
    const fields = fieldsOf(item)
    if (fields === null) return sum
    const own = hasMarker(fields) ? 1 : 0
    const { content } = fields
    return sum + own + (Array.isArray(content) ? countCacheMarkers(content) : 0)
  }, 0)
}

function stripMessage<Message extends CacheableMessage>(message: Message): Message {
  const original = ORIGINALS.get(message)
  if (isOriginalOf<Message>(original)) return stripMessage(original)
  if (countCacheMarkers([message]) === 0) return message
  const bare = { ...message, content: stripContent(message.content) }
  Reflect.deleteProperty(bare, 'cache_control')
  if (!('content' in message)) Reflect.deleteProperty(bare, 'content')
  return bare
}

/** An original is of the type of what was made of it. */
function isOriginalOf<Message extends CacheableMessage>(
  original: CacheableMessage | undefined,
): original is Message {
  return original !== undefined
}

function stripContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  const [first] = content
  if (content.length === 1 && isLoneText(fieldsOf(first))) return fieldsOf(first)?.['text']
  return content.map(stripPart)
}

function isLoneText(part: Fields | null): boolean {
  if (part === null || !hasMarker(part)) return false
  return (
    part['type'] === 'text' && typeof part['text'] === 'string' && Object.keys(part).length === 3
  )
}

function stripPart(part: unknown): unknown {
  if (countCacheMarkers([part]) === 0) return part
  const { cache_control: _, ...bare } = { ...fieldsOf(part) }
  return Array.isArray(bare['content'])
    ? { ...bare, content: bare['content'].map(stripPart) }
    : bare
}

function hasMarker(fields: Fields): boolean {
  return fields['cache_control'] !== undefined && fields['cache_control'] !== null
}
