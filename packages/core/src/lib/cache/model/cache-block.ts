/** Where in a request a block stands; a request's prefix is its tools, then its system prompt, then its messages. */
export type CachePart = 'tools' | 'system' | 'messages'

/** What a block holds, as far as the rules of a cache ask. */
export type CacheBlockKind =
  | 'text'
  | 'tool'
  | 'tool_use'
  | 'tool_result'
  | 'thinking'
  | 'image'
  | 'document'

/** Who shares a block: all sessions of a bot, of a tenant, of a user, one session, or only this request. */
export type CacheScope = 'bot' | 'tenant' | 'user' | 'session' | 'turn'

/** One block of a request, as a prompt cache sees it: an identity and a size, no text. */
export interface CacheBlock {
  /** Of exactly the bytes on the wire; two blocks are the same when their hashes are. */
  readonly hash: string
  /** Tokens, at least 0. */
  readonly tokens: number
  readonly part: CachePart
  /** Whose message it belongs to; absent for tools and the system prompt. */
  readonly role?: 'user' | 'assistant' | 'system'
  readonly kind: CacheBlockKind
  /** Default: `session`. */
  readonly scope?: CacheScope
  /** Whether a mark may stand on it: not on an empty text, not on thinking. Default: true. */
  readonly markable?: boolean
}
