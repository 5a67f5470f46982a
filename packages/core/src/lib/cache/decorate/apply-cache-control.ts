import type { CacheableMessage, CacheMarker, MarkerTtl } from './cacheable-message.ts'
import { completedEnds } from './completed-ends.ts'
import { markContent, markedText, markMessage } from './mark-message.ts'
import { rememberOriginal, stripAnthropicCacheControl } from './strip-cache-control.ts'

export interface CacheControlOptions {
  /** Default: `5m`. */
  readonly ttl?: MarkerTtl
  /**
   * Messages go to the Messages API itself: a `tool` message, and one that has
   * nothing but calls, carries its marker at the top, for the adapter to move.
   * Otherwise a marker stands inside a content part alone, as OpenRouter takes it.
   * Default: false.
   */
  readonly nativeAnthropic?: boolean
  /** `system_only` marks the system prompt and nothing else. Default: `system_and_3`. */
  readonly strategy?: 'system_and_3' | 'system_only'
  /**
   * How the system prompt of every session begins. The prompt is then sent in two
   * blocks, both marked, and two messages are marked instead of three. A prompt
   * that does not begin so stays one block.
   */
  readonly staticPrefix?: string
  /**
   * The request has tools and the last of them is marked (`markLastTool`). Of the
   * system prompt the static prefix is marked alone, and of the messages the ends of
   * the last two completed exchanges. Default: false.
   */
  readonly toolsMarked?: boolean
  /** Whether the route takes a marker in a part of a `tool` message; LiteLLM answers it with 400. Default: true. */
  readonly toolParts?: boolean
  /** Whether a content part will not be sent again, as a clock after a text that stays; such parts at an end stay unmarked. Default: none. */
  readonly isVolatile?: (part: unknown) => boolean
  /** Whether the route keeps entries for an hour; if not, `1h` becomes `5m`. Default: true. */
  readonly longTtl?: boolean
  /** Life times of markers that others put before these messages, as a transport with system blocks of its own. Default: none. */
  readonly foreign?: readonly MarkerTtl[]
}

/** What the API takes in one request; a fifth is answered with 400. */
const MAX_MARKERS = 4
/** Markers that the messages get before the system prompt does. */
const LEAST_FOR_MESSAGES = 2

/**
 * Marks a request for the cache of Anthropic models: the system prompt and the last
 * three messages that can carry a marker, at most four in all. Markers that were
 * there are removed first, so that marking twice is marking once. The messages
 * given are never changed, those without a marker are the same objects, and no
 * text differs. `stripAnthropicCacheControl` is the exact inverse.
 */
export function applyAnthropicCacheControl<Message extends CacheableMessage>(
  messages: readonly Message[],
  options: CacheControlOptions = {},
): Message[] {
  const bare = stripAnthropicCacheControl(messages)
  const { strategy = 'system_and_3', foreign = [], toolsMarked = false } = options
  const budget = Math.max(0, MAX_MARKERS - foreign.length - (toolsMarked ? 1 : 0))
  const wanted = strategy === 'system_only' ? 0 : LEAST_FOR_MESSAGES
  const system = markSystem(bare[0], Math.max(0, budget - wanted), options)
  const most = options.staticPrefix !== undefined && system.markers > 1 ? 2 : 3
  const left = Math.min(budget - system.markers, toolsMarked ? 2 : most)
  const marked = strategy === 'system_only' ? new Map() : markLast(bare, left, options)
  return bare.map((message, index) => {
    const decorated = index === 0 && system.message !== null ? system.message : marked.get(index)
    return decorated === undefined ? message : rememberOriginal(decorated, message)
  })
}

interface MarkedSystem<Message> {
  readonly message: Message | null
  readonly markers: number
}

function markSystem<Message extends CacheableMessage>(
  first: Message | undefined,
  budget: number,
  options: CacheControlOptions,
): MarkedSystem<Message> {
  if (first?.role !== 'system' || budget < 1) return { message: null, markers: 0 }
  const marker = markerOf(options)
  const { content } = first
  const split = splitAt(content, options.staticPrefix)
  if (split !== null) {
    const [prefix, rest] = split
    const both = budget > 1 && options.toolsMarked !== true
    const end = both ? markedText(rest, marker) : { type: 'text', text: rest }
    const parts = [markedText(prefix, marker), end]
    return { message: { ...first, content: parts }, markers: both ? 2 : 1 }
  }
  if (typeof content === 'string' && content.trim() === '') return { message: null, markers: 0 }
  const parts = markContent(content, marker)
  return parts === null
    ? { message: null, markers: 0 }
    : { message: { ...first, content: parts }, markers: 1 }
}

/** Prefix and rest of a system prompt; `null` where there are not two texts that can be marked. */
function splitAt(content: unknown, prefix = ''): readonly [string, string] | null {
  if (typeof content !== 'string' || !content.startsWith(prefix)) return null
  const rest = content.slice(prefix.length)
  return prefix.trim() === '' || rest.trim() === '' ? null : [prefix, rest]
}

function markLast<Message extends CacheableMessage>(
  messages: readonly Message[],
  most: number,
  options: CacheControlOptions,
): ReadonlyMap<number, Message> {
  const { nativeAnthropic = false, toolParts = true, toolsMarked = false } = options
  const layout = { nativeAnthropic, toolParts, isVolatile: options.isVolatile ?? (() => false) }
  const marker = markerOf(options)
  const ends = toolsMarked ? completedEnds(messages) : [...messages.keys()]
  const marked = new Map<number, Message>()
  for (const index of ends.toReversed()) {
    const message = messages[index]
    if (marked.size >= most) break
    if (message === undefined || message.role === 'system') continue
    const decorated = markMessage(message, marker, layout)
    if (decorated !== null) marked.set(index, decorated)
  }
  return marked
}

/** An hour is asked for only where the route has it and nothing shorter stands before. */
function markerOf({ ttl = '5m', longTtl = true, foreign = [] }: CacheControlOptions): CacheMarker {
  const long = ttl === '1h' && longTtl && !foreign.includes('5m')
  return long ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
}

/** Tool definitions with a marker on the last; the others are the same objects, old markers go. */
export function markLastTool<Tool extends object>(
  tools: readonly Tool[],
  options: Pick<CacheControlOptions, 'ttl' | 'longTtl'> = {},
): Tool[] {
  return tools.map((tool, index) => {
    const last = index === tools.length - 1
    if (!last && !('cache_control' in tool)) return tool
    const copy = { ...tool, cache_control: markerOf(options) }
    if (!last) Reflect.deleteProperty(copy, 'cache_control')
    return copy
  })
}
