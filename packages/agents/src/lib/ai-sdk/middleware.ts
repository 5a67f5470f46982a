import type { PlannedTurn, SessionContext, TurnOptions } from '../request/request-context.ts'
import type { AiSdkMessage, AiSdkParams, AiSdkUsage } from './ai-sdk-shapes.ts'
import { usageOfChunk } from './ai-sdk-usage.ts'
import { type AiSdkStreamPart, watchStream } from './watch-stream.ts'

/** A middleware of version 6 of the AI SDK; `LanguageModelV3Middleware` takes it. */
export interface AiSdkMiddleware {
  readonly specificationVersion: 'v3'
  readonly transformParams: <Params extends AiSdkParams>(call: {
    readonly type: 'generate' | 'stream'
    readonly params: Params
  }) => Promise<Params>
  readonly wrapGenerate: <Result extends { readonly usage: AiSdkUsage }>(call: {
    readonly doGenerate: () => PromiseLike<Result>
  }) => Promise<Result>
  readonly wrapStream: <Part extends AiSdkStreamPart>(call: {
    readonly doStream: () => PromiseLike<AiSdkStreamResult<Part>>
    readonly params: AiSdkParams
  }) => Promise<AiSdkStreamResult<Part>>
}

/** An answer that is streamed. */
export interface AiSdkStreamResult<Part> {
  stream: ReadableStream<Part>
}

/** A request that was laid out already; so the same middleware twice is the same as once. */
interface LaidOut {
  /** Whether the caller wants the chunks of the provider. */
  readonly wantsChunks: boolean
}

/** What a middleware needs of the context of a session. */
export interface PlannedSession
  extends Pick<SessionContext<AiSdkUsage>, 'answered' | 'failed' | 'start'> {
  readonly prepare: <Params extends AiSdkParams>(
    params: Params,
    turn?: TurnOptions,
  ) => PlannedTurn<Params>
}

export interface MiddlewareOptions {
  /** Whether the first chunk of a stream says what the request was charged for. */
  readonly readsChunks: boolean
  readonly turn?: () => TurnOptions | Promise<TurnOptions>
}

export function createMiddleware(
  context: PlannedSession,
  { readsChunks, turn }: MiddlewareOptions,
): AiSdkMiddleware {
  const laidOut = new WeakMap<readonly AiSdkMessage[], LaidOut>()
  return {
    specificationVersion: 'v3',
    async transformParams({ params, type }) {
      if (laidOut.has(params.prompt)) return params
      const added = await turn?.()
      const { request } = await context.start(
        () => context.prepare(params, added),
        params.abortSignal,
      )
      laidOut.set(request.prompt, { wantsChunks: params.includeRawChunks === true })
      // What was written can be read from the first chunk on, even if the rest never comes.
      return type === 'stream' && readsChunks ? { ...request, includeRawChunks: true } : request
    },
    async wrapGenerate({ doGenerate }) {
      try {
        const result = await doGenerate()
        learn(context, result.usage)
        return result
      } catch (error) {
        context.failed()
        throw error
      }
    },
    async wrapStream({ doStream, params }) {
      try {
        const result = await doStream()
        const { wantsChunks = true } = laidOut.get(params.prompt) ?? {}
        let isLearned = false
        const stream = watchStream(result.stream, {
          onPart(part) {
            const usage = isLearned ? null : usageOf(part)
            if (usage) {
              isLearned = true
              learn(context, usage)
            }
            return wantsChunks || part.type !== 'raw'
          },
          onEnd: () => void (isLearned || context.failed()),
        })
        return { ...result, stream }
      } catch (error) {
        context.failed()
        throw error
      }
    },
  }
}

/** What a part of a stream says of it; null: nothing. */
function usageOf(part: AiSdkStreamPart): AiSdkUsage | null {
  if ('rawValue' in part) return usageOfChunk(part.rawValue)
  return part.type === 'finish' && 'usage' in part ? part.usage : null
}

/** An answer of which nothing is known counts for nothing. */
function learn({ answered, failed }: PlannedSession, usage: AiSdkUsage): void {
  if (usage.inputTokens.total === undefined) failed()
  else answered(usage)
}
