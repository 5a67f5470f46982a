/** Options that the AI SDK hands to a provider, by the provider's name. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A part of a message, as far as a plan has to know it; those of the AI SDK are ones. */
export interface AiSdkPart {
  readonly type: string
  readonly providerOptions?: ProviderOptions | undefined
}

/** A message of a prompt; those of the AI SDK are ones. */
export interface AiSdkMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly AiSdkPart[]
  readonly providerOptions?: ProviderOptions | undefined
}

/** A tool; those of the AI SDK are ones. */
export interface AiSdkTool {
  readonly type: string
  readonly name: string
  readonly providerOptions?: ProviderOptions | undefined
}

/** The parameters of a call to a model; `LanguageModelV3CallOptions` is one. */
export interface AiSdkParams {
  readonly prompt: readonly AiSdkMessage[]
  readonly tools?: readonly AiSdkTool[] | undefined
  readonly toolChoice?: unknown
  readonly providerOptions?: ProviderOptions | undefined
  readonly includeRawChunks?: boolean | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/** The usage of an answer; `LanguageModelV3Usage` is one. */
export interface AiSdkUsage {
  readonly inputTokens: {
    readonly total: number | undefined
    readonly noCache: number | undefined
    readonly cacheRead: number | undefined
    readonly cacheWrite: number | undefined
  }
  /** As the provider said it. */
  readonly raw?: object | undefined
}

/** A model; those of the AI SDK are ones. */
export interface AiSdkModel {
  /** As `anthropic.messages`. */
  readonly provider: string
  /** As `claude-opus-5`. */
  readonly modelId: string
}
