import { PassThrough, type Readable, type Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentError } from '../port/agent-error.ts'
import { KILL_AFTER_MS } from './captured.ts'
import { MAX_LINE_BYTES, splitLines } from './json-lines.ts'
import { endGroup, signalGroup } from './process-group.ts'
import {
  type Program,
  type ProgramEnd,
  type StartedProgram,
  spawnProgram,
} from './spawn-program.ts'

const DRAIN_MS = 500
const STDERR_TAIL_BYTES = 64 * 1024

export interface DrivenOptions {
  /** Longest line that is accepted from the program. Default 10 MB. */
  readonly maxLineBytes?: number
  /** Milliseconds between SIGTERM and SIGKILL. Default 5000. */
  readonly killAfterMs?: number
  readonly onStderr?: (chunk: Uint8Array) => void
}

/** A program that speaks a protocol of lines over its standard streams. */
export interface DrivenProcess {
  readonly pid: number
  /** Writes one line. Ignored after the program closed its input: `exit` tells. */
  send(line: string): void
  /** The lines of its standard output, for one reader. Throws `AgentError` `protocol` for a line over the cap. */
  readonly lines: AsyncIterable<string>
  /** The last 64 KiB of its standard error. */
  stderrTail(): string
  /** Closes its input; what has not ended after `killAfterMs` is killed. */
  end(): Promise<ProgramEnd>
  /** SIGTERM to the whole group, SIGKILL after `killAfterMs`. */
  kill(): Promise<ProgramEnd>
  /** Settles when the program has ended and nothing of its group is left. Never rejects. */
  readonly exit: Promise<ProgramEnd>
}

/**
 * Starts a program that we drive by pipes, in its own process group. Signals
 * that reach this process are the caller's business. Rejects with `AgentError`
 * `start-failed`.
 */
export async function startDriven(
  program: Program,
  options: DrivenOptions = {},
): Promise<DrivenProcess> {
  const started = await spawnProgram(program, { stdio: ['pipe', 'pipe', 'pipe'], ownGroup: true })
  const { stdin, stdout, stderr } = started.child
  if (!(stdin && stdout && stderr)) throw new AgentError('start-failed', 'the pipes are missing')
  const lines = splitLines(holdOutput(stdout), options.maxLineBytes ?? MAX_LINE_BYTES)
  const stderrTail = keepTail(stderr, options.onStderr)
  const send = createSender(stdin)
  const killAfterMs = options.killAfterMs ?? KILL_AFTER_MS
  const exit = cleanUpAfter(started, stdout, killAfterMs).finally(started.forget)
  const kill = (): Promise<ProgramEnd> => endGroup(started.pid, killAfterMs).then(() => exit)
  const end = (): Promise<ProgramEnd> => {
    stdin.end()
    return Promise.race([exit, sleep(killAfterMs, undefined, { ref: false }).then(kill)])
  }
  return { pid: started.pid, send, lines, stderrTail, end, kill, exit }
}

function createSender(stdin: Writable): (line: string) => void {
  // A program that ends breaks its pipe; `exit` reports that with more to say.
  stdin.on('error', () => undefined)
  return (line) => {
    if (stdin.writable) stdin.write(`${line}\n`)
  }
}

/**
 * Node throws away what nobody has read when a process ends, so the lines are
 * read from a stream of our own; it ends when the pipe does or is closed by us.
 */
function holdOutput(stdout: Readable): Readable {
  const held = new PassThrough()
  stdout.pipe(held)
  stdout.once('close', () => held.end())
  // The pipe's own trouble says nothing that the exit status does not.
  stdout.on('error', () => undefined)
  return held
}

function keepTail(stderr: Readable, onChunk?: (chunk: Uint8Array) => void): () => string {
  let tail: Buffer = Buffer.alloc(0)
  stderr.on('data', (chunk: Buffer) => {
    onChunk?.(chunk)
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_TAIL_BYTES)
  })
  // The pipe's own trouble says nothing that the exit status does not.
  stderr.on('error', () => undefined)
  return () => tail.toString('utf8')
}

async function cleanUpAfter(
  started: StartedProgram,
  stdout: Readable,
  killAfterMs: number,
): Promise<ProgramEnd> {
  const kill = (): void => {
    signalGroup(started.pid, 'SIGKILL')
  }
  process.on('exit', kill)
  const end = await started.exited
  await endGroup(started.pid, killAfterMs)
  process.off('exit', kill)
  // Whoever reads the lines gets a moment for what is still in the pipe.
  if (!stdout.readableEnded) setTimeout(() => stdout.destroy(), DRAIN_MS)
  return end
}
