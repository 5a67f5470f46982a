import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecordedRequest, startRecorder } from '@onesoul/agents'
import { afterEach, describe, expect, it } from 'vitest'
import { sourceUrl, typescriptArgs } from '../support/typescript-script.ts'
import {
  count,
  instructions,
  OURS,
  OWN,
  type Stage,
  type StageOptions,
  setStage,
} from './harness/codex.ts'
import { type PtyProgram, runUnderPty } from './harness/run-under-pty.ts'
import { watchArgv } from './harness/watch-argv.ts'

const stages: Stage[] = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close()
})

async function stageWith(options: StageOptions = {}): Promise<Stage> {
  const stage = await setStage(options)
  stages.push(stage)
  return stage
}

function expectOnce(request: RecordedRequest | undefined): void {
  const slots = instructions(request)
  expect(count(slots, OURS)).toBe(1)
  expect(slots.find(({ text }) => text.includes(OURS))?.text).toBe(`${OWN}\n\n${OURS}`)
}

/** A body without what is new in every run; Codex writes some of its keys in random order. */
function withoutIds(body: unknown, leftOut = ''): unknown {
  const text = JSON.stringify(body)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/turn_started_at_unix_ms\\":\d+/g, 'TIME')
    .replace(JSON.stringify(leftOut).slice(1, -1), '')
  return JSON.parse(text)
}

function asks(text: string): (request: RecordedRequest) => boolean {
  return ({ method, body }) => method === 'POST' && JSON.stringify(body).includes(text)
}

describe('codex exec', () => {
  it('receives the text once, after the own one, in the first turn and the resumed second', async () => {
    const stage = await stageWith()
    const first = await stage.run()
    expect(first.end).toMatchObject({ code: 0, signal: null })
    const agentSessionId = first.end.agentSessionId ?? ''
    await stage.run({ prompt: 'again', session: { mode: 'resume', agentSessionId } })
    expect(stage.requests('turn')).toHaveLength(2)
    for (const turn of stage.requests('turn')) expectOnce(turn)
    expect(stage.recorder.requests()).toHaveLength(2)
  })

  it('prints what it prints without us, leaves the same files and the repository alone', async () => {
    const [ours, bare] = [await stageWith(), await stageWith()]
    const run = await ours.run()
    const alone = await bare.bare('exec', 'hello')
    expect(run).toMatchObject({ stdout: alone.stdout, end: { code: alone.code } })
    expect(await ours.ownFiles()).toEqual(await bare.ownFiles())
    expect(await readdir(ours.sandbox.home)).toEqual(await readdir(bare.sandbox.home))
    const config = async (stage: Stage): Promise<string> => {
      const text = await readFile(join(stage.codexHome, 'config.toml'), 'utf8')
      return text.replaceAll(stage.sandbox.base, '').replaceAll(stage.recorder.url, '')
    }
    expect(await config(ours)).toBe(await config(bare))
    expect(ours.sandbox.git('status', '--porcelain')).toBe('')
    const left = await readdir(ours.sandbox.deliverDir, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => !entry.isDirectory())).toEqual([])
  })

  it('sends the request of a bare run with our text added and nothing else changed', async () => {
    const stage = await stageWith({ files: { 'AGENTS.md': 'Project rule.\n' } })
    await stage.bare('exec', 'hello')
    await stage.run()
    const [bare, ours] = stage.recorder.requests()
    expectOnce(ours)
    expect(withoutIds(ours?.body, `\n\n${OURS}`)).toEqual(withoutIds(bare?.body))
  })

  it('adds the text to a session that began without us, once', async () => {
    const stage = await stageWith()
    const { stdout } = await stage.bare('exec', '--json', 'hello')
    const agentSessionId = /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? ''
    for (const prompt of ['two', 'three']) {
      await stage.run({ prompt, session: { mode: 'resume', agentSessionId } })
    }
    const counts = stage.requests('turn').map((turn) => count(instructions(turn), OURS))
    expect(counts).toEqual([0, 1, 1])
  })

  it('passes a failed turn on', async () => {
    const stage = await stageWith({ script: [{ failure: { status: 400, message: 'no' } }] })
    expect((await stage.run()).end.code).toBe(1)
  })

  it("is recorded before the person's own provider", async () => {
    const stage = await stageWith()
    const recorder = await startRecorder({ upstream: `${stage.recorder.url}/v1` })
    try {
      await stage.run({ recorderUrl: recorder.url })
      expect(recorder.requests()).toHaveLength(1)
      expectOnce(recorder.requests()[0])
      expect(stage.recorder.requests()).toHaveLength(1)
    } finally {
      await recorder.close()
    }
  })

  it('honours a profile as Codex does', async () => {
    const stage = await stageWith()
    const profile = 'developer_instructions = "From the profile."\nmodel = "other-model"\n'
    await stage.sandbox.put('codex/night.config.toml', profile)
    await stage.bare('exec', '-p', 'night', 'hello')
    const run = await stage.run({ args: ['-p', 'night'] })
    const [bare, ours] = stage.recorder.requests()
    expect(count(instructions(bare), 'From the profile.')).toBe(1)
    const texts = instructions(ours).map(({ text }) => text)
    expect(texts).toContain(`From the profile.\n\n${OURS}`)
    expect(ours?.body).toMatchObject({ model: 'other-model' })
    const where = join(stage.codexHome, 'night.config.toml')
    expect(run.plan.userSources).toEqual([expect.objectContaining({ where })])
  })

  it('names compaction and sub-agents, which inherit the text', async () => {
    const input = { message: 'SUBTASK', agent_type: 'default' }
    const spawnCall = { name: 'spawn_agent', namespace: 'multi_agent_v1', input }
    const stage = await stageWith({
      script: [
        { when: { lastUserText: 'spawn' }, times: 1, toolCalls: [spawnCall] },
        { when: { lastUserText: 'large' }, inputTokens: 300_000 },
      ],
    })
    const first = await stage.run({ prompt: 'spawn' })
    const session = { mode: 'resume', agentSessionId: first.end.agentSessionId ?? '' } as const
    await stage.run({ prompt: 'large', session })
    const args = ['-c', 'model_auto_compact_token_limit=1000']
    await stage.run({ prompt: 'after', session, args })
    expect(stage.requests('subagent').length).toBeGreaterThan(0)
    for (const request of stage.requests('subagent')) expectOnce(request)
    expect(stage.requests('compaction')).toHaveLength(1)
    const last = stage.requests('turn').at(-1)
    expect(JSON.stringify(last?.body)).toContain('after')
    expectOnce(last)
  })
})

describe('ownership of the work tree', () => {
  const AGENTS = 'Rule of AGENTS.\n'
  const CLAUDE = 'Rule of CLAUDE.\n'

  it.each<[string, Record<string, string>]>([
    ['both', { 'AGENTS.md': AGENTS, 'CLAUDE.md': CLAUDE }],
  ])('with %s, Codex brings what the table calls native and nothing else', async (_, files) => {
    const stage = await stageWith({ files })
    const { plan } = await stage.run()
    const verdicts = stage.agent.ownership({
      detection: plan.detection,
      files: Object.entries(files).map(([path, text]) => ({
        path,
        name: path,
        directory: '',
        text,
        sizeBytes: Buffer.byteLength(text),
      })),
      cwd: '',
      hasGitRoot: true,
      trusted: true,
      env: stage.sandbox.env,
    })
    expect(verdicts).toHaveLength(Object.keys(files).length)
    const body = JSON.stringify(stage.recorder.requests()[0]?.body)
    for (const { path, delivery } of verdicts) {
      const occurrences = body.split(files[path]?.trim() ?? '').length - 1
      expect(occurrences).toBe(delivery === 'native' ? 1 : 0)
    }
  })

  it('keeps the files of an untrusted work tree from Codex', async () => {
    const stage = await stageWith({ files: { 'AGENTS.md': AGENTS } })
    await stage.run({ trusted: false })
    const [request] = stage.recorder.requests()
    expect(JSON.stringify(request?.body)).not.toContain('Rule of AGENTS')
    expectOnce(request)
  })
})

describe('codex at a terminal', () => {
  it('takes typed prompts, a new session, a resize and Ctrl-C', async () => {
    const stage = await stageWith()
    const { screen, result } = await startTerminal(stage)
    const watch = watchArgv(screen.pid)
    await screen.shows('Ask Codex to do anything')
    await enter(screen, 'first question')
    await stage.recorder.waitFor(asks('first question'), 60_000)
    screen.resize(90, 30)
    await enter(screen, '/new')
    await enter(screen, 'second question')
    await stage.recorder.waitFor(asks('second question'), 60_000)
    await screen.shows('scripted answer')
    expect(JSON.stringify(watch.stop())).not.toMatch(/The person likes tea|Our directives/)
    expect(await quit(screen)).toMatchObject({ exitCode: 0 })
    const { agentSessionId } = JSON.parse(await readFile(result, 'utf8'))
    expect(screen.output()).toContain(agentSessionId.slice(0, 18))
    expect(stage.requests('turn')).toHaveLength(2)
    for (const turn of stage.requests('turn')) expectOnce(turn)
    for (const side of stage.requests('side')) expect(count(instructions(side), OURS)).toBe(0)
    expect(existsSync(join(stage.codexHome, 'app-server-daemon'))).toBe(false)
    const left = await readdir(stage.sandbox.deliverDir, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => !entry.isDirectory())).toEqual([])
  })
})

/** Runs an interactive plan in a process of its own at a terminal of its own. */
async function startTerminal(stage: Stage): Promise<{ screen: PtyProgram; result: string }> {
  const result = join(stage.sandbox.base, 'result.json')
  const planFile = join(stage.sandbox.base, 'plan.json')
  await stage.sandbox.put('plan.json', JSON.stringify(await stage.plan({ prompt: null })))
  const source = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { createCodexAgent } from ${JSON.stringify(sourceUrl('packages/agents/src/codex.ts'))}
    const plan = JSON.parse(readFileSync(${JSON.stringify(planFile)}, 'utf8'))
    const status = await createCodexAgent().launch(plan, { stdio: 'inherit' })
    writeFileSync(${JSON.stringify(result)}, JSON.stringify(status))
    process.exitCode = status.code`
  const { tree: cwd, env } = stage.sandbox
  return { screen: runUnderPty(process.execPath, typescriptArgs(source), { cwd, env }), result }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Codex takes text that comes in one burst for a paste, and Enter right behind it for a line break. */
async function enter(screen: PtyProgram, text: string): Promise<void> {
  await pause(1500)
  await screen.type(text)
  await pause(700)
  screen.press('enter')
}

/** One Ctrl-C ends an idle Codex; while an answer arrives it only stops that. */
async function quit(screen: PtyProgram): Promise<{ exitCode: number } | undefined> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pause(2000)
    screen.press('ctrl-c')
    const ended = await Promise.race([screen.ended, pause(5000)])
    if (ended) return ended
  }
  throw new Error(`still there after Ctrl-C\n${screen.output().slice(-2000)}`)
}
