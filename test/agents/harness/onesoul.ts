import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ModelScript,
  type RecordedRequest,
  type Recorder,
  type RunReceipt,
  startRecorder,
} from '@onesoul/agents'
import type { Manifest } from '@onesoul/core'
import { agentProgram } from './agent-programs.ts'
import { homeFiles } from './onesoul-home.ts'
import { type OneSoulProgram, putFiles } from './onesoul-programs.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** The built command. */
export const MAIN: string = fileURLToPath(
  new URL('../../../packages/cli/dist/main.cjs', import.meta.url),
)

export interface StageOptions {
  readonly script?: ModelScript
  /** Files of the work tree; they are committed. */
  readonly tree?: Readonly<Record<string, string>>
  /** The folder of the work tree that everything is started in. Default: its root. */
  readonly folder?: string
  /** Files of the person's configuration, below the sandbox, over those of the program. */
  readonly files?: (sandbox: Sandbox, modelUrl: string) => Readonly<Record<string, string>>
  /** Lines for the home's config.yaml. */
  readonly config?: string
  /** Stands in for the program, below the sandbox. */
  readonly command?: (base: string) => string
}

export interface Outcome {
  readonly pid: number
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A program that was started and may still run. */
export interface Running {
  readonly pid: number
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Outcome>
}

export interface Traced extends Outcome {
  readonly receipt: RunReceipt
  /** What arrived at the person's own base URL meanwhile. */
  readonly requests: readonly RecordedRequest[]
}

export interface SessionFiles {
  readonly id: string
  readonly manifest: Manifest
}

export type Environment = Readonly<Record<string, string>>

/** A person's machine: a home, one real program, a model of their own, a work tree. */
export interface OneSoulStage {
  readonly program: OneSoulProgram
  readonly sandbox: Sandbox
  /** `ONESOUL_HOME`. */
  readonly home: string
  /** The scripted model behind the person's own base URL. */
  readonly model: Recorder
  /** Environment of everything that is started. */
  readonly env: Environment
  start(args: readonly string[], env?: Environment): Running
  /** The same as a terminal does it: a signal reaches everything in its process group. */
  startGroup(args: readonly string[]): Running
  onesoul(...args: readonly string[]): Promise<Outcome>
  /** `onesoul trace AGENT … --json`. */
  trace(...args: readonly string[]): Promise<Traced>
  /** The same with more in the environment. */
  traceWith(env: Environment, ...args: readonly string[]): Promise<Traced>
  /** The program without us. */
  bare(prompt: string): Promise<Outcome>
  /** The session that was used last. */
  session(): Promise<SessionFiles>
  close(): Promise<void>
}

/** Sets a stage; the caller closes it. */
export async function setOneSoulStage(
  program: OneSoulProgram,
  options: StageOptions = {},
): Promise<OneSoulStage> {
  const model = await startRecorder({ offline: true, script: options.script ?? [] })
  const sandbox = await createSandbox((base) => ({
    ...program.env(base, model.url),
    ONESOUL_HOME: join(base, 'soul'),
  }))
  const { base, tree, env } = sandbox
  const cwd = join(tree, options.folder ?? '')
  const home = join(base, 'soul')
  const command = options.command?.(base) ?? agentProgram(program.name)
  await putFiles(home, homeFiles(program.id, command, options.config))
  await putFiles(base, program.files(sandbox, model.url))
  await putFiles(base, options.files?.(sandbox, model.url) ?? {})
  await putFiles(tree, options.tree ?? {})
  sandbox.commit()
  const start = (args: readonly string[], more: Environment = {}): Running =>
    startProgram(process.execPath, [MAIN, ...args], { cwd, env: { ...env, ...more } })
  const startGroup = (args: readonly string[]): Running =>
    startProgram(process.execPath, [MAIN, ...args], { cwd, env, detached: true })
  const onesoul = (...args: readonly string[]): Promise<Outcome> => start(args).ended
  const traceWith: OneSoulStage['traceWith'] = async (more, ...args) => {
    const before = model.requests().length
    const outcome = await start(['trace', program.typed, '--json', ...args], more).ended
    const receipt = parseReceipt(outcome)
    return { ...outcome, receipt, requests: model.requests().slice(before) }
  }
  return {
    ...{ program, sandbox, home, model, env, start, startGroup, onesoul },
    trace: (...args) => traceWith({}, ...args),
    traceWith,
    bare: (prompt) => startProgram(command, program.bareArgs(prompt), { cwd, env }).ended,
    session: () => readLastSession(join(home, 'state', 'sessions')),
    close: async () => {
      await model.close()
      await sandbox.remove()
    },
  }
}

function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Environment; readonly detached?: boolean },
): Running {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr]: [Uint8Array[], Uint8Array[]] = [[], []]
  child.stdout.on('data', (chunk: Uint8Array) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Uint8Array) => stderr.push(chunk))
  const pid = child.pid ?? 0
  const ended = once(child, 'exit').then(async () => {
    if (child.signalCode === null && !child.stdout.readableEnded) await once(child, 'close')
    return {
      pid,
      code: child.exitCode,
      stdout: Buffer.concat(stdout).toString(),
      stderr: Buffer.concat(stderr).toString(),
    }
  })
  const kill = (signal: NodeJS.Signals): void => {
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(options.detached ? -pid : pid, signal)
  }
  return { pid, kill, ended }
}

function parseReceipt({ stdout, stderr }: Outcome): RunReceipt {
  try {
    return JSON.parse(stdout) as RunReceipt
  } catch (error) {
    throw new Error(`no receipt\n${stdout}\n${stderr}`, { cause: error })
  }
}

async function readLastSession(sessions: string): Promise<SessionFiles> {
  const found = await Promise.all(
    (await readdir(sessions)).map(async (id) => {
      const record = JSON.parse(await readFile(join(sessions, id, 'session.json'), 'utf8'))
      return { id, lastUsedAt: String(record.lastUsedAt) }
    }),
  )
  const last = found.toSorted((a, b) => a.lastUsedAt.localeCompare(b.lastUsedAt)).at(-1)
  if (last === undefined) throw new Error(`no session in ${sessions}`)
  const manifest = await readFile(join(sessions, last.id, 'manifest.json'), 'utf8')
  return { id: last.id, manifest: JSON.parse(manifest) as Manifest }
}
