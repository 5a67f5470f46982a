import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { mergeRoles } from '../layers/merge-roles.ts'
import { fieldOf, withFields } from '../layers/tool-blocks.ts'
import { hasBlankParts, isRefused, isThinking } from './allowed-blocks.ts'
import { beginsTurn, blocksOf, isBlankText, withBlocks } from './content-blocks.ts'
import { isSound } from './is-sound.ts'
import { nameCalls } from './name-calls.ts'
import { type OpenCalls, placeResults } from './place-results.ts'

export interface RepairOptions {
  /**
   * What becomes of calls at the very end whose results are still to come: `keep`
   * leaves them for the loop that will append the results; `close` answers them
   * with a note, so that the history can be sent as it is. Default: `keep`.
   */
  readonly open?: OpenCalls
}

/**
 * A history that the Messages API takes: it begins with a turn of the person, the
 * roles alternate, no text is empty, every result directly follows its call,
 * before anything else in its message, and every call has one. A result that
 * came late is put in its place, one without a call goes; a call that nothing
 * answered gets a note that its outcome is unknown, because leaving the call out
 * would invite the model to repeat it. Two calls of one id are told apart. What is
 * valid is returned as the same objects, so repairing twice is repairing once.
 */
export function repairHistory<Message extends HistoryMessage>(
  messages: readonly Message[],
  { open = 'keep' }: RepairOptions = {},
): readonly Message[] {
  return isSound(messages, open) ? messages : repaired(messages, open)
}

/** {@link repairHistory} of messages of which nothing is known. */
export function repaired<Message extends HistoryMessage>(
  messages: readonly Message[],
  open: OpenCalls,
): readonly Message[] {
  const allowed = messages.map(withoutRefused)
  const first = allowed.findIndex(beginsTurn)
  if (first < 0) return []
  const named = nameCalls(allowed.slice(first))
  return placeResults(takeTurns(takeTurns(named).map(withoutLastThinking)), open)
}

/** Leaves out messages without content and joins neighbours of one role. */
function takeTurns<Message extends HistoryMessage>(
  messages: readonly Message[],
): readonly Message[] {
  return mergeRoles(messages.filter(hasContent))
}

function hasContent({ content }: HistoryMessage): boolean {
  return typeof content === 'string' ? content.trim() !== '' : content.length > 0
}

function withoutRefused<Message extends HistoryMessage>(message: Message): Message {
  return withBlocks(message, (block) => {
    if (isRefused(block, message.role)) return null
    return block.type === 'tool_result' ? withoutBlankParts(block) : block
  })
}

function withoutBlankParts(result: HistoryBlock): HistoryBlock {
  const parts = fieldOf(result, 'content')
  if (!Array.isArray(parts) || !hasBlankParts(result)) return result
  return withFields(result, { content: parts.filter((part) => !isBlankText(part)) })
}

/** Thinking cannot be the last block of a message. */
function withoutLastThinking<Message extends HistoryMessage>(message: Message): Message {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const last = blocksOf(message).findLastIndex((block) => !isThinking(block))
  return withBlocks(message, (block, index) => (index > last ? null : block))
}
