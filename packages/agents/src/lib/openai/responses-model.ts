import type { HistoryBlock, HistoryMessage } from '@onesoul/core/history'
import { CUT, StreamCutError } from '../loop/judge-failure.ts'
import type { CountRequest, LoopModel, ModelAnswer, StopReason } from '../loop/loop-model.ts'
import { sendPlanned } from '../request/request-context.ts'
import type { OpenAIContext } from './openai-context.ts'
import type { ResponsesItem } from './openai-shapes.ts'
import { type OpenAIUsage, openaiUsage } from './openai-usage.ts'

/** An answer of the API; the `Response` of the official SDK is one. */
export interface ResponsesAnswer {
  readonly output: readonly { readonly type: string }[]
  readonly status?: string | null
  readonly incomplete_details?: { readonly reason?: string } | null
  readonly usage?: (OpenAIUsage & { readonly output_tokens: number }) | null
}

/** A running answer; the `ResponseStream` of the official SDK is one. */
export interface ResponsesStream {
  on(
    event: 'response.output_text.delta',
    listener: (event: { readonly delta: string }) => void,
  ): unknown
  finalResponse(): Promise<ResponsesAnswer>
}

/** A client of the API; that of the official SDK is one. */
export interface ResponsesClient {
  readonly responses: {
    stream(body: object, options?: object): ResponsesStream
    /** Default: nothing is counted by the provider. */
    readonly inputTokens?: {
      count(body: object, options?: object): Promise<{ readonly input_tokens: number }>
    }
  }
}

export interface ResponsesModelOptions {
  readonly client: ResponsesClient
  readonly context: OpenAIContext
  /** As the API calls it. */
  readonly model: string
  /** Tokens that it takes, all told. Default: 200,000. */
  readonly window?: number
  /** Most tokens of an answer. Default: the API's. */
  readonly maxTokens?: number
  /** Whatever else the API takes, as `reasoning`. */
  readonly params?: object
}

/** A model of the OpenAI Responses API for an agent loop. Nothing is stored at the provider. */
export function createResponsesModel(options: ResponsesModelOptions): LoopModel {
  const { client, context, model, window = 200_000, maxTokens, params } = options
  return {
    name: model,
    window,
    send(asked) {
      const { signal, onText } = asked
      const prepare = () => context.prepareResponse(turnOf(asked))
      return sendPlanned(context, { prepare, signal }, async (request) => {
        const limit = maxTokens === undefined ? {} : { max_output_tokens: maxTokens }
        const body = { store: false, ...params, ...request, ...limit, model }
        // Another attempt is the loop's to make.
        const stream = client.responses.stream(body, { signal, maxRetries: 0 })
        stream.on('response.output_text.delta', ({ delta }) => onText(delta))
        const answer = await finalOf(stream)
        if (!answer.usage) throw new StreamCutError()
        context.answered(answer.usage)
        return toAnswer(answer, answer.usage, context)
      })
    },
    ...(client.responses.inputTokens && {
      async count(asked) {
        const { tools, input } = context.prepareResponse(turnOf(asked)).request
        const body = { ...countedOf(params), tools, input, model }
        const told = await client.responses.inputTokens?.count(body, {
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

const COUNTED: ReadonlySet<string> = new Set(['instructions', 'reasoning', 'text', 'tool_choice'])

function turnOf({
  messages,
  tools,
  volatile,
  kind,
}: CountRequest): Parameters<OpenAIContext['prepareResponse']>[0] {
  const described = tools.map(({ name, description, inputSchema }) => {
    return { ...{ type: 'function', name, description, parameters: inputSchema }, strict: false }
  })
  return { messages: messages.flatMap(toItems), tools: described, volatile, hint: { kind } }
}

/** The whole answer. One that ended early is an error of the SDK without a status. */
async function finalOf(stream: ResponsesStream): Promise<ResponsesAnswer> {
  try {
    return await stream.finalResponse()
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'OpenAIError') {
      throw new StreamCutError(CUT, { cause: error })
    }
    throw error
  }
}

function toAnswer(
  answer: ResponsesAnswer,
  usage: OpenAIUsage & { readonly output_tokens: number },
  { profile }: OpenAIContext,
): ModelAnswer {
  const content = answer.output.flatMap(toBlocks)
  return {
    content,
    stop: stopOf(answer, content),
    usage: openaiUsage(usage, profile),
    outputTokens: usage.output_tokens,
  }
}

function stopOf(
  { incomplete_details: incomplete }: ResponsesAnswer,
  content: readonly HistoryBlock[],
): StopReason {
  if (incomplete?.reason === 'max_output_tokens') return 'length'
  if (incomplete?.reason === 'content_filter') return 'refusal'
  if (content.some(({ type }) => type === 'tool_use')) return 'tool-calls'
  return content.some(({ type }) => type === 'refusal') ? 'refusal' : 'end'
}

type Fields = Readonly<Record<string, unknown>>

/** An item of an answer as blocks of a history; what has no counterpart is kept as it is. */
function toBlocks(item: { readonly type: string }): readonly HistoryBlock[] {
  const { type, content, call_id, name, arguments: words } = item as { type: string } & Fields
  if (type === 'function_call') {
    return [{ type: 'tool_use', ...{ id: call_id, name, input: parsed(String(words)) } }]
  }
  if (type !== 'message' || !Array.isArray(content)) return [{ type: 'openai_item', ...{ item } }]
  return content.map((part: { type: string } & Fields) =>
    part.type === 'output_text'
      ? { type: 'text', ...{ text: part['text'] } }
      : { type: part.type, ...{ text: part['refusal'] } },
  )
}

/** The value of a JSON text; a text that is none stays a text, which no tool takes. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The model is told by whoever runs the call.
    return json
  }
}

/** A message of a history as items of a request. */
export function toItems({ role, content }: HistoryMessage): readonly ResponsesItem[] {
  if (typeof content === 'string') return [{ role, content }]
  return content.map((block) => {
    const { type, text, id, name, input, item, tool_use_id } = block as HistoryBlock & Fields
    if (type === 'openai_item') return item as ResponsesItem
    if (type === 'tool_use') {
      const words = typeof input === 'string' ? input : JSON.stringify(input)
      return { type: 'function_call', ...{ call_id: id, name, arguments: words } }
    }
    if (type === 'tool_result') {
      return {
        type: 'function_call_output',
        ...{ call_id: tool_use_id },
        output: resultText(block),
      }
    }
    const part = role === 'assistant' ? 'output_text' : 'input_text'
    return { role, content: [{ type: part, text: String(text ?? '') }] }
  })
}

function resultText(block: HistoryBlock): string {
  const { content } = block as HistoryBlock & Fields
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: Fields) => String(part['text'] ?? '')).join('\n')
}
