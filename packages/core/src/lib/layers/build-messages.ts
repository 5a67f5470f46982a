import type { HistoryMessage, UserMessage } from './history-message.ts'
import { mergeRoles } from './merge-roles.ts'
import { windowHistory } from './window-history.ts'

export interface MessageWindow {
  /** Messages of the history that are kept; the new one comes on top. */
  readonly maxMessages: number
  /**
   * Cuts as a plain tail slice does: 0 keeps everything, the first message may be
   * the assistant's or a tool result, two messages of a person may follow each
   * other. Default: false, see `windowHistory`.
   */
  readonly compat?: boolean
}

/** The messages of the next request: the end of the history, then what the person wrote now. */
export function buildMessages<Message extends HistoryMessage>(
  history: readonly Message[],
  userMessage: string,
  { maxMessages, compat = false }: MessageWindow,
): (Message | UserMessage)[] {
  const now: UserMessage = { role: 'user', content: userMessage }
  if (compat) return [...history.slice(-maxMessages), now]
  return [...mergeRoles<Message | UserMessage>([...windowHistory(history, maxMessages), now])]
}
