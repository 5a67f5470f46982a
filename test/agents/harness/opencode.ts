import { join } from 'node:path'
import {
  type Agent,
  buildRunReceipt,
  type Delivery,
  type DeliveryPlan,
  type ExitStatus,
  type FoundAgent,
  type InstructionFile,
  type ModelScript,
  type RecordedRequest,
  type RunReceipt,
  startRecorder,
} from '@onesoul/agents'
import { createOpenCodeAgent } from '@onesoul/agents/opencode'
import type { Composition } from '@onesoul/core'
import { composeSample } from '../../support/sample-composition.ts'
import { agentCache, agentProgram } from './agent-programs.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

export const opencode: Agent = createOpenCodeAgent()

export const PROGRAM: string = agentProgram('opencode')

/** Where the person's own configuration lies in a sandbox. */
export const CONFIG_FILE = 'home/.config/opencode/opencode.json'

/** A closed port, so that only a recorder in its place answers. */
const OWN_URL = 'http://127.0.0.1:9/v1'

export interface RunOptions {
  /** Default: `say hi`; `null` for a terminal. */
  readonly prompt?: string | null
  readonly script?: ModelScript
  readonly session?: string
  readonly trusted?: boolean
  readonly args?: readonly string[]
  /** As `trace --offline` runs it. Default false. */
  readonly offline?: boolean
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly composition?: Composition
  readonly natives?: Delivery['natives']
}

export interface RunResult {
  readonly end: ExitStatus
  readonly stdout: string
  readonly stderr: string
  readonly requests: readonly RecordedRequest[]
  readonly receipt: RunReceipt
}

/** The person's configuration: one provider, two models. */
export function configAt(baseURL: string = OWN_URL, more: object = {}): string {
  return JSON.stringify({
    $schema: 'https://opencode.ai/config.json',
    model: 'acme/large',
    small_model: 'acme/small',
    enabled_providers: ['acme'],
    provider: {
      acme: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Acme',
        options: { baseURL, apiKey: 'dummy' },
        models: {
          large: { name: 'Large', tool_call: true, limit: { context: 128_000, output: 8192 } },
          small: { name: 'Small', limit: { context: 32_000, output: 4096 } },
        },
      },
    },
    ...more,
  })
}

/** A sandbox whose environment names a proxy and, as exceptions, nothing of ours. */
export async function createOpenCodeSandbox(config: string = configAt()): Promise<Sandbox> {
  const sandbox = await createSandbox(() => ({
    NO_PROXY: 'example.com',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }))
  await sandbox.put(CONFIG_FILE, config)
  return sandbox
}

async function detect(sandbox: Sandbox): Promise<FoundAgent> {
  const cacheDir = join(agentCache(), 'detection')
  const detection = await opencode.detect({ command: PROGRAM, env: sandbox.env, cacheDir })
  if (!detection.found) throw new Error(detection.reason)
  return detection
}

/** Plans a run of the sample composition, without a recorder when no URL is given. */
export async function planRun(
  sandbox: Sandbox,
  options: RunOptions,
  recorderUrl?: string,
): Promise<DeliveryPlan> {
  const detection = await detect(sandbox)
  const { session, trusted = true, cwd = sandbox.tree, args = [], prompt = 'say hi' } = options
  const env = { ...sandbox.env, ...options.env }
  const inspection = await opencode.inspect({ detection, cwd, env, args, trusted })
  return opencode.plan({
    detection,
    inspection,
    text: (options.composition ?? composeSample()).text,
    directivesText: composeSample({ viewer: 'public' }).text,
    session: session ? { mode: 'resume', agentSessionId: session } : { mode: 'new' },
    freshSessionId: '',
    prompt,
    cwd,
    env,
    deliverDir: sandbox.deliverDir,
    trusted,
    ...(recorderUrl === undefined ? {} : { recorderUrl, offline: options.offline ?? false }),
  })
}

/** Runs the real program once against a scripted model and judges what it asked. */
export async function runOpenCode(sandbox: Sandbox, options: RunOptions = {}): Promise<RunResult> {
  const recorder = await startRecorder({ offline: true, script: options.script ?? [] })
  try {
    const plan = await planRun(sandbox, options, recorder.url)
    const output: { stdout: Uint8Array[]; stderr: Uint8Array[] } = { stdout: [], stderr: [] }
    const end = await opencode.launch(plan, {
      stdio: 'capture',
      onStdout: (chunk) => output.stdout.push(chunk),
      onStderr: (chunk) => output.stderr.push(chunk),
    })
    const requests = recorder.requests()
    return {
      end,
      stdout: Buffer.concat(output.stdout).toString(),
      stderr: Buffer.concat(output.stderr).toString(),
      requests,
      receipt: judge(plan, requests, options),
    }
  } finally {
    await recorder.close()
  }
}

export function judge(
  plan: DeliveryPlan,
  requests: readonly RecordedRequest[],
  { composition = composeSample(), natives = [] }: RunOptions = {},
): RunReceipt {
  return buildRunReceipt({
    agent: { id: opencode.id, version: plan.detection.version },
    traits: opencode.traits,
    delivered: plan.delivered,
    text: composition.text,
    manifest: composition.manifest,
    natives,
    userSources: plan.userSources,
    requests,
    classify: (request) => opencode.classify(request),
  })
}

/** Writes files into the work tree and composes them as ownership says. */
export async function putFiles(
  sandbox: Sandbox,
  files: Readonly<Record<string, string>>,
  place: { readonly cwd: string; readonly trusted: boolean },
): Promise<RunOptions> {
  for (const [path, text] of Object.entries(files)) await sandbox.put(`tree/${path}`, text)
  const detection = await detect(sandbox)
  const { env, tree } = sandbox
  const verdicts = opencode.ownership({
    detection,
    inspection: await opencode.inspect({ detection, env, args: [], ...place }),
    files: Object.entries(files).map(([path, text]) => instructionFile(path, text)),
    cwd: place.cwd.slice(tree.length + 1),
    hasGitRoot: true,
    trusted: place.trusted,
    env,
  })
  const project = verdicts
    .map(({ path, delivery }) => ({ path, delivery, text: files[path] ?? '', ...place }))
    .filter(({ text }) => text !== '')
  const natives = project
    .filter(({ delivery }) => delivery === 'native')
    .map(({ path, text }) => ({ section: `project:${path}`, path, text }))
  return { ...place, composition: composeSample({ project }), natives }
}

function instructionFile(path: string, text: string): InstructionFile {
  const cut = path.lastIndexOf('/')
  const directory = path.slice(0, Math.max(cut, 0))
  return { path, name: path.slice(cut + 1), directory, text, sizeBytes: Buffer.byteLength(text) }
}
