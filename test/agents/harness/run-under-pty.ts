import { stripVTControlCharacters } from 'node:util'
import { spawn } from '@lydell/node-pty'
import { waitUntil } from '../../support/processes.ts'

/** A program at a terminal of its own. */
export interface PtyProgram {
  readonly pid: number
  /** Everything that it wrote so far, without escape sequences. */
  output(): string
  /** Types text as a person does: character by character. */
  type(text: string): Promise<void>
  press(key: PtyKey): void
  resize(columns: number, rows: number): void
  /** Waits until it wrote this text, white space aside: programs place words by cursor moves. */
  shows(text: string, timeoutMs?: number): Promise<void>
  /** `signal` is a number, 0 for none. */
  readonly ended: Promise<{ readonly exitCode: number; readonly signal: number }>
  kill(): void
}

const KEYS = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-z': '\u001a',
  'ctrl-\\': '\u001c',
} as const

export type PtyKey = keyof typeof KEYS

export interface PtyOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Default 120 by 40. */
  readonly columns?: number
  readonly rows?: number
}

const TYPING_PAUSE_MS = 15

/** Starts a program behind a pseudo terminal; it leads a session of its own, as in a terminal window. */
export function runUnderPty(
  command: string,
  args: readonly string[],
  options: PtyOptions,
): PtyProgram {
  const pty = spawn(command, [...args], {
    name: 'xterm-256color',
    cwd: options.cwd,
    env: { ...options.env },
    cols: options.columns ?? 120,
    rows: options.rows ?? 40,
  })
  let raw = ''
  pty.onData((data) => {
    raw += data
    answerQueries(data, (answer) => pty.write(answer))
  })
  const ended = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => resolve({ exitCode, signal }))
  })
  const output = (): string => stripVTControlCharacters(raw)
  return {
    pid: pty.pid,
    output,
    type: async (text) => {
      for (const character of text) {
        pty.write(character)
        await waitUntil(() => false, TYPING_PAUSE_MS)
      }
    },
    press: (key) => pty.write(KEYS[key]),
    resize: (columns, rows) => pty.resize(columns, rows),
    shows: async (text, timeoutMs = 60_000) => {
      const wanted = text.replaceAll(/\s/g, '')
      const isShown = (): boolean => output().replaceAll(/\s/g, '').includes(wanted)
      if (await waitUntil(isShown, timeoutMs)) return
      throw new Error(`not on the screen: ${text}\n${output().slice(-2000)}`)
    },
    ended,
    kill: () => pty.kill('SIGKILL'),
  }
}

/** Some programs ask the terminal where its cursor is or what it can do, and wait for an answer. */
function answerQueries(data: string, answer: (text: string) => void): void {
  if (data.includes('\u001b[6n')) answer('\u001b[1;1R')
  if (data.includes('\u001b[c')) answer('\u001b[?1;2c')
}
