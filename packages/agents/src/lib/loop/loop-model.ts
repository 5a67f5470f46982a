import type { CacheUsage } from '@onesoul/core/cache'
import type { HistoryBlock, HistoryMessage } from '@onesoul/core/history'

/** A tool as a model sees it. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of its input, an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export interface ModelRequest {
  readonly messages: readonly HistoryMessage[]
  readonly tools: readonly ToolDescription[]
  /** Texts for this request alone. */
  readonly volatile: readonly string[]
  /** Why it is sent; a compaction reads the same prefix once more. */
  readonly kind: 'human' | 'tool' | 'compaction'
  readonly signal: AbortSignal
  /** Told of each piece of text as it comes. */
  readonly onText: (text: string) => void
}

/** Why a model ended its answer. */
export type StopReason = 'end' | 'tool-calls' | 'length' | 'refusal' | 'context-full'

export interface ModelAnswer {
  /** Text, thinking and calls (`tool_use`), in the shape of the Anthropic Messages API. */
  readonly content: readonly HistoryBlock[]
  readonly stop: StopReason
  readonly usage: CacheUsage
  readonly outputTokens: number
}

/**
 * A model behind some API. `send` rejects with the error of the API; what may be
 * tried again is read off it by `judgeFailure`, never off its words.
 */
export interface LoopModel {
  readonly name: string
  /** Tokens that it takes, all told. */
  readonly window: number
  readonly send: (request: ModelRequest) => Promise<ModelAnswer>
  /**
   * Tokens of a request, counted by the provider and not sent; asked where an
   * estimate is too close to a limit to decide. Default: the estimate decides.
   */
  readonly count?: (request: CountRequest) => Promise<number>
}

export type CountRequest = Omit<ModelRequest, 'onText'>
