import {
  type CacheableMessage,
  fieldsOf,
  isEmptyContent,
  toolCallsOf,
} from './cacheable-message.ts'

/**
 * Indices at which a part of the conversation is complete: the last result of all
 * calls of an assistant message, an answer without calls, and the person's message
 * when nothing follows it. An empty answer, a call that waits for a result, and a
 * person's message that is being worked on are none.
 */
export function completedEnds(messages: readonly CacheableMessage[]): readonly number[] {
  let open: ReadonlySet<string> = new Set()
  return messages.flatMap((message, index) => {
    if (message.role === 'assistant') {
      open = new Set(callIds(message))
      return open.size === 0 && !isEmptyContent(message.content) ? [index] : []
    }
    const answered = resultIds(message)
    if (answered.length === 0) {
      return message.role === 'user' && index === messages.length - 1 ? [index] : []
    }
    const waited = open.size > 0
    open = new Set([...open].filter((id) => !answered.includes(id)))
    return waited && open.size === 0 ? [index] : []
  })
}

function callIds(message: CacheableMessage): readonly string[] {
  const calls = [...toolCallsOf(message), ...partsOf(message, 'tool_use')]
  return calls.map((call) => String(fieldsOf(call)?.['id']))
}

function resultIds(message: CacheableMessage): readonly string[] {
  const own = message.role === 'tool' ? [fieldsOf(message)?.['tool_call_id']] : []
  const parts = partsOf(message, 'tool_result').map((part) => fieldsOf(part)?.['tool_use_id'])
  return [...own, ...parts].filter((id) => typeof id === 'string')
}

function partsOf({ content }: CacheableMessage, type: string): readonly unknown[] {
  return Array.isArray(content) ? content.filter((part) => fieldsOf(part)?.['type'] === type) : []
}
