import { once } from 'node:events'
import { showUnseen } from '@onesoul/core'
import type { LaunchOptions } from '../port/agent.ts'

/** Where a run writes: the model's words to standard output, everything else to standard error. */
export interface AgentOutput {
  /** Words of the model, as they come. At a terminal, what could act on it stands as `\u{…}`. */
  readonly say: (text: string) => void
  /** One line for the person; a line of the model's that is open is ended first. */
  readonly note: (line: string) => void
  /** Ends the model's last line. */
  readonly endLine: () => void
  /** Resolves when all of it has left this process. */
  readonly flushed: () => Promise<void>
}

export function openOutput({ stdio, onStdout, onStderr }: LaunchOptions): AgentOutput {
  const inherits = stdio === 'inherit'
  const out = inherits
    ? (text: string) => void process.stdout.write(text)
    : (text: string) => onStdout?.(Buffer.from(text))
  const err = inherits
    ? (text: string) => void process.stderr.write(text)
    : (text: string) => onStderr?.(Buffer.from(text))
  const isShown = inherits && process.stdout.isTTY === true
  let open = false
  const endLine = (): void => {
    if (open) out('\n')
    open = false
  }
  return {
    say(text) {
      if (text === '') return
      out(isShown ? harmless(text) : text)
      open = !text.endsWith('\n')
    },
    note(line) {
      // Elsewhere the two do not meet, and the model's words stay as they are.
      if (isShown) endLine()
      err(`${line}\n`)
    },
    endLine,
    async flushed() {
      if (inherits && process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
    },
  }
}

/** Words of a model as a terminal may have them; their lines and tabs stay. */
export function harmless(text: string): string {
  return showUnseen(text, '\n\t')
}
