import { createInterface, type Interface } from 'node:readline'
import type { TurnOutcome } from '../loop/tool-loop.ts'
import type { AgentOutput } from './agent-output.ts'
import type { Stops } from './watch-stops.ts'

export interface ChatOptions {
  readonly output: AgentOutput
  readonly stops: Stops
  readonly turn: (text: string) => Promise<TurnOutcome>
}

/** A conversation at the terminal that is under way. */
export interface Chat {
  /** Puts a question about a tool to the person; what they leave unanswered is a no. */
  readonly ask: (question: string) => Promise<string>
  /** Resolves when the person left, or something stopped it. */
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null }>
}

const PROMPT = '› '

/** Lines that come this close together were pasted, and are one message. */
const PASTED_MS = 30

/**
 * Talks with the person at the terminal, turn by turn. Ctrl-C stops a turn, and
 * clears the line between turns; Ctrl-D and `/exit` leave.
 */
export function chat({ output, stops, turn }: ChatOptions): Chat {
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: true,
    prompt: PROMPT,
  })
  let busy = false
  let left = false
  let answer: ((text: string) => void) | null = null
  terminal.once('close', () => {
    left = true
    answer?.('n')
    process.stderr.write('\n')
  })
  terminal.on('SIGINT', () => {
    answer?.('n')
    if (busy) stops.stopTurn()
    else clearLine(terminal)
  })
  stops.run.addEventListener('abort', () => terminal.close(), { once: true })
  const oneTurn = async (text: string): Promise<void> => {
    busy = true
    stops.nextTurn()
    const outcome = await turn(text)
    busy = false
    output.endLine()
    if (outcome.end !== 'done') output.note(outcome.reason)
  }
  const converse = async (): Promise<{ readonly signal: NodeJS.Signals | null }> => {
    output.note('Ctrl-C stops a turn, Ctrl-D leaves')
    terminal.prompt()
    for await (const text of readMessages(terminal)) {
      if (/^\s*\/(?:exit|quit)\s*$/.test(text)) break
      if (text.trim() !== '') await oneTurn(text)
      // A prompt on a terminal that is closed would open it again.
      if (left) break
      // What was typed meanwhile stays, and so does the place in it.
      terminal.prompt(true)
    }
    terminal.close()
    return { signal: stops.run.aborted ? stops.signal() : null }
  }
  return {
    ended: converse(),
    ask: (question) =>
      new Promise((resolve) => {
        answer = (text) => {
          answer = null
          resolve(text)
        }
        if (left) answer('n')
        else terminal.question(question, (text) => answer?.(text))
      }),
  }
}

function clearLine(terminal: Interface): void {
  process.stderr.write('\n')
  terminal.write(null, { ctrl: true, name: 'u' })
  terminal.prompt()
}

/** The messages of the person, each of one line or of several that were pasted. */
async function* readMessages(terminal: Interface): AsyncGenerator<string, void> {
  const waiting: string[] = []
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let wake: () => void = () => undefined
  const take = (): void => {
    if (lines.length > 0) waiting.push(lines.join('\n'))
    lines = []
    wake()
  }
  terminal.on('line', (line) => {
    lines.push(line)
    clearTimeout(timer)
    timer = setTimeout(take, PASTED_MS)
  })
  terminal.once('close', () => {
    clearTimeout(timer)
    closed = true
    take()
  })
  for (;;) {
    const next = waiting.shift()
    if (next !== undefined) yield next
    else if (closed) return
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}
