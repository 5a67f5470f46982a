import type { Writable } from 'node:stream'
import { stripVTControlCharacters, styleText } from 'node:util'

/** Where a command writes, and how. Results go to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  readonly style: Style
  readonly interactive: boolean
}

/** Paints text when the stream is a terminal that wants colour; else returns it as it is. */
export interface Style {
  /** Columns that a line may have; a pipe has no limit. */
  readonly width: number
  strong(text: string): string
  faint(text: string): string
  warn(text: string): string
  bad(text: string): string
  good(text: string): string
  accent(text: string): string
}

interface TerminalStream extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface TerminalOptions {
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
  readonly stdinIsTTY: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Wraps the process's streams. Colour only on a terminal, never under `NO_COLOR` or `TERM=dumb`. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { stdout, stderr, env } = options
  const colour = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(stderr.isTTY ? text : stripVTControlCharacters(text)),
    style: { ...(colour ? PAINTED : PLAIN), width: widthOf(stdout) },
    interactive: stdout.isTTY === true && options.stdinIsTTY,
  }
}

type Paint = Omit<Style, 'width'>

function widthOf(stream: TerminalStream): number {
  return stream.isTTY === true ? Math.max(60, stream.columns ?? 80) : Number.POSITIVE_INFINITY
}

const paint =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string): string =>
    styleText(format, text, { validateStream: false })

const PAINTED: Paint = {
  strong: paint('bold'),
  faint: paint('dim'),
  warn: paint('yellow'),
  bad: paint('red'),
  good: paint('green'),
  accent: paint('cyan'),
}

const plain = (text: string): string => text
const PLAIN: Paint = {
  strong: plain,
  faint: plain,
  warn: plain,
  bad: plain,
  good: plain,
  accent: plain,
}
