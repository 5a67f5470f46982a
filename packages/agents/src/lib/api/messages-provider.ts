import type { HistoryBlock, HistoryMessage } from '@onesoul/core/history'

/** A request of the Messages API, as far as the loop writes it. */
export interface MessagesRequest {
  readonly model: string
  readonly max_tokens: number
  readonly system?: string | readonly HistoryBlock[]
  readonly messages: readonly HistoryMessage[]
  readonly tools?: readonly object[]
}

/** An answer of the Messages API, as far as the loop reads it. */
export interface MessagesResponse {
  readonly content: readonly HistoryBlock[]
  readonly stop_reason?: string | null
}

/** Whatever has `messages.create`, as the client of the official SDK. */
export interface MessagesProvider {
  readonly messages: {
    create(
      request: MessagesRequest,
      options?: { readonly signal?: AbortSignal },
    ): PromiseLike<MessagesResponse>
  }
}

/** A tool as the model sees it. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  readonly input_schema: object
}

/** A tool with what it does. What it throws becomes a result that says so. */
export interface AgentTool extends ToolDefinition {
  execute(input: unknown, context: { readonly id: string; readonly signal?: AbortSignal }): unknown
}
