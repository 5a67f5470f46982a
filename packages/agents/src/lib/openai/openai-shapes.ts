/** A part of an item or a message, as far as a plan has to know it; those of the official SDK are ones. */
export interface OpenAIPart {
  readonly type: string
}

/** An item of a Responses request; those of the official SDK are ones. */
export interface ResponsesItem {
  readonly type?: string | null
  readonly role?: string
  readonly content?: unknown
  readonly output?: unknown
}

/** A message of a Chat Completions request; those of the official SDK are ones. */
export interface ChatMessage {
  readonly role: string
  readonly content?: unknown
}

/** A tool; those of the official SDK are ones. */
export interface OpenAITool {
  readonly type: string
}

/** The fields by which a request steers its cache. */
export interface OpenAICacheFields {
  prompt_cache_key?: string
  prompt_cache_options?: { mode: 'implicit' | 'explicit' }
}
