import type { HistoryBlock, HistoryMessage } from './history-message.ts'

/**
 * Joins neighbours of one role into one message, because the API takes turns:
 * two texts with a blank line between them, anything else as blocks in order.
 * Messages without such a neighbour are the same objects.
 */
export function mergeRoles<Message extends HistoryMessage>(
  messages: readonly Message[],
): readonly Message[] {
  const out: Message[] = []
  for (const message of messages) {
    const last = out.at(-1)
    if (last?.role !== message.role) out.push(message)
    else out[out.length - 1] = { ...last, content: joinContent(last.content, message.content) }
  }
  return out
}

function joinContent(
  a: HistoryMessage['content'],
  b: HistoryMessage['content'],
): HistoryMessage['content'] {
  if (typeof a === 'string' && typeof b === 'string') return `${a}\n\n${b}`
  return [...blocksOf(a), ...blocksOf(b)]
}

interface TextBlock extends HistoryBlock {
  readonly text: string
}

function blocksOf(content: HistoryMessage['content']): readonly HistoryBlock[] {
  if (typeof content !== 'string') return content
  const block: TextBlock = { type: 'text', text: content }
  return content === '' ? [] : [block]
}
