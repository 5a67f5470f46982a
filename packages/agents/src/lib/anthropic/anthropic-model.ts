import type { HistoryBlock } from '@onesoul/core/history'
import { CUT, StreamCutError } from '../loop/judge-failure.ts'
import type { CountRequest, LoopModel, ModelAnswer, StopReason } from '../loop/loop-model.ts'
import { sendPlanned } from '../request/request-context.ts'
import type { AnthropicContext } from './anthropic-context.ts'
import { type AnthropicUsage, anthropicUsage } from './anthropic-usage.ts'

/** An answer of the API; the `Message` of the official SDK is one. */
export interface AnthropicAnswer {
  readonly content: readonly HistoryBlock[]
  readonly stop_reason: string | null
  readonly usage: AnthropicUsage & { readonly output_tokens: number }
}

/** An event of a running answer; the first one says what the request was charged for. */
export type AnthropicStreamEvent =
  | { readonly type: 'message_start'; readonly message: { readonly usage: AnthropicUsage } }
  | { readonly type: string }

/** A running answer; the `MessageStream` of the official SDK is one. */
export interface AnthropicStream {
  on(event: 'connect', listener: () => void): unknown
  on(event: 'text', listener: (text: string) => void): unknown
  on(event: 'streamEvent', listener: (event: AnthropicStreamEvent) => void): unknown
  finalMessage(): Promise<AnthropicAnswer>
}

/** A client of the API; that of the official SDK is one. */
export interface AnthropicClient {
  readonly messages: {
    stream(body: object, options?: object): AnthropicStream
    /** Default: nothing is counted by the provider. */
    countTokens?(body: object, options?: object): Promise<{ readonly input_tokens: number }>
  }
}

export interface AnthropicModelOptions {
  readonly client: AnthropicClient
  readonly context: AnthropicContext
  /** As the API calls it. */
  readonly model: string
  /** Tokens that it takes, all told. Default: 200,000. */
  readonly window?: number
  /** Most tokens of an answer. Default: 8,192. */
  readonly maxTokens?: number
  /** Whatever else the API takes, as `thinking`. */
  readonly params?: object
}

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  refusal: 'refusal',
  model_context_window_exceeded: 'context-full',
}

/** A model of the Anthropic Messages API for an agent loop. */
export function createAnthropicModel(options: AnthropicModelOptions): LoopModel {
  const { client, context, model, window = 200_000, maxTokens = 8_192, params } = options
  return {
    name: model,
    window,
    send(asked) {
      const { signal, onText } = asked
      const prepare = () => context.prepare(turnOf(asked))
      return sendPlanned(context, { prepare, signal }, async (request) => {
        const body = { ...params, ...request, model, max_tokens: maxTokens }
        // Another attempt is the loop's to make.
        const stream = client.messages.stream(body, { signal, maxRetries: 0 })
        stream.on('text', onText)
        // What it wrote can be read from here on, even if the rest of the answer never comes.
        stream.on('streamEvent', (event) => {
          if ('message' in event) context.answered(event.message.usage)
        })
        return toAnswer(await finalOf(stream), context)
      })
    },
    ...('countTokens' in client.messages && {
      async count(asked) {
        const { request } = context.prepare(turnOf(asked))
        const body = { ...countedOf(params), ...request, model }
        const told = await client.messages.countTokens?.(body, {
          signal: asked.signal,
          maxRetries: 0,
        })
        return told?.input_tokens ?? 0
      },
    }),
  }
}

/** What the counting endpoint takes of the fields of a request. */
function countedOf(params: object = {}): object {
  return Object.fromEntries(Object.entries(params).filter(([name]) => COUNTED.has(name)))
}

const COUNTED: ReadonlySet<string> = new Set(['thinking', 'tool_choice', 'output_config'])

function turnOf({
  messages,
  tools,
  volatile,
  kind,
}: CountRequest): Parameters<AnthropicContext['prepare']>[0] {
  const described = tools.map(({ name, description, inputSchema }) => {
    return { name, description, input_schema: inputSchema }
  })
  return { messages, tools: described, volatile, hint: { kind } }
}

/** The whole answer. One that began and ended early is an error of the SDK without a status. */
async function finalOf(stream: AnthropicStream): Promise<AnthropicAnswer> {
  let began = false
  stream.on('connect', () => {
    began = true
  })
  try {
    return await stream.finalMessage()
  } catch (error) {
    if (began && error instanceof Error && error.name === 'AnthropicError') {
      throw new StreamCutError(CUT, { cause: error })
    }
    throw error
  }
}

function toAnswer(answer: AnthropicAnswer, { profile }: AnthropicContext): ModelAnswer {
  return {
    content: answer.content,
    stop: STOPS[answer.stop_reason ?? ''] ?? 'end',
    usage: anthropicUsage(answer.usage, profile),
    outputTokens: answer.usage.output_tokens,
  }
}
