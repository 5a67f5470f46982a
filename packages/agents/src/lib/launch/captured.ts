import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'

import { endGroup, signalGroup } from './process-group.ts'
import { handleSignals, holdSignals } from './signal-handlers.ts'
import {
  type Program,
  type ProgramEnd,
  type StartedProgram,
  spawnProgram,
} from './spawn-program.ts'

/** Default time between SIGTERM and SIGKILL. */
export const KILL_AFTER_MS = 5000

/** Signals that end a run. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[]

/** How long output may still arrive after the process itself has ended. */
const DRAIN_MS = 500

/**
 * Runs a plan that nobody types into: own process group, standard input
 * closed unless `options.stdin` hands ours on. With `capture` the output goes to the callbacks chunk by chunk,
 * otherwise to our own standard output and error, byte for byte.
 *
 * SIGINT, SIGTERM and SIGHUP that reach us meanwhile, and an abort of
 * `options.signal`, go to the whole group, with SIGKILL after `killAfterMs`.
 * Resolves with the program's own end once nothing of its group is left, also
 * when a grandchild outlives it or holds its pipes. Rejects with `AgentError`
 * `start-failed` when it was not started.
 */
export async function launchCaptured(plan: Program, options: LaunchOptions): Promise<ProgramEnd> {
  if (options.signal?.aborted) throw new AgentError('start-failed', 'cancelled before the start')
  const output = options.stdio === 'capture' ? 'pipe' : 'inherit'
  const input = options.stdin === 'inherit' ? 'inherit' : 'ignore'
  const held = holdSignals(ENDING)
  const program = await spawnProgram(plan, {
    stdio: [input, output, output],
    ownGroup: true,
  }).catch((error: unknown) => {
    held.raise()
    throw error
  })
  const killAfterMs = options.killAfterMs ?? KILL_AFTER_MS
  const giveUp = passEnds(program, killAfterMs, options.signal)
  // What came while the program was started is passed on now.
  held.raise()
  try {
    // Before anything is awaited: Node throws away output that nobody reads when the process ends.
    const streams = [
      passChunks(program.child.stdout, options.onStdout),
      passChunks(program.child.stderr, options.onStderr),
    ]
    const end = await program.exited
    await closePipes(program, streams, killAfterMs)
    await program.forget()
    return end
  } finally {
    giveUp()
  }
}

/** Sends everything that shall end this run to the group; the returned function stops doing so. */
function passEnds(program: StartedProgram, killAfterMs: number, signal?: AbortSignal): () => void {
  const { pid } = program
  let timer: NodeJS.Timeout | undefined
  const pass = (name: NodeJS.Signals): void => {
    signalGroup(pid, name)
    timer ??= setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMs)
  }
  const abort = (): void => pass('SIGTERM')
  const kill = (): void => {
    signalGroup(pid, 'SIGKILL')
  }
  const restore = handleSignals(Object.fromEntries(ENDING.map((name) => [name, () => pass(name)])))
  process.on('exit', kill)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  return () => {
    clearTimeout(timer)
    restore()
    process.off('exit', kill)
    signal?.removeEventListener('abort', abort)
  }
}

async function passChunks(
  stream: Readable | null,
  onChunk: ((chunk: Uint8Array) => void) | undefined,
): Promise<void> {
  if (stream === null) return
  stream.on('data', (chunk: Uint8Array) => onChunk?.(chunk))
  // A pipe that breaks ends the output; how the program ended is told by its status.
  await finished(stream).catch(() => undefined)
}

async function closePipes(
  program: StartedProgram,
  streams: readonly Promise<void>[],
  killAfterMs: number,
): Promise<void> {
  const closed = Promise.all(streams)
  await Promise.race([closed, drainTime()])
  await endGroup(program.pid, killAfterMs)
  await Promise.race([closed, drainTime()])
  program.child.stdout?.destroy()
  program.child.stderr?.destroy()
}

/** Keeps nobody from ending when there was nothing to wait for. */
function drainTime(): Promise<void> {
  return sleep(DRAIN_MS, undefined, { ref: false })
}
