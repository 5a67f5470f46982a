import { handleSignals } from '../launch/signal-handlers.ts'

/** What stops a run or one of its turns. */
export interface Stops {
  /** Of the turn that runs now: aborted by Ctrl-C, a signal, or whoever launched us. */
  readonly turn: () => AbortSignal
  /** Begins a turn: what stopped the one before counts no longer, unless the whole run is stopped. */
  readonly nextTurn: () => void
  /** Stops the turn alone. */
  readonly stopTurn: () => void
  /** Aborted when the whole run shall end. */
  readonly run: AbortSignal
  /** What ended the run, or its last turn; null: nothing did. */
  readonly signal: () => NodeJS.Signals | null
  readonly close: () => void
}

/** Watches for what shall end this run. SIGINT stops the turn; SIGTERM, SIGHUP and an abort stop all of it. */
export function watchStops(outer: AbortSignal | undefined): Stops {
  const run = new AbortController()
  let turn = new AbortController()
  let came: NodeJS.Signals | null = null
  const stop = (signal: NodeJS.Signals): void => {
    came ??= signal
    run.abort()
    turn.abort()
  }
  const stopTurn = (): void => {
    came ??= 'SIGINT'
    turn.abort()
  }
  const cancel = (): void => stop('SIGTERM')
  const restore = handleSignals({
    SIGINT: stopTurn,
    SIGTERM: () => stop('SIGTERM'),
    SIGHUP: () => stop('SIGHUP'),
  })
  outer?.addEventListener('abort', cancel, { once: true })
  if (outer?.aborted) cancel()
  return {
    turn: () => turn.signal,
    nextTurn() {
      if (run.signal.aborted) return
      came = null
      turn = new AbortController()
    },
    stopTurn,
    run: run.signal,
    signal: () => came,
    close() {
      restore()
      outer?.removeEventListener('abort', cancel)
    },
  }
}
