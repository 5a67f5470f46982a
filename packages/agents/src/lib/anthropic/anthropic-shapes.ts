/** A mark of the Anthropic Messages API; without `ttl` it is one of five minutes. */
export interface CacheControl {
  readonly type: 'ephemeral'
  readonly ttl?: '5m' | '1h'
}

/** A content block of a message, as far as a plan has to know it; those of the official SDK are ones. */
export interface AnthropicContent {
  readonly type: string
}

/** A message; those of the official SDK are ones. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly AnthropicContent[]
}

/** A tool; those of the official SDK are ones. */
export interface AnthropicTool {
  readonly name: string
}

/** A block of the system prompt. */
export interface AnthropicText {
  type: 'text'
  text: string
  cache_control?: { type: 'ephemeral'; ttl?: '5m' | '1h' }
}
