import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { fieldOf } from '../layers/tool-blocks.ts'
import { isBlankText } from './content-blocks.ts'

/** Blocks that a message of the other role alone may hold. */
const FOREIGN: Readonly<Record<HistoryMessage['role'], ReadonlySet<string>>> = {
  user: new Set(['tool_use', 'thinking', 'redacted_thinking']),
  assistant: new Set(['tool_result', 'image', 'document']),
  system: new Set([
    'tool_use',
    'tool_result',
    'thinking',
    'redacted_thinking',
    'image',
    'document',
  ]),
}

/** Whether the Messages API refuses a block in a message of this role, wherever it stands. */
export function isRefused(block: HistoryBlock, role: HistoryMessage['role']): boolean {
  return FOREIGN[role].has(block.type) || isBlankText(block)
}

/** Whether a result holds an empty text, which is refused; one without any content is fine. */
export function hasBlankParts(result: HistoryBlock): boolean {
  const parts = fieldOf(result, 'content')
  return Array.isArray(parts) && parts.some((part) => isBlankText(part))
}

/** What cannot be the last block of a message. */
export function isThinking({ type }: HistoryBlock): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}
