import { type Failure, judgeFailure } from './judge-failure.ts'
import type { LoopModel, ModelAnswer, ModelRequest } from './loop-model.ts'

export interface RetryOptions {
  /** Attempts for one request, the first included. Default: 5. */
  readonly attempts?: number
  /** Before the second attempt; it doubles each time, up to a minute. Default: 1,000. */
  readonly firstDelayMs?: number
  /** Waits; rejects when the signal fires. Default: the system's timers. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A request that failed and is tried again. */
export interface RetryNote {
  readonly attempt: number
  readonly afterMs: number
  readonly what: string
}

/** A request that no attempt got through. */
export class RequestFailedError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options: ErrorOptions) {
    super(failure.what, options)
    this.name = 'RequestFailedError'
    this.failure = failure
  }
}

const LONGEST_MS = 60_000

/**
 * Sends a request, again and again while the server says that it may succeed later.
 * Between attempts it waits twice as long as before, and at least as long as the server asks.
 *
 * @throws RequestFailedError; whatever the signal was aborted with
 */
export async function sendPatiently(
  model: LoopModel,
  request: ModelRequest,
  { onRetry, ...options }: RetryOptions & { readonly onRetry: (note: RetryNote) => void },
): Promise<ModelAnswer> {
  const { attempts = 5, firstDelayMs = 1_000, wait = waitSystem } = options
  for (let attempt = 1; ; attempt++) {
    request.signal.throwIfAborted()
    try {
      return await model.send(request)
    } catch (error) {
      request.signal.throwIfAborted()
      const failure = judgeFailure(error)
      if (failure.is !== 'retry' || attempt >= attempts) {
        throw new RequestFailedError(failure, { cause: error })
      }
      const grown = Math.min(LONGEST_MS, firstDelayMs * 2 ** (attempt - 1))
      const afterMs = Math.min(LONGEST_MS, Math.max(grown, failure.afterMs ?? 0))
      onRetry({ attempt, afterMs, what: failure.what })
      await wait(afterMs, request.signal)
    }
  }
}

function waitSystem(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => {
      clearTimeout(timer)
      fail(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      done()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
