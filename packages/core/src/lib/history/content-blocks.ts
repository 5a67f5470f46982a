import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { fieldOf, resultIdOf } from '../layers/tool-blocks.ts'

/** A block of plain text. */
export interface HistoryText extends HistoryBlock {
  readonly type: 'text'
  readonly text: string
}

/** The content of a message as blocks; an empty text is none. */
export function blocksOf(message: HistoryMessage): readonly HistoryBlock[] {
  if (typeof message.content !== 'string') return message.content
  return message.content === '' ? [] : [textBlock(message.content)]
}

export function textBlock(text: string): HistoryText {
  return { type: 'text', text }
}

/** The text of a text block; `null` for any other. */
export function textOf(block: HistoryBlock): string | null {
  if (block.type !== 'text') return null
  const text = fieldOf(block, 'text')
  return typeof text === 'string' ? text : ''
}

/** Whether a block is text without a visible character, which the API refuses. */
export function isBlankText(block: HistoryBlock): boolean {
  return textOf(block)?.trim() === ''
}

/** What a person said in a message: its blocks without tool results; none in an assistant's. */
export function saidBy(message: HistoryMessage): readonly HistoryBlock[] {
  if (message.role !== 'user') return []
  return blocksOf(message).filter((block) => block.type !== 'tool_result' && !isBlankText(block))
}

/** Whether a turn begins here: a message of a person that answers no tool call. */
export function beginsTurn(message: HistoryMessage): boolean {
  const { role, content } = message
  if (typeof content === 'string') return role === 'user' && content.trim() !== ''
  return (
    saidBy(message).length > 0 && blocksOf(message).every((block) => resultIdOf(block) === null)
  )
}

/** A message with some of its blocks changed or gone; the same object when none is. */
export function withBlocks<Message extends HistoryMessage>(
  message: Message,
  change: (block: HistoryBlock, index: number) => HistoryBlock | null,
): Message {
  if (typeof message.content === 'string') return message
  const content = message.content.flatMap((block, index) => change(block, index) ?? [])
  const same =
    content.length === message.content.length &&
    content.every((block, index) => block === message.content[index])
  return same ? message : { ...message, content }
}
