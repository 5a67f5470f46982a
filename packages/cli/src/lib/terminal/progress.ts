/** A line on standard error that says how far a long command is; nothing remains of it. */
export interface Progress {
  /** Shows a line instead of the one before. The line is ours: nothing of others stands in it. */
  show(line: string): void
  clear(): void
}

export interface ProgressOptions {
  /** Writes to a terminal; null when there is none to write to. */
  readonly write: ((text: string) => void) | null
  /** Milliseconds, from any moment on. */
  readonly now: () => number
}

/** Short commands show nothing. */
const QUIET_MS = 1000
const BETWEEN_MS = 200
const ERASE = '\r\u001b[K'

/** Begins to show progress a second from now, five times a second at most. */
export function createProgress({ write, now }: ProgressOptions): Progress {
  let next = now() + QUIET_MS
  let isShown = false
  return {
    show(line) {
      if (write === null || now() < next) return
      next = now() + BETWEEN_MS
      isShown = true
      write(`${ERASE}${line}`)
    },
    clear() {
      if (isShown) write?.(ERASE)
      isShown = false
    },
  }
}

/** Progress on the terminal of this process; none with `--quiet` or into a file. */
export function terminalProgress(quiet: boolean): Progress {
  const { stderr } = process
  const write = stderr.isTTY === true && !quiet ? (text: string) => void stderr.write(text) : null
  return createProgress({ write, now: () => performance.now() })
}
