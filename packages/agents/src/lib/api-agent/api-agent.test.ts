import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAnthropicAgent } from '../anthropic/anthropic-agent.ts'
import { createGeminiAgent } from '../gemini/gemini-agent.ts'
import { createOpenAIAgent } from '../openai/openai-agent.ts'
import type { Agent, LaunchOptions } from '../port/agent.ts'
import type { PlanInput } from '../port/plan.ts'
import { type Recorder, startRecorder } from '../recorder/recorder.ts'
import type { ModelScript } from '../scripted-model/model-script.ts'
import { describeAgentContract } from '../testing/contract.ts'
import { readSlots } from '../wire/read-slots.ts'

const AGENTS: readonly (readonly [id: string, create: () => Agent, key: string, base: string])[] = [
  ['anthropic', createAnthropicAgent, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  ['openai', createOpenAIAgent, 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['gemini', createGeminiAgent, 'GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
]
const TEXT = '<agent-configuration>\nRead before you write.\n</agent-configuration>'

for (const [id, create, key] of AGENTS) {
  let recorder: Recorder
  beforeAll(async () => {
    recorder = await startRecorder({ offline: true })
  })
  afterAll(() => recorder.close())
  describeAgentContract({
    name: id,
    create,
    setUp: async () => ({
      env: { PATH: '/usr/bin', [key]: 'key-of-a-test' },
      cwd: '/',
      deliverDir: join(tmpdir(), `onesoul-${id}-deliver`),
      recorderUrl: recorder.url,
    }),
  })
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-api-'))
  await mkdir(join(folder, 'tree'))
  await writeFile(join(folder, 'tree/a.txt'), 'alpha')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs one turn against a model, the way the command does. */
async function run(
  create: () => Agent,
  url: string,
  change: Partial<PlanInput> = {},
  options: Partial<LaunchOptions> = {},
): Promise<Ran> {
  const agent = create()
  const known = AGENTS.find(([id]) => id === agent.id)
  const env = { [known?.[2] ?? '']: 'key-of-a-test', [known?.[3] ?? '']: url }
  const detection = await agent.detect({ env })
  if (!detection.found) throw new Error(detection.reason)
  const cwd = join(folder, 'tree')
  const inspection = await agent.inspect({ detection, cwd, env, args: [] })
  const plan = agent.plan({
    detection,
    inspection,
    text: TEXT,
    directivesText: TEXT,
    session: { mode: 'new' },
    freshSessionId: 'fresh',
    prompt: 'hi',
    cwd,
    env,
    deliverDir: join(folder, 'deliver'),
    sessionDir: join(folder, 'session'),
    trusted: true,
    ...change,
  })
  let stdout = ''
  let stderr = ''
  const { code, signal } = await agent.launch(plan, {
    stdio: 'capture',
    onStdout: (chunk) => {
      stdout += Buffer.from(chunk).toString()
    },
    onStderr: (chunk) => {
      stderr += Buffer.from(chunk).toString()
    },
    ...options,
  })
  return { code, signal, stdout, stderr }
}

const RESUMED = { session: { mode: 'resume', agentSessionId: 'fresh' } } as const

async function withModel<T>(
  script: ModelScript,
  work: (model: Recorder) => Promise<T>,
): Promise<T> {
  const model = await startRecorder({ offline: true, script })
  try {
    return await work(model)
  } finally {
    await model.close()
  }
}

describe.each(AGENTS)('%s', (_, create, key) => {
  it('is found when its key is set, and says what to do when it is not', async () => {
    expect(await create().detect({ env: { [key]: ' ' } })).toMatchObject({
      found: false,
      reason: expect.stringContaining(`${key}`),
      fix: expect.stringContaining('--offline'),
    })
    expect(await create().detect({ env: {}, offline: true })).toMatchObject({ found: true })
  })

  it('answers with the text delivered once, and runs the tools that the model calls', async () => {
    const calls = [
      { name: 'list_files' },
      { name: 'read_file', input: { path: 'a.txt' } },
      { name: 'write_file', input: { path: 'b.txt', content: 'beta' } },
    ]
    await withModel(
      [{ times: 1, toolCalls: calls }, { text: 'Done, all of it.' }],
      async (model) => {
        const ran = await run(create, model.url, { permission: 'workspace' })
        expect(ran).toMatchObject({ code: 0, signal: null, stdout: 'Done, all of it.\n' })
        expect(ran.stderr).toContain('· read_file a.txt')
        expect(await readFile(join(folder, 'tree/b.txt'), 'utf8')).toBe('beta')
        const [first, second] = model.requests()
        const slots = readSlots(first ?? { protocol: null, body: null })
        const ours = slots.filter(({ text }) => text.includes(TEXT))
        expect(ours.map(({ level, text }) => [level, text])).toEqual([['instruction', TEXT]])
        const told = readSlots(second ?? { protocol: null, body: null }).map(({ text }) => text)
        for (const result of ['a.txt', 'alpha', 'created b.txt']) {
          expect(
            told.some((text) => text.includes(result)),
            result,
          ).toBe(true)
        }
      },
    )
  })

  it('gives a task to a sub-agent, which is told the directives and nothing of the person', async () => {
    const task = { name: 'task', input: { profile: 'explore', prompt: 'What is in a.txt?' } }
    const script = [
      { times: 1, toolCalls: [task] },
      { times: 1, toolCalls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
      { times: 1, text: 'It says alpha.' },
      { text: 'Alpha, then.' },
    ]
    const text = `${TEXT}\nSECRET OF THE PERSON`
    await withModel(script, async (model) => {
      const ran = await run(create, model.url, { text, directivesText: TEXT })
      expect(ran).toMatchObject({ code: 0, stdout: 'Alpha, then.\n' })
      expect(ran.stderr).toContain('· explore: read_file a.txt')
      const [, first, second, last] = model.requests()
      const kinds = model.requests().map((request) => create().classify(request).kind)
      expect(kinds).toEqual(['turn', 'subagent', 'subagent', 'turn'])
      for (const request of [first, second]) {
        const body = JSON.stringify(request?.body)
        expect(body).toContain('Read before you write.')
        expect(body).not.toContain('SECRET OF THE PERSON')
        expect(body).not.toMatch(/"(?:write_file|task|memory)"/)
      }
      expect(JSON.stringify(last?.body)).toContain('It says alpha.')
    })
  })

  it('lets nothing be written that nobody allowed', async () => {
    const call = { name: 'write_file', input: { path: 'b.txt', content: 'beta' } }
    await withModel([{ times: 1, toolCalls: [call] }], async (model) => {
      const ran = await run(create, model.url)
      expect(ran.code).toBe(0)
      expect(ran.stderr).toContain('nobody is there to allow it')
      await expect(readFile(join(folder, 'tree/b.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
      await run(create, model.url, { permission: 'read-only', sessionDir: join(folder, 'other') })
      const names = model.requests().map((request) => JSON.stringify(request.body))
      expect(names.at(0)).toContain('write_file')
      expect(names.at(-1)).not.toContain('write_file')
    })
  })

  it('goes on with a conversation in another process, the head byte for byte', async () => {
    await withModel([{ text: 'Noted.' }], async (model) => {
      await run(create, model.url, { prompt: 'The buoy is red.' })
      await run(create, model.url, { ...RESUMED, prompt: 'Which colour?' })
      const [first, second] = model.requests().map((request) => readSlots(request))
      const heads = [first, second].map((slots) =>
        (slots ?? []).filter(({ level }) => level !== 'conversation').map(({ text }) => text),
      )
      expect(heads[1]).toEqual(heads[0])
      const said = (second ?? []).filter(({ level }) => level === 'conversation')
      expect(said.map(({ role, text }) => [role, text])).toEqual([
        ['user', 'The buoy is red.'],
        ['assistant', 'Noted.'],
        ['user', 'Which colour?'],
      ])
    })
  })

  it('says what went wrong, and keeps the conversation valid', async () => {
    const script = [{ times: 1, failure: { status: 401, message: 'no such key' } }]
    await withModel(script, async (model) => {
      const failed = await run(create, model.url)
      expect(failed).toMatchObject({ code: 1, stdout: '' })
      expect(failed.stderr).toContain('no such key')
      expect(failed.stderr).not.toContain('key-of-a-test')
      expect(await run(create, model.url, RESUMED)).toMatchObject({ code: 0 })
    })
  })

  it('stops when it is told to, and can be gone on with', async () => {
    await withModel([{ times: 1, delayMs: 20_000 }], async (model) => {
      const stopped = await run(create, model.url, {}, { signal: AbortSignal.timeout(300) })
      expect(stopped).toMatchObject({ code: null, signal: 'SIGTERM' })
      expect(await run(create, model.url, RESUMED)).toMatchObject({ code: 0 })
    })
  })
})

describe('a conversation of a session', () => {
  const kept = (): string => join(folder, 'session/conversation.json')

  it('is refused while another run has it', async () => {
    await withModel([{ times: 1, delayMs: 3_000 }], async (model) => {
      const first = run(createAnthropicAgent, model.url)
      await model.waitFor(() => true, 5_000)
      await expect(run(createAnthropicAgent, model.url, RESUMED)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining('in use by another run'),
      })
      expect(await first).toMatchObject({ code: 0 })
    })
  })

  it.each([
    ['{"schemaVersion":1,"messages":[', 'it is damaged'],
    [
      '{"schemaVersion":1,"agent":"a","model":"m","textSha256":"","messages":[{"role":"x"}]}',
      'it is damaged',
    ],
    ['{"schemaVersion":2}', 'a newer onesoul wrote it'],
  ])('is not written over when it cannot be read: %s', async (text, why) => {
    await mkdir(join(folder, 'session'))
    await writeFile(kept(), text)
    await withModel([], async (model) => {
      await expect(run(createAnthropicAgent, model.url, RESUMED)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining(why),
      })
      expect(model.requests()).toEqual([])
    })
    expect(await readFile(kept(), 'utf8')).toBe(text)
  })

  it('that a kill left behind with an open call is closed', async () => {
    const call = { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a.txt' } }
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [call] },
    ]
    await mkdir(join(folder, 'session'))
    const whole = { schemaVersion: 1, agent: 'anthropic', model: 'm', textSha256: '', messages }
    await writeFile(kept(), JSON.stringify(whole))
    await withModel([], async (model) => {
      expect(await run(createAnthropicAgent, model.url, RESUMED)).toMatchObject({ code: 0 })
      const body = JSON.stringify(model.requests()[0]?.body)
      expect(body).toMatch(/"tool_use_id":"c1",[^}]*The call may have run/)
    })
  })
})

describe('a run with services', () => {
  it('begins with the text of a skill, and reads more of it by a tool', async () => {
    const readSkill = async (name: string, file: string | null) => ({
      text: file === null ? `---\nname: ${name}\n---\n\nKnit one, purl one.` : `text of ${file}`,
    })
    const call = { name: 'read_skill', input: { name: 'knit', file: 'a.md' } }
    await withModel([{ times: 1, toolCalls: [call] }], async (model) => {
      const skills = { bundle: null, call: { name: 'knit', args: 'a scarf' } }
      const ran = await run(
        createAnthropicAgent,
        model.url,
        { prompt: '', skills },
        { services: { readSkill } },
      )
      expect(ran.code).toBe(0)
      const [first, second] = model.requests().map(({ body }) => JSON.stringify(body))
      expect(first).toContain('Knit one, purl one.\\n</skill>\\n\\na scarf')
      expect(second).toContain('text of a.md')
    })
  })

  it('keeps what the model proposes for a person', async () => {
    const proposed: unknown[] = []
    const memory = {
      targets: ['MEMORY.md'],
      propose: async (change: unknown) => {
        proposed.push(change)
        return { text: 'kept as 1' }
      },
    }
    const input = { target: 'MEMORY.md', text: 'Ada likes tea.', reason: 'she said so' }
    await withModel([{ times: 1, toolCalls: [{ name: 'memory', input }] }], async (model) => {
      await run(createAnthropicAgent, model.url, {}, { services: { memory } })
    })
    expect(proposed).toEqual([input])
  })
})

it('goes through the proxy that the environment names', async () => {
  const asked: string[] = []
  const proxy = createServer((_, response) => response.end())
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const env = {
    ANTHROPIC_API_KEY: 'key-of-a-test',
    ANTHROPIC_BASE_URL: 'https://models.example',
    HTTPS_PROXY: `http://127.0.0.1:${port}`,
  }
  try {
    const ran = run(createAnthropicAgent, '', { env }, { signal: AbortSignal.timeout(2_000) })
    expect((await ran).code).not.toBe(0)
    expect(asked).toContain('models.example:443')
  } finally {
    proxy.close()
  }
})
