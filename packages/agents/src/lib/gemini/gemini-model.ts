import type { HistoryBlock, HistoryMessage } from '@onesoul/core/history'
import { StreamCutError } from '../loop/judge-failure.ts'
import type { CountRequest, LoopModel, ModelRequest, StopReason } from '../loop/loop-model.ts'
import { sendPlanned } from '../request/request-context.ts'
import {
  type GeminiContent,
  type GeminiContext,
  type GeminiRequest,
  type GeminiUsage,
  geminiUsage,
} from './gemini-context.ts'

/** A piece of an answer; the `GenerateContentResponse` of the official SDK is one. */
export interface GeminiChunk {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly object[] }
    readonly finishReason?: string
  }[]
  readonly usageMetadata?: GeminiUsage & {
    readonly candidatesTokenCount?: number
    readonly thoughtsTokenCount?: number
  }
}

/** A client of the API; that of the official SDK is one. */
export interface GeminiClient {
  readonly models: {
    generateContentStream(request: object): Promise<AsyncIterable<GeminiChunk>>
    /** Default: nothing is counted by the provider. */
    countTokens?(request: object): Promise<{ readonly totalTokens?: number }>
  }
}

export interface GeminiModelOptions {
  readonly client: GeminiClient
  readonly context: GeminiContext
  /** As the API calls it. */
  readonly model: string
  /** Tokens that it takes, all told. Default: 1,000,000. */
  readonly window?: number
  /** Most tokens of an answer. Default: the API's. */
  readonly maxTokens?: number
  /** Whatever else the `config` of the API takes. */
  readonly config?: object
}

/** A model of the Gemini API for an agent loop. */
export function createGeminiModel(options: GeminiModelOptions): LoopModel {
  const { client, context, model, window = 1_000_000 } = options
  return {
    name: model,
    window,
    send(asked) {
      const { signal, onText } = asked
      const prepare = () => context.prepare(turnOf(asked))
      return sendPlanned(context, { prepare, signal }, async (request) => {
        const body = bodyOf(request, asked, options)
        const whole = await collect(await client.models.generateContentStream(body), onText)
        if (whole.finish === null || whole.usage === undefined) throw new StreamCutError()
        context.answered(whole.usage)
        const { candidatesTokenCount = 0, thoughtsTokenCount = 0 } = whole.usage
        return {
          content: whole.parts.map(toBlock),
          stop: stopOf(whole.finish, whole.parts),
          usage: geminiUsage(whole.usage, context.profile),
          outputTokens: candidatesTokenCount + thoughtsTokenCount,
        }
      })
    },
    ...('countTokens' in client.models && {
      async count(asked) {
        const { request, plan } = context.prepare(turnOf(asked))
        const config = { abortSignal: asked.signal }
        const told = await client.models.countTokens?.({
          model,
          contents: request.contents,
          config,
        })
        if (!told?.totalTokens) return 0
        // Of a developer's key the endpoint takes the conversation alone: its head stays an estimate.
        const head = plan.blocks.filter(({ part }) => part !== 'messages')
        return told.totalTokens + head.reduce((sum, { tokens }) => sum + tokens, 0)
      },
    }),
  }
}

function turnOf({
  messages,
  tools,
  volatile,
  kind,
}: CountRequest): Parameters<GeminiContext['prepare']>[0] {
  const declarations = tools.map(({ name, description, inputSchema }) => {
    return { name, description, parametersJsonSchema: inputSchema }
  })
  return {
    contents: toContents(messages),
    tools: declarations.length === 0 ? [] : [{ functionDeclarations: declarations }],
    volatile,
    hint: { kind },
  }
}

function bodyOf(
  { contents, ...head }: GeminiRequest<object, GeminiContent>,
  { signal }: ModelRequest,
  { model, maxTokens, config }: GeminiModelOptions,
): object {
  const limit = maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }
  return { model, contents, config: { ...config, ...head, ...limit, abortSignal: signal } }
}

type Fields = Readonly<Record<string, unknown>>

interface WholeAnswer {
  readonly parts: readonly Fields[]
  readonly finish: string | null
  readonly usage: GeminiChunk['usageMetadata']
}

async function collect(
  stream: AsyncIterable<GeminiChunk>,
  onText: (text: string) => void,
): Promise<WholeAnswer> {
  const parts: Fields[] = []
  let finish: string | null = null
  let usage: GeminiChunk['usageMetadata']
  for await (const chunk of stream) {
    const candidate = chunk.candidates?.[0]
    for (const part of (candidate?.content?.parts ?? []) as readonly Fields[]) {
      if (isSaid(part)) onText(String(part['text']))
      addPart(parts, part)
    }
    finish = candidate?.finishReason ?? finish
    usage = chunk.usageMetadata ?? usage
  }
  return { parts, finish, usage }
}

function isSaid(part: Fields): boolean {
  return typeof part['text'] === 'string' && part['thought'] !== true
}

/** Pieces of one text are one part, unless the later one is signed. */
function addPart(parts: Fields[], part: Fields): void {
  const last = parts.at(-1)
  const keys = Object.keys(part).join()
  if (
    last &&
    isSaid(part) &&
    isSaid(last) &&
    keys === 'text' &&
    Object.keys(last).join() === 'text'
  ) {
    parts[parts.length - 1] = { text: `${last['text']}${part['text']}` }
  } else parts.push(part)
}

function stopOf(finish: string, parts: readonly Fields[]): StopReason {
  if (finish === 'MAX_TOKENS') return 'length'
  if (finish !== 'STOP') return 'refusal'
  return parts.some((part) => 'functionCall' in part) ? 'tool-calls' : 'end'
}

/** A part as a block of a history, the part itself beside it: its signature has to be sent back. */
function toBlock(part: Fields, index: number): HistoryBlock {
  const { functionCall } = part as { readonly functionCall?: Fields }
  if (functionCall) {
    const { id, name, args } = functionCall
    const known = id ?? `${String(name)}-${index}`
    return { type: 'tool_use', ...{ id: known, name, input: args ?? {}, part } }
  }
  return isSaid(part)
    ? { type: 'text', ...{ text: part['text'], part } }
    : { type: 'gemini_part', ...{ part } }
}

/** A history as contents of a request. Results are told by the name of the function that was called. */
export function toContents(messages: readonly HistoryMessage[]): readonly GeminiContent[] {
  const names = new Map<unknown, unknown>()
  return messages.map(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const parts = blocks.map((block) => toPart(block as HistoryBlock & Fields, names))
    return { role: role === 'assistant' ? 'model' : 'user', parts }
  })
}

function toPart(block: HistoryBlock & Fields, names: Map<unknown, unknown>): object {
  const { type, part, text, id, name, input, tool_use_id: call, content, is_error: isError } = block
  if (type === 'tool_use') names.set(id, name)
  if (typeof part === 'object' && part !== null) return part
  if (type === 'tool_use') return { functionCall: { id, name, args: input } }
  if (type !== 'tool_result') return { text: String(text ?? '') }
  const response = isError ? { error: content } : { output: content }
  return { functionResponse: { id: call, name: names.get(call) ?? call, response } }
}
