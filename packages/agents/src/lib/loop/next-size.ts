import type { Diagnostic } from '@onesoul/core'
import { countMessage, type HistoryMessage } from '@onesoul/core/history'
import type { CountRequest, LoopModel } from './loop-model.ts'

/** What the provider said of the last request and its answer. */
export interface KnownSize {
  readonly tokens: number
  /** Messages of the history that these were. */
  readonly messages: number
}

export interface NextSize {
  readonly tokens: number
  /** Of these, estimated. */
  readonly guessed: number
}

/** The size of the next request: what the provider counted, and an estimate of what came after it. */
export function nextSize(history: readonly HistoryMessage[], known: KnownSize | null): NextSize {
  const added = known === null ? history : history.slice(known.messages)
  const guessed = added.reduce((sum, message) => sum + countMessage(message), 0)
  return { tokens: (known?.tokens ?? 0) + guessed, guessed }
}

/** A count takes no longer: the turn waits for it. */
const PATIENCE_MS = 2_000

/** Asks the provider; what kept it from counting is a notice, and the turn goes on with the estimate. */
export async function countedBy(
  { name, count }: LoopModel,
  request: CountRequest,
  patience: number = PATIENCE_MS,
): Promise<number | Diagnostic> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patience)])
  try {
    // A client may pay no heed to its signal.
    const tokens = await Promise.race([count?.({ ...request, signal }), whenAborted(signal)])
    if (tokens !== undefined && tokens > 0) return tokens
    return notCounted(name, 'it gave no count')
  } catch (error) {
    request.signal.throwIfAborted()
    return notCounted(name, signal.aborted ? 'it took too long' : messageOf(error))
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function notCounted(model: string, why: string): Diagnostic {
  return {
    code: 'history.not-counted',
    severity: 'info',
    message: `${model} did not count the request (${why}); an estimate says when the history is shortened`,
  }
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 200)
}
