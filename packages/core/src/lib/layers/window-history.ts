import type { HistoryBlock, HistoryMessage } from './history-message.ts'
import { mergeRoles } from './merge-roles.ts'
import { callIdOf, resultIdOf } from './tool-blocks.ts'

/**
 * Keeps the last messages of a conversation so that a request with them is
 * valid: at most `maxMessages` (0 or less: none), from a turn of the person on,
 * no tool call without its result and no result without its call, the roles in
 * turn. Messages that stay as they are are the same objects.
 */
export function windowHistory<Message extends HistoryMessage>(
  history: readonly Message[],
  maxMessages: number,
): readonly Message[] {
  if (!(maxMessages >= 1)) return []
  const recent = history.slice(-Math.floor(maxMessages))
  // Joined first, so that a call and its result are neighbours, and once more where a message went.
  return mergeRoles(dropBrokenPairs(mergeRoles(recent.slice(firstTurn(recent)))))
}

/** Index of the first message that a person wrote; the length when there is none. */
function firstTurn(messages: readonly HistoryMessage[]): number {
  const found = messages.findIndex(
    (message) => message.role === 'user' && resultIds(message).size === 0,
  )
  return found < 0 ? messages.length : found
}

function dropBrokenPairs<Message extends HistoryMessage>(
  messages: readonly Message[],
): readonly Message[] {
  const kept = messages.flatMap((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const answered = after?.role === 'user' ? resultIds(after) : NONE
    const called = before?.role === 'assistant' ? callIds(before) : NONE
    return keepBlocks(message, (block) => {
      const call = callIdOf(block)
      const result = resultIdOf(block)
      if (call !== null) return answered.has(call)
      return result === null || called.has(result)
    })
  })
  return kept.slice(firstTurn(kept))
}

const NONE: ReadonlySet<string> = new Set()

/** The message with some of its blocks; nothing when none is left of it. */
function keepBlocks<Message extends HistoryMessage>(
  message: Message,
  keeps: (block: HistoryBlock) => boolean,
): readonly Message[] {
  if (typeof message.content === 'string') return [message]
  const content = message.content.filter(keeps)
  if (content.length === message.content.length) return [message]
  return content.length === 0 ? [] : [{ ...message, content }]
}

function callIds(message: HistoryMessage): ReadonlySet<string> {
  return idsOf(message, callIdOf)
}

function resultIds(message: HistoryMessage): ReadonlySet<string> {
  return idsOf(message, resultIdOf)
}

function idsOf(
  message: HistoryMessage,
  idOf: (block: HistoryBlock) => string | null,
): ReadonlySet<string> {
  const blocks = typeof message.content === 'string' ? [] : message.content
  return new Set(blocks.flatMap((block) => idOf(block) ?? []))
}
