import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { spawn } from '@lydell/node-pty'
import { waitUntil } from '../../support/processes.ts'
import { MAIN, type OneSoulStage } from './onesoul.ts'

/** A person's terminal window in which `onesoul` runs; unlike `runUnderPty` it tells where things are drawn. */
export interface OneSoulTerminal {
  /** Waits until one of these texts was written, white space aside. */
  shows(...texts: readonly string[]): Promise<void>
  /** Types as a person does and presses Enter. */
  enter(text: string): Promise<void>
  pressCtrlC(): void
  /** Presses Ctrl-C as often as it takes. */
  leave(): Promise<void>
  /** Makes the window this large and waits until something is drawn that fits no other size. */
  resize(size: WindowSize): Promise<void>
  /** Everything that was written, without escape sequences. */
  output(): string
  readonly ended: Promise<{ readonly exitCode: number; readonly signal: number }>
  kill(): void
}

/** Larger than 30 rows, which is what it begins with. */
export interface WindowSize {
  readonly columns: number
  readonly rows: number
}

const FIRST_SIZE = { cols: 100, rows: 30 }
const TYPING_PAUSE_MS = 15
/** Programs take text that comes in one burst for a paste, and Enter right behind it for a line break. */
const ENTER_PAUSE_MS = 800
const PATIENCE_MS = 240_000
const ASKS_AGAIN = /again to (?:exit|quit)/i
/** A program that is at work takes the first Ctrl-C for its work. */
const NEXT_PRESS_MS = 15_000

/** Starts `onesoul` with these arguments in a terminal of its own. */
export function openTerminal(stage: OneSoulStage, args: readonly string[]): OneSoulTerminal {
  const pty = spawn(process.execPath, [MAIN, ...args], {
    name: 'xterm-256color',
    cwd: stage.sandbox.tree,
    env: { ...stage.env },
    ...FIRST_SIZE,
  })
  let raw = ''
  pty.onData((data) => {
    raw += data
    if (data.includes('\u001b[6n')) pty.write('\u001b[1;1R')
    if (data.includes('\u001b[c')) pty.write('\u001b[?1;2c')
  })
  const output = (): string => stripVTControlCharacters(raw)
  const reach = async (what: string, condition: () => boolean): Promise<void> => {
    if (await waitUntil(condition, PATIENCE_MS)) return
    throw new Error(`not on the screen: ${what}\n${output().slice(-2000)}`)
  }
  let hasEnded = false
  const ended = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true
      resolve({ exitCode, signal })
    })
  })
  const pressCtrlC = (): void => pty.write('\u0003')
  return {
    shows: (...texts) =>
      reach(texts.join(' or '), () => {
        const shown = output().replaceAll(/\s/g, '')
        return texts.some((text) => shown.includes(text.replaceAll(/\s/g, '')))
      }),
    enter: async (text) => {
      await sleep(ENTER_PAUSE_MS)
      for (const character of text) {
        pty.write(character)
        await sleep(TYPING_PAUSE_MS)
      }
      await sleep(ENTER_PAUSE_MS)
      pty.write('\r')
    },
    pressCtrlC,
    leave: async () => {
      while (!hasEnded) {
        const before = raw.length
        pressCtrlC()
        await waitUntil(() => hasEnded || ASKS_AGAIN.test(raw.slice(before)), NEXT_PRESS_MS)
      }
    },
    resize: async (size) => {
      const before = raw.length
      pty.resize(size.columns, size.rows)
      await reach(`${size.columns} by ${size.rows}`, () => fits(raw.slice(before), size))
    },
    output,
    ended,
    kill: () => pty.kill('SIGKILL'),
  }
}

/** Something in the last row, which was not there before, or a line from edge to edge. */
function fits(drawn: string, { columns, rows }: WindowSize): boolean {
  const lines = drawn.match(/─+/g) ?? []
  return drawn.includes(`\u001b[${rows};`) || lines.some((line) => line.length === columns)
}
