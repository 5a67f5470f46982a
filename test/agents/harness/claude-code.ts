import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  type Agent,
  buildRunReceipt,
  type DeliveryPlan,
  type ExitStatus,
  type FoundAgent,
  type Inspection,
  type InstructionFile,
  type ModelScript,
  type OwnershipVerdict,
  type PlanInput,
  type RecordedRequest,
  type Recorder,
  type RunReceipt,
  startRecorder,
} from '@onesoul/agents'
import { createClaudeCodeAgent } from '@onesoul/agents/claude-code'
import type { Composition } from '@onesoul/core'
import { composeSample, type SampleProject } from '../../support/sample-composition.ts'
import { type AgentProgramName, agentProgram } from './agent-programs.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

export const claude: Agent = createClaudeCodeAgent()

/** A key of no account; the end of it is what the program remembers as approved. */
const KEY = 'sk-ant-dummy-0123456789abcdefghij'

export type Files = Readonly<Record<string, string>>

export interface ClaudeStage {
  readonly sandbox: Sandbox
  readonly configDir: string
  readonly recorder: Recorder
  readonly detection: FoundAgent
  /** Plans a run of a composition; `work` counts what the work tree holds. */
  plan(run?: ClaudeRun): Promise<{ readonly plan: DeliveryPlan; readonly judged: Judged }>
  run(run?: ClaudeRun): Promise<ClaudeResult>
  close(): Promise<void>
}

export interface ClaudeRun extends Partial<Pick<PlanInput, 'prompt' | 'session' | 'permission'>> {
  readonly args?: readonly string[]
  readonly trusted?: boolean
  /** Instruction files of the work tree, by path. They are written. */
  readonly files?: Files
  /** Below the work tree. Default: its root. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: the sandbox's own base URL, which is the recorder's. */
  readonly recorderUrl?: string
}

/** What a receipt is held against. */
export interface Judged {
  readonly composition: Composition
  readonly verdicts: readonly OwnershipVerdict[]
  readonly files: Files
}

export interface ClaudeResult extends Judged {
  readonly plan: DeliveryPlan
  readonly end: ExitStatus
  readonly stdout: string
  readonly stderr: string
  /** Of this run alone. */
  readonly requests: readonly RecordedRequest[]
  readonly receipt: RunReceipt
}

/** A sandbox with one version of Claude Code and a scripted model; the caller closes it. */
export async function setClaudeStage(
  program: AgentProgramName,
  script: ModelScript = [],
): Promise<ClaudeStage> {
  const recorder = await startRecorder({ offline: true, script })
  const sandbox = await createSandbox((base) => ({
    CLAUDE_CONFIG_DIR: join(base, 'claude'),
    ANTHROPIC_BASE_URL: recorder.url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }))
  await sandbox.put('claude/.claude.json', JSON.stringify(knownProject(sandbox.tree)))
  const { env } = sandbox
  const detection = await claude.detect({ command: agentProgram(program), env })
  if (!detection.found) throw new Error(detection.reason)
  const place = { sandbox, detection }
  return {
    ...place,
    configDir: join(sandbox.base, 'claude'),
    recorder,
    plan: (run = {}) => planRun(place, run),
    run: async (run = {}) => {
      const before = recorder.requests().length
      const { plan, judged } = await planRun(place, run)
      const output = await launch(plan)
      const requests = recorder.requests().slice(before)
      return { plan, ...judged, ...output, requests, receipt: judge(plan, requests, judged) }
    },
    close: async () => {
      await recorder.close()
      await sandbox.remove()
    },
  }
}

/** State of a program that was set up before: no questions stand before the prompt. */
function knownProject(tree: string): object {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [tree]: { hasTrustDialogAccepted: true } },
  }
}

type Place = Pick<ClaudeStage, 'sandbox' | 'detection'>

async function planRun(place: Place, run: ClaudeRun) {
  const { sandbox, detection } = place
  const { files = {}, args = [], trusted = true } = run
  const cwd = join(sandbox.tree, run.cwd ?? '')
  for (const [path, text] of Object.entries(files)) await sandbox.put(`tree/${path}`, text)
  await sandbox.put(join('tree', run.cwd ?? '', '.keep'), '')
  sandbox.commit()
  const env = { ...sandbox.env, ...run.env }
  const inspection = await claude.inspect({ detection, cwd, env, args, trusted })
  const judged = composeWith({ detection, inspection, env }, { ...run, files, trusted })
  const plan = claude.plan({
    detection,
    inspection,
    text: judged.composition.text,
    directivesText: composeSample({ viewer: 'public' }).text,
    session: run.session ?? { mode: 'new' },
    freshSessionId: randomUUID(),
    prompt: run.prompt === undefined ? 'say hi' : run.prompt,
    cwd,
    env,
    deliverDir: sandbox.deliverDir,
    trusted,
    ...(run.permission && { permission: run.permission }),
    ...(run.recorderUrl !== undefined && { recorderUrl: run.recorderUrl }),
  })
  return { plan, judged }
}

function composeWith(
  found: {
    readonly detection: FoundAgent
    readonly inspection: Inspection
    readonly env: Readonly<Record<string, string>>
  },
  run: ClaudeRun & { readonly files: Files; readonly trusted: boolean },
): Judged {
  const { files, trusted } = run
  const verdicts = claude.ownership({
    ...found,
    files: Object.entries(files).map(listFile),
    cwd: run.cwd ?? '',
    hasGitRoot: true,
    trusted,
  })
  const project = verdicts.map(
    ({ path, delivery }): SampleProject => ({ path, delivery, trusted, text: files[path] ?? '' }),
  )
  return { composition: composeSample({ project }), verdicts, files }
}

function listFile([path, text]: readonly [string, string]): InstructionFile {
  const cut = path.lastIndexOf('/')
  const directory = path.slice(0, Math.max(cut, 0))
  return { path, name: path.slice(cut + 1), directory, text, sizeBytes: Buffer.byteLength(text) }
}

async function launch(plan: DeliveryPlan) {
  const [out, error]: [Uint8Array[], Uint8Array[]] = [[], []]
  const end = await claude.launch(plan, {
    stdio: 'capture',
    onStdout: (chunk) => out.push(chunk),
    onStderr: (chunk) => error.push(chunk),
  })
  return { end, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(error).toString() }
}

/** The receipt of some requests. */
export function judge(
  plan: DeliveryPlan,
  requests: readonly RecordedRequest[],
  { composition, verdicts, files }: Judged,
): RunReceipt {
  return buildRunReceipt({
    agent: { id: claude.id, version: plan.detection.version },
    traits: claude.traits,
    delivered: plan.delivered,
    text: composition.text,
    manifest: composition.manifest,
    natives: verdicts
      .filter(({ delivery }) => delivery === 'native')
      .map(({ path }) => ({ section: `project:${path}`, path, text: files[path] ?? '' })),
    userSources: plan.userSources,
    requests,
    classify: claude.classify,
  })
}
