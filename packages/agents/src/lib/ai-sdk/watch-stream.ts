import type { AiSdkUsage } from './ai-sdk-shapes.ts'

/** A part of an answer that is streamed; `LanguageModelV3StreamPart` is one. */
export type AiSdkStreamPart =
  | { readonly type: 'finish'; readonly usage: AiSdkUsage }
  | { readonly type: 'raw'; readonly rawValue: unknown }
  | { readonly type: string }

export interface StreamWatch<Part> {
  /** Sees each part; `false` keeps it back. */
  readonly onPart: (part: Part) => boolean
  /** However it ended: whole, cut, broken or given up. */
  readonly onEnd: () => void
}

/** The same stream, read along. */
export function watchStream<Part>(
  stream: ReadableStream<Part>,
  { onPart, onEnd }: StreamWatch<Part>,
): ReadableStream<Part> {
  const reader = stream.getReader()
  const next = async (): ReturnType<typeof reader.read> => {
    const read = await reader.read()
    return read.done || onPart(read.value) ? read : next()
  }
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await next()
        if (!done) return controller.enqueue(value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        controller.error(error)
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
