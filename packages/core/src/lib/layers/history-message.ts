/** A content block of a message, as far as a window has to know it. */
export interface HistoryBlock {
  readonly type: string
}

/** A message of the Anthropic Messages API; some models take one of the system among the others. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly HistoryBlock[]
}

/** What a person wrote now. */
export interface UserMessage {
  readonly role: 'user'
  readonly content: string
}
