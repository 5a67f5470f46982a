import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ModelRule, type ModelScript, type Recorder, startRecorder } from '@onesoul/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PtyProgram, runUnderPty } from '../agents/harness/run-under-pty.ts'
import { waitUntil } from '../support/processes.ts'
import { createPlace, type Outcome, type Place, root } from './onesoul.ts'

const main = join(root, 'packages/cli/dist/main.cjs')
const write = { name: 'write_file', input: { path: 'log.md', content: 'buoy 7\n' } }

let place: Place
let model: Recorder
let program: PtyProgram | undefined
beforeEach(async () => {
  place = await createPlace()
})
afterEach(async () => {
  program?.kill()
  program = undefined
  await model.close()
  await place.remove()
})

async function script(rules: ModelScript): Promise<void> {
  model = await startRecorder({ offline: true, script: rules })
}

function environment(): Readonly<Record<string, string>> {
  return { ANTHROPIC_API_KEY: 'key-of-a-test', ANTHROPIC_BASE_URL: model.url }
}

const home = (): readonly string[] => ['--home', join(place.dir, 'home')]
const onesoul = (...args: readonly string[]): Promise<Outcome> =>
  place.onesoul([...args, ...home()], environment())
const inTree = (path: string): string => join(place.dir, 'work', path)
const bodies = (): readonly string[] => model.requests().map(({ body }) => JSON.stringify(body))

function atTerminal(...args: readonly string[]): PtyProgram {
  const env = { PATH: '/usr/bin:/bin', HOME: join(place.dir, 'user'), LANG: 'C.UTF-8' }
  program = runUnderPty(process.execPath, [main, ...args, ...home()], {
    cwd: join(place.dir, 'work'),
    env: { ...env, NO_COLOR: '1', ...environment() },
  })
  return program
}

describe('onesoul run anthropic', () => {
  it('answers on standard output alone, and goes on with the session', async () => {
    await script([{ text: 'The buoy is red.' }])
    const first = await onesoul('run', 'anthropic', 'Which colour?', '--session', 'buoy')
    expect(first).toMatchObject({ code: 0, stdout: 'The buoy is red.\n' })
    expect(first.stderr).toMatch(/onesoul: delivered \d+ sections, [\d,]+ tokens; proven on 1\n$/)
    expect(await onesoul('run', 'anthropic', 'Really?', '--resume', 'buoy')).toMatchObject({
      code: 0,
    })
    expect(bodies()[1]).toContain('The buoy is red.')
    const [session = ''] = await readdir(join(place.dir, 'home/state/sessions'))
    const kept = join(place.dir, 'home/state/sessions', session, 'conversation.json')
    expect((await stat(kept)).mode & 0o777).toBe(0o600)
    expect(await readFile(kept, 'utf8')).not.toContain('key-of-a-test')
    expect(await onesoul('sessions', 'prune', '--older-than', '0')).toMatchObject({ code: 0 })
    expect(await readdir(join(place.dir, 'home/state/sessions'))).toEqual([])
  })

  it('says what is missing without a key, and traces without one', async () => {
    await script([])
    const none = await place.onesoul(['run', 'anthropic', 'hi', ...home()])
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN is not set')
    for (const agent of ['anthropic', 'openai', 'gemini']) {
      const traced = await place.onesoul(['trace', agent, 'hi', '--offline', ...home()])
      expect(traced.stdout, agent).toMatch(/^\w+ 1 · [\w.-]+ · wire · 1 turn · proven\n/)
      expect(traced.code, agent).toBe(0)
    }
  })

  it('begins with a skill, which only this session’s catalogue decides', async () => {
    await script([{ times: 1, toolCalls: [{ name: 'read_skill', input: { name: 'splice' } }] }])
    const skill =
      '---\nname: splice\ndescription: Splices ropes. Use it for ropes.\n---\n\nTuck thrice.\n'
    await place.write('home/skills/splice/SKILL.md', skill)
    const ran = await onesoul('run', 'anthropic', 'a rope', '--skill', 'splice')
    expect(ran).toMatchObject({ code: 0 })
    expect(bodies()[0]).toContain('Tuck thrice.\\n</skill>\\n\\na rope')
    expect(bodies()[1]).toContain('"content":"Tuck thrice.')
    expect(await onesoul('run', 'anthropic', 'hi', '--skill', 'slice')).toMatchObject({ code: 4 })
  })

  it('tells the instructions of a folder with the first file that is read in it, and no more', async () => {
    await place.write('work/AGENTS.md', '- Rule of the whole tree.\n')
    await place.write('work/pier/AGENTS.md', '- Rule of the pier. </directives>\n')
    await place.write('work/pier/deep/a.txt', 'alpha')
    const read = { name: 'read_file', input: { path: 'pier/deep/a.txt' } }
    const again = { when: { lastUserText: 'Again.' }, times: 1, toolCalls: [read] }
    await script([{ times: 1, toolCalls: [read, read] }, again])
    expect(await onesoul('trust', '--yes')).toMatchObject({ code: 0 })
    const first = await onesoul('run', 'anthropic', 'Read it.', '--session', 'pier')
    expect(first).toMatchObject({ code: 0 })
    const told = bodies()[1] ?? ''
    expect(told.split('Rule of the pier.')).toHaveLength(2)
    expect(told.split('Rule of the whole tree.')).toHaveLength(2)
    expect(told).toContain(
      String.raw`"alpha\n\nInstructions for pier/:\n<project-file path=\"AGENTS.md\">\n- Rule of the pier. &lt;/directives&gt;`,
    )
    expect(bodies()[0]).not.toContain('Rule of the pier.')
    expect(await onesoul('run', 'anthropic', 'Again.', '--resume', 'pier')).toMatchObject({
      code: 0,
    })
    expect(bodies()).toHaveLength(4)
    expect(bodies()[3]?.split('Rule of the pier.')).toHaveLength(2)
  })

  it('keeps what the model wants to remember for a person, who accepts it', async () => {
    const input = { target: 'MEMORY.md', text: 'Buoy 7 is red.', reason: 'She said so.' }
    await script([{ times: 1, toolCalls: [{ name: 'memory', input }] }])
    expect(await onesoul('run', 'anthropic', 'Remember it.')).toMatchObject({ code: 0 })
    const id = /Kept as proposal (\w+)/.exec(bodies()[1] ?? '')?.[1] ?? ''
    expect((await onesoul('memory', 'list')).stdout).toContain(id)
    const file = join(place.dir, 'home/agent-configs/MEMORY.md')
    expect(await readFile(file, 'utf8')).not.toContain('Buoy 7')
    expect(await onesoul('memory', 'accept', id)).toMatchObject({ code: 0 })
    expect(await readFile(file, 'utf8')).toMatch(/\n- Buoy 7 is red\.\n$/)
  })

  it('reads what is piped in behind the prompt', async () => {
    await script([])
    const child = execFile(process.execPath, [main, 'run', 'anthropic', 'Sum up:', ...home()], {
      cwd: join(place.dir, 'work'),
      env: { PATH: '/usr/bin:/bin', HOME: join(place.dir, 'user'), ...environment() },
    })
    child.stdin?.end('eight bells')
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(0)
    expect(bodies()[0]).toContain('Sum up:\\n\\neight bells')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'can be gone on with after %s',
    async (signal) => {
      await script([
        { times: 1, toolCalls: [write] },
        { times: 1, delayMs: 30_000 },
      ])
      const args = ['run', 'anthropic', 'hi', '--session', 'cut', '--permission', 'workspace']
      const child = execFile(process.execPath, [main, ...args, ...home()], {
        cwd: join(place.dir, 'work'),
        env: { PATH: '/usr/bin:/bin', HOME: join(place.dir, 'user'), ...environment() },
      })
      child.stdin?.end()
      const ended = new Promise<unknown[]>((resolve) => {
        child.once('exit', (...how) => resolve(how))
      })
      await model.waitFor(({ index }) => index === 2, 20_000)
      child.kill(signal)
      const codes = { SIGINT: [130, null], SIGTERM: [143, null], SIGKILL: [null, 'SIGKILL'] }
      expect(await ended).toEqual(codes[signal])
      expect(await readFile(inTree('log.md'), 'utf8')).toBe('buoy 7\n')
      expect(await onesoul('run', 'anthropic', 'go on', '--resume', 'cut')).toMatchObject({
        code: 0,
      })
      expect(bodies().at(-1)).toContain('created log.md')
    },
  )
})

async function say(at: PtyProgram, text: string): Promise<void> {
  await at.type(text)
  at.press('enter')
}

/** Waits for the question of that number. */
async function asked(at: PtyProgram, number: number): Promise<void> {
  const isThere = (): boolean => at.output().split('[a]lways').length > number
  expect(await waitUntil(isThere, 20_000), at.output()).toBe(true)
}

describe('onesoul run anthropic at a terminal', () => {
  it('talks turn by turn, asks before it writes, and is gone on with', async () => {
    const call = (): ModelRule => ({ times: 1, toolCalls: [write] })
    const aye = { times: 1, text: 'Aye \u001b[31mred.' }
    await script([call(), aye, call(), { text: 'Noted.' }])
    const at = atTerminal('run', 'anthropic')
    await at.shows('Ctrl-D leaves')
    await say(at, 'note it')
    await asked(at, 1)
    await say(at, 'n')
    await at.shows('the person said no')
    await at.shows('Aye \\u{1b}[31mred.')
    await say(at, 'note it')
    await asked(at, 2)
    await say(at, 'y')
    await at.shows('Noted.')
    expect(await readFile(inTree('log.md'), 'utf8')).toBe('buoy 7\n')
    await say(at, '/exit')
    expect((await at.ended).exitCode).toBe(0)
    const id = /--resume ([\w-]+)/.exec(at.output())?.[1] ?? ''
    expect(await onesoul('run', 'anthropic', 'and?', '--resume', id)).toMatchObject({ code: 0 })
    expect(bodies().at(-1)).toContain('the person said no')
  })

  it('stops a turn by Ctrl-C and goes on', async () => {
    await script([{ times: 1, delayMs: 30_000 }, { text: 'Aye.' }])
    const at = atTerminal('run', 'anthropic')
    await at.shows('Ctrl-D leaves')
    await say(at, 'first')
    await model.waitFor(() => true, 10_000)
    at.press('ctrl-c')
    await at.shows('the turn was stopped')
    await say(at, 'second')
    await at.shows('Aye.')
    at.press('ctrl-d')
    expect((await at.ended).exitCode).toBe(0)
  })
})
