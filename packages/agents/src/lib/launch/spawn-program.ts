import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { type DeliveryRun, noteStart } from './process-record.ts'

/** The part of a plan that a start needs. */
export interface Program extends Pick<DeliveryPlan, 'command' | 'args' | 'env' | 'cwd'> {
  /** The run that the program belongs to: it is noted there before it starts. Default: none. */
  readonly run?: DeliveryRun | undefined
}

/** How a program ended. Exactly one of the two is not null. */
export interface ProgramEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program that runs. */
export interface StartedProgram {
  readonly child: ChildProcess
  readonly pid: number
  /** Settles when the process itself has ended, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<ProgramEnd>
  /** To be called when it has ended: the next start need not look for it. */
  forget(): Promise<void>
}

interface StartOptions {
  readonly stdio: StdioOptions
  readonly ownGroup: boolean
}

/**
 * Starts a program with an argument vector, never through a shell. `ownGroup`
 * makes it the leader of a new process group. Within a delivery run it is noted
 * before it starts, and its environment holds one variable more: the name of the
 * note. Rejects with `AgentError` `start-failed` when the operating system refuses.
 */
export async function spawnProgram(
  program: Program,
  options: StartOptions,
): Promise<StartedProgram> {
  const note = await noteStart(program.run, options.ownGroup)
  const env = { ...program.env, ...note.env }
  let started: Omit<StartedProgram, 'forget'>
  try {
    started = await spawnChild({ ...program, env }, options)
  } catch (error) {
    await note.forget()
    throw error
  }
  // Not awaited: whoever reads the program's output must begin at once.
  const noted = note.started(started.pid).catch(() => {
    // The note names the program by its variable alone; that is enough to find it.
  })
  return { ...started, forget: () => noted.then(note.forget) }
}

async function spawnChild(
  program: Program,
  options: StartOptions,
): Promise<Omit<StartedProgram, 'forget'>> {
  try {
    const child = spawn(program.command, [...program.args], {
      cwd: program.cwd,
      env: { ...program.env },
      stdio: options.stdio,
      detached: options.ownGroup,
      windowsHide: true,
    })
    const exited = new Promise<ProgramEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
    await once(child, 'spawn')
    const { pid } = child
    if (pid === undefined) throw new Error('the process has no id')
    return { child, pid, exited }
  } catch (error) {
    throw await startFailure(program, error)
  }
}

async function startFailure(program: Program, cause: unknown): Promise<AgentError> {
  return new AgentError('start-failed', await explainFailure(program, cause), { cause })
}

async function explainFailure(program: Program, error: unknown): Promise<string> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'E2BIG') {
    return `${program.command} was not started: an argument or the environment is larger than the system allows`
  }
  // A missing working directory is reported by the system as if the program were missing.
  if (code === 'ENOENT' && !(await isDirectory(program.cwd))) {
    return `${program.command} was not started: the working directory ${program.cwd} does not exist`
  }
  return `${program.command} was not started: ${error instanceof Error ? error.message : String(error)}`
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
