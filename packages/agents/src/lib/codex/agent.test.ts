import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, waitUntil } from '../../../../../test/support/processes.ts'
import type { FoundAgent } from '../port/detection.ts'
import type { Inspection } from '../port/inspection.ts'
import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { createCodexAgent } from './agent.ts'

const FAKE = fileURLToPath(new URL('../../../../../test/support/fake-codex.mjs', import.meta.url))
const agent = createCodexAgent()

let folder: string
let env: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codex-agent-'))
  await mkdir(join(folder, 'work', '.git'), { recursive: true })
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, FAKE_LOG: join(folder, 'log') }
})
afterEach(() => rm(folder, { recursive: true }))

async function detect(): Promise<FoundAgent> {
  const detection = await agent.detect({ command: FAKE, env })
  if (!detection.found) throw new Error(detection.reason)
  return detection
}

async function inspect(args: readonly string[] = []): Promise<Inspection> {
  return agent.inspect({ detection: await detect(), cwd: join(folder, 'work'), env, args })
}

async function plan(changes: Partial<PlanInput> = {}): Promise<DeliveryPlan> {
  const input: PlanInput = {
    detection: await detect(),
    inspection: await inspect(),
    text: 'ours',
    directivesText: 'ours',
    session: { mode: 'new' },
    freshSessionId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    prompt: 'hello',
    cwd: join(folder, 'work'),
    env,
    deliverDir: join(folder, 'deliver'),
    trusted: true,
    ...changes,
  }
  return agent.plan(input)
}

interface Run {
  readonly end: Awaited<ReturnType<typeof agent.launch>>
  readonly stdout: string
  readonly stderr: string
}

async function launch(made: DeliveryPlan): Promise<Run> {
  await rm(join(folder, 'log'))
  const out: Uint8Array[] = []
  const error: Uint8Array[] = []
  const end = await agent.launch(made, {
    stdio: 'capture',
    killAfterMs: 1000,
    onStdout: (chunk) => out.push(chunk),
    onStderr: (chunk) => error.push(chunk),
  })
  const stdout = Buffer.concat(out).toString()
  return { end, stdout, stderr: Buffer.concat(error).toString() }
}

interface Logged {
  readonly program?: string
  readonly args?: readonly string[]
  readonly pid?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
}

/** What the stand-in for Codex was started with and told since the log was emptied. */
function logged(): readonly Logged[] {
  if (!existsSync(join(folder, 'log'))) return []
  const lines = readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Logged)
}

describe('createCodexAgent detect', () => {
  it('finds the program and knows whether the version was measured', async () => {
    expect(await detect()).toEqual({
      found: true,
      id: 'codex',
      path: FAKE,
      realPath: FAKE,
      version: '0.171.0',
      proven: true,
      behaviours: {},
    })
  })

  it('tells what is missing', async () => {
    const missing = await agent.detect({ env: { PATH: folder } })
    expect(missing).toEqual({ found: false, id: 'codex', reason: 'no codex in PATH' })
  })
})

describe('createCodexAgent inspect', () => {
  it('takes the value and its origin from Codex itself', async () => {
    const name = { type: 'user', file: '/h/config.toml' }
    env['FAKE_CONFIG'] = JSON.stringify({
      config: {
        developer_instructions: 'own',
        model_provider: 'mine',
        model_providers: { mine: { base_url: 'http://x/v1' } },
        projects: { [join(folder, 'work')]: { trust_level: 'trusted' } },
      },
      origins: { developer_instructions: { name } },
    })
    const found = await inspect()
    expect(found.userSources).toEqual([
      { what: 'developer_instructions', where: '/h/config.toml', text: 'own' },
    ])
    expect(found.endpoint).toMatchObject({ recordable: true, baseUrl: 'http://x/v1' })
    expect(found.details).toMatchObject({
      developerInstructions: 'own',
      baseUrlKey: 'model_providers.mine.base_url',
      insideGit: true,
      folderTrusted: true,
    })
    expect(found.notes).toEqual([])
  })

  it('asks with the flags that the server will get, in the folder of the run', async () => {
    await inspect(['-c', 'a=1', '--search', '-m', 'x'])
    const [start, , , read] = logged()
    expect(start?.args).toEqual(['-c', 'a=1', '--disable', 'plugins'])
    expect(read).toMatchObject({ method: 'config/read', params: { cwd: join(folder, 'work') } })
  })

  it('reads a profile, which the server does not know', async () => {
    const home = join(folder, '.codex')
    await mkdir(home)
    await writeFile(join(home, 'work.config.toml'), 'developer_instructions = "P"\nmodel = "m"\n')
    const found = await inspect(['-p', 'work'])
    expect(found.userSources).toEqual([
      { what: 'developer_instructions', where: join(home, 'work.config.toml'), text: 'P' },
    ])
    expect(found.details).toMatchObject({ profile: { developer_instructions: 'P', model: 'm' } })
  })

  it('reads the settings that change which files Codex reads, and notes what it cannot follow', async () => {
    env['FAKE_CONFIG'] = JSON.stringify({
      config: {
        project_doc_max_bytes: 100,
        project_doc_fallback_filenames: ['CLAUDE.md', 1],
        project_root_markers: ['.hg'],
      },
    })
    const found = await inspect()
    expect(found.details).toMatchObject({ projectBytes: 100, fallbackNames: ['CLAUDE.md'] })
    expect(found.notes).toEqual([expect.stringContaining('project_root_markers is [".hg"]')])
  })

  it('says what Codex said when it does not start', async () => {
    env['FAKE_FAIL'] = 'bad config'
    await expect(inspect()).rejects.toMatchObject({
      code: 'start-failed',
      message: 'codex app-server ended with 1: Error: bad config',
    })
  })
})

describe('createCodexAgent launch', () => {
  it('passes the output on byte for byte and learns the session', async () => {
    const { end, stdout } = await launch(await plan())
    expect(stdout).toBe('echo hello\n')
    expect(end).toEqual({ code: 0, signal: null, agentSessionId: 'thread-1' })
  })

  it('delivers in the message that starts the thread, and nowhere else', async () => {
    env['FAKE_CONFIG'] = JSON.stringify({ config: { developer_instructions: 'own' } })
    await launch(await plan())
    const entries = logged()
    const holders = entries.filter((entry) => JSON.stringify(entry).includes('ours'))
    expect(holders).toEqual([expect.objectContaining({ method: 'thread/start' })])
    expect(holders[0]?.params).toMatchObject({
      developerInstructions: 'own\n\nours',
      threadSource: 'user',
    })
  })

  it('leaves no process, socket or file', async () => {
    await launch(await plan())
    const pids = logged().flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
    expect(pids).toHaveLength(2)
    expect(pids.filter(isRunning)).toEqual([])
    const left = await readdir(join(folder, 'deliver'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => !entry.isDirectory())).toEqual([])
  })

  it('passes the exit status on', async () => {
    env['FAKE_EXIT'] = '3'
    expect((await launch(await plan())).end).toMatchObject({ code: 3, signal: null })
  })

  it('completes a resumed thread that began without the text', async () => {
    env['FAKE_HISTORY'] = join(folder, 'history')
    await writeFile(join(folder, 'history'), '{}')
    const session = { mode: 'resume', agentSessionId: 'id-1' } as const
    const { end, stdout } = await launch(await plan({ session }))
    expect(stdout).toBe('echo hello\n')
    expect(end.agentSessionId).toBe('id-1')
    const methods = logged().map(({ method }) => method)
    expect(methods.indexOf('thread/inject_items')).toBeLessThan(methods.indexOf('turn/start'))
    expect(methods).toContain('thread/inject_items')
  })

  it('hands the key of the environment to the server and to no argument vector', async () => {
    env['CODEX_API_KEY'] = 'sk-test'
    await launch(await plan())
    const entries = logged()
    expect(entries).toContainEqual(
      expect.objectContaining({
        method: 'account/login/start',
        params: { type: 'apiKey', apiKey: 'sk-test' },
      }),
    )
    expect(JSON.stringify(entries.map(({ args }) => args))).not.toContain('sk-test')
  })

  it('tells why the server ended when it fails', async () => {
    const made = await plan()
    const failing = { ...made, env: { ...made.env, FAKE_FAIL: 'no luck' } }
    const { end, stderr } = await launch(failing)
    expect(end.code).toBe(1)
    expect(stderr).toContain('onesoul: codex app-server ended with 1: Error: no luck')
  })

  it('starts nothing for a refused plan', async () => {
    const made = await plan({ inspection: { ...(await inspect()), args: ['--oss'] } })
    await expect(launch(made)).rejects.toMatchObject({ code: 'refused' })
    expect(existsSync(join(folder, 'log'))).toBe(false)
    expect(existsSync(join(folder, 'deliver'))).toBe(false)
  })

  it('tells the thread while it runs, and ends everything when it is told to stop', async () => {
    const made = await plan({ prompt: 'hang' })
    const stop = new AbortController()
    const told: string[] = []
    const running = agent.launch(made, {
      stdio: 'capture',
      killAfterMs: 1000,
      signal: stop.signal,
      onAgentSession: (id) => told.push(id),
    })
    await waitUntil(() => logged().some(({ method }) => method === 'turn/start'), 15_000)
    expect(told).toEqual(['thread-1'])
    stop.abort()
    expect(await running).toEqual({ code: null, signal: 'SIGTERM', agentSessionId: 'thread-1' })
    const pids = logged().flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
    expect(pids.filter(isRunning)).toEqual([])
  })
})
