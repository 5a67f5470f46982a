import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  type Agent,
  type DeliveryPlan,
  type ExitStatus,
  type ModelScript,
  type PlanInput,
  type RecordedRequest,
  type Recorder,
  readSlots,
  type Slot,
  startRecorder,
} from '@onesoul/agents'
import { createCodexAgent } from '@onesoul/agents/codex'
import { agentProgram } from './agent-programs.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { snapshotTree, type TreeSnapshot } from './tree-snapshot.ts'

export const OURS = 'Our directives.\n<persona>Ada</persona>\nThe person likes tea.\n'
export const OWN = 'The value that the person wrote.'

export interface StageOptions {
  readonly script?: ModelScript
  /** Files of the work tree. */
  readonly files?: Readonly<Record<string, string>>
}

export type RunChanges = Partial<PlanInput> & { readonly args?: readonly string[] }

export interface Run {
  readonly plan: DeliveryPlan
  readonly end: ExitStatus
  readonly stdout: string
}

/** The real Codex in a sandbox, with a scripted model of its own. */
export interface Stage {
  readonly agent: Agent
  readonly sandbox: Sandbox
  readonly codexHome: string
  readonly recorder: Recorder
  plan(changes?: RunChanges): Promise<DeliveryPlan>
  run(changes?: RunChanges): Promise<Run>
  /** Codex without us. */
  bare(...args: readonly string[]): Promise<{ stdout: string; code: number | null }>
  /** Requests of one kind, as the adapter names them. */
  requests(kind: string): readonly RecordedRequest[]
  /** Codex's own folder, without what differs from one bare run to the next. */
  ownFiles(): Promise<TreeSnapshot>
  close(): Promise<void>
}

/** Sets a stage; the caller closes it. */
export async function setStage(options: StageOptions = {}): Promise<Stage> {
  const agent = createCodexAgent()
  const sandbox = await createSandbox((base) => ({
    CODEX_HOME: join(base, 'codex'),
    SCRIPTED_KEY: 'dummy',
  }))
  const recorder = await startRecorder({ offline: true, script: options.script ?? [] })
  await sandbox.put('codex/config.toml', configuration(recorder.url, sandbox.tree))
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await sandbox.put(`tree/${name}`, text)
  }
  sandbox.commit()
  const plan = (changes: RunChanges = {}): Promise<DeliveryPlan> => planRun(agent, sandbox, changes)
  return {
    agent,
    sandbox,
    codexHome: join(sandbox.base, 'codex'),
    recorder,
    plan,
    run: async (changes) => launch(agent, await plan(changes)),
    bare: (...args) => runBare(sandbox, args),
    requests: (kind) => recorder.requests().filter((one) => agent.classify(one).kind === kind),
    ownFiles: () =>
      snapshotTree(join(sandbox.base, 'codex'), { rename, ignoreContent: () => true }),
    close: async () => {
      await recorder.close()
      await sandbox.remove()
    },
  }
}

async function planRun(
  agent: Agent,
  { base, tree: cwd, env, deliverDir }: Sandbox,
  { args = [], ...changes }: RunChanges,
): Promise<DeliveryPlan> {
  const cacheDir = join(base, 'cache')
  const detection = await agent.detect({ command: agentProgram('codex'), env, cacheDir })
  if (!detection.found) throw new Error(detection.reason)
  const inspection = await agent.inspect({ detection, cwd, env, args })
  return agent.plan({
    detection,
    inspection,
    text: OURS,
    directivesText: 'Our directives.\n',
    session: { mode: 'new' },
    freshSessionId: randomUUID(),
    prompt: 'hello',
    cwd,
    env,
    deliverDir,
    trusted: true,
    ...changes,
  })
}

async function launch(agent: Agent, plan: DeliveryPlan): Promise<Run> {
  const chunks: Uint8Array[] = []
  const onStdout = (chunk: Uint8Array): number => chunks.push(chunk)
  const end = await agent.launch(plan, { stdio: 'capture', onStdout })
  return { plan, end, stdout: Buffer.concat(chunks).toString() }
}

async function runBare(
  { tree: cwd, env }: Sandbox,
  args: readonly string[],
): Promise<{ stdout: string; code: number | null }> {
  const child = spawn(agentProgram('codex'), args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const chunks: Uint8Array[] = []
  child.stdout.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  await once(child, 'close')
  return { stdout: Buffer.concat(chunks).toString(), code: child.exitCode }
}

function configuration(url: string, tree: string): string {
  return `model = "gpt-5.2-codex"
model_provider = "scripted"
check_for_update_on_startup = false
developer_instructions = "${OWN}"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects."${tree}"]
trust_level = "trusted"
`
}

/** SQLite's side files and shell snapshots are there or not, depending on how fast a bare Codex ends. */
function rename(path: string): string | null {
  if (/\.sqlite-(?:wal|shm)$|^shell_snapshots/.test(path)) return null
  return path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}(?:\.\d+)?/g, 'ID')
    .replace(/\d{4}-\d{2}-\d{2}T[\d-]+/g, 'TIME')
}

/** The slots that the model obeys. */
export function instructions(request: RecordedRequest | undefined): readonly Slot[] {
  return request ? readSlots(request).filter(({ level }) => level === 'instruction') : []
}

/** How often a text occurs in a list of slots. */
export function count(slots: readonly Slot[], text: string): number {
  return slots.reduce((sum, slot) => sum + slot.text.split(text).length - 1, 0)
}
