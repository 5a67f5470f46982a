import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOTPLEX_HOME } from '../../packages/sources/src/lib/import/fixtures/hotplex-home.ts'
import { loadLikeHotplex } from '../../packages/sources/src/lib/import/fixtures/hotplex-loader.ts'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await rm(join(place.dir, 'home'), { recursive: true })
})
afterEach(() => place.remove())

const SECRETS = /very-secret|hp-admin|xoxb|sk-/
const own = (path = ''): string => join(place.dir, 'user', path)
const init = (...more: string[]): Promise<Outcome> => place.onesoul(['init', ...more])

const writeAll = async (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(own(`${folder}/${path}`)), { recursive: true })
    await writeFile(own(`${folder}/${path}`), text)
  }
}

const hashOf = async (dir: string): Promise<string> => {
  const hash = createHash('sha256')
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) {
    hash.update(path).update(await readFile(path))
  }
  return hash.digest('hex')
}

const BOTS = [
  { platform: 'slack', bot: 'dev-bot', botsOfPlatform: 2, exclude: [] },
  { platform: 'slack', bot: 'ops-bot', botsOfPlatform: 2, exclude: ['USER.md'] },
  { platform: 'feishu', bot: 'lark-bot', botsOfPlatform: 1, exclude: ['MEMORY.md'] },
]

const ELEMENTS = {
  SOUL: 'persona',
  AGENTS: 'rules',
  TOOLS: 'tool-guidance',
  USER: 'user',
  MEMORY: 'memory',
}

describe('onesoul init --from hotplex', () => {
  beforeEach(() => writeAll('.hotplex', HOTPLEX_HOME))

  it('makes a home in which every bot gets what HotPlex gave it, with nothing cut', async () => {
    const before = await hashOf(own('.hotplex'))
    const { code, stdout, stderr } = await init('--from', 'hotplex', '--json')
    expect([code, stderr]).toEqual([0, ''])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      schemaVersion: 1,
      from: 'hotplex',
      refusal: null,
      budget: { perFile: 10_000 },
      checked: { compositions: 4, cut: [] },
    })
    expect(await hashOf(own('.hotplex'))).toBe(before)
    expect(stdout).not.toMatch(SECRETS)
    expect(report.unmapped.length).toBeGreaterThan(15)
    const told: string[] = report.decisions.flatMap((one: { files: string[] }) => one.files)
    for (const target of BOTS) {
      const flags = ['--platform', target.platform, '--bot', target.bot, '--viewer', 'public']
      const composed = await place.onesoul(['compose', '--json', ...flags])
      expect(composed.code).toBe(0)
      const { parts, manifest } = JSON.parse(composed.stdout)
      const theirs = loadLikeHotplex(own('.hotplex/agent-configs'), target)
      for (const [slot, element] of Object.entries(ELEMENTS)) {
        const section = manifest.sections.find((one: { id: string }) => one.id === element)
        expect(section.status).not.toMatch(/cut|dropped|blocked/)
        const { whole = '', path = '' } = theirs[slot] ?? {}
        const isThere = whole.trim() === '' || parts[0].text.includes(whole.trim())
        const isTold = told.some((file) => file.replace(/:\d+$/, '') === `agent-configs/${path}`)
        expect(isThere || isTold, `${slot} of ${target.bot}: ${path}`).toBe(true)
        expect(section.status === 'included').toBe(whole.trim() !== '')
      }
    }
    const doctor = await place.onesoul(['doctor'])
    expect(doctor.code).toBe(0)
  })

  it('reports for people, and ends with a command that shows proof', async () => {
    const { code, stdout } = await init('--from', 'hotplex')
    expect(code).toBe(0)
    expect(stdout).toMatch(/mapped[\s\S]+look at these[\s\S]+not mapped[\s\S]+different here/)
    expect(stdout).toMatch(/! config\.yaml:27 .*inject_exclude\n +"MEMROY\.md" is no slot/)
    expect(stdout).toContain('nothing is cut in 4 compositions')
    expect(stdout).not.toMatch(SECRETS)
    const command = stdout.trimEnd().split('\n').at(-1)?.trim() ?? ''
    expect(command).toBe('onesoul trace dry-run "hi" --offline --platform slack --bot dev-bot')
    const args = command
      .split(' ')
      .slice(1)
      .map((word) => word.replaceAll('"', ''))
    const traced = await place.onesoul(args)
    expect(traced.code).toBe(0)
    expect(traced.stdout).toContain('proven')
  })

  it('writes nothing with --dry-run', async () => {
    const { code, stdout } = await init('--from', 'hotplex', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('would write 15 files; nothing would be cut: budget.perFile 10000')
    expect(await readdir(own())).toEqual(['.hotplex'])
  })

  it('leaves another home alone with exit 4, and takes a second run for done', async () => {
    expect((await init('--from', 'hotplex')).code).toBe(0)
    const again = await init('--from', 'hotplex')
    expect([again.code, again.stderr]).toEqual([0, ''])
    expect(again.stdout).toContain('wrote 0 files, 15 were there already')
    await writeFile(own('.onesoul/agent-configs/SOUL.md'), 'Mine.\n')
    const before = await hashOf(own('.onesoul'))
    const third = await init('--from', 'hotplex')
    expect(third.code).toBe(4)
    expect(third.stderr).toContain('agent-configs/SOUL.md; nothing was written')
    expect(await hashOf(own('.onesoul'))).toBe(before)
  })

  it('reads a folder that is named, under a home that is named', async () => {
    await cp(own('.hotplex'), own('elsewhere'), { recursive: true })
    const home = join(place.dir, 'other')
    const { code, stdout } = await init(
      '--from',
      'hotplex',
      '--source',
      own('elsewhere'),
      '--home',
      home,
    )
    expect(code).toBe(0)
    expect(stdout).toContain(`onesoul --home ${home} trace`)
  })
})

describe('onesoul init --from claude', () => {
  const RULES = 'Every migration is named after the harbour that it was written in.\n'

  it('leaves its own file to Claude Code and brings it to every other agent', async () => {
    await writeAll('.claude', { 'CLAUDE.md': `${RULES}@more.md\n`, 'more.md': 'One more rule.\n' })
    const { code } = await init('--from', 'claude')
    expect(code).toBe(0)
    const composed = async (agent: string) => {
      const { stdout } = await place.onesoul(['compose', '--agent', agent, '--json'])
      const { parts, manifest } = JSON.parse(stdout)
      const rules = manifest.sections.find((one: { id: string }) => one.id === 'rules')
      return { text: parts[0].text as string, status: rules.status as string }
    }
    expect(await composed('claude-code')).toMatchObject({ status: 'native' })
    const codex = await composed('codex')
    expect(codex.status).toBe('included')
    expect(codex.text).toContain(`${RULES}\nOne more rule.`)
    expect((await place.onesoul(['doctor'])).code).toBe(0)
    await writeFile(own('.claude/CLAUDE.md'), 'Other rules.\n')
    const doctor = await place.onesoul(['doctor'])
    expect(doctor.code).toBe(3)
    expect(doctor.stdout).toMatch(/~\/\.claude\/CLAUDE\.md changed since[\s\S]+owned\.changed/)
  })
})

describe('onesoul init --from and what is no text for a model', () => {
  const KEY = 'very-secret-9d1f'

  it('brings no credential to another agent, and says why', async () => {
    await writeAll('.claude', {
      'CLAUDE.md': 'Rules.\n@.credentials.json\n@~/.ssh/id_rsa\n@/etc/shadow\n@extra.md\n',
      '.credentials.json': `{"accessToken":"${KEY}"}`,
      'extra.md': 'Two spaces.\n',
    })
    await writeAll('.ssh', { id_rsa: KEY })
    const { code, stdout } = await init('--from', 'claude')
    expect(code).toBe(0)
    expect(stdout).not.toContain(KEY)
    expect(stdout).toMatch(/! \.credentials\.json\n[^!]*credentials/)
    expect(stdout).toMatch(/! ~\/\.ssh\/id_rsa\n[^!]*credentials/)
    const text = await readFile(own('.onesoul/agent-configs/AGENTS.md'), 'utf8')
    expect(text.endsWith('---\nRules.\n\nTwo spaces.\n')).toBe(true)
  })

  it('does not wait for a FIFO', async () => {
    await writeAll('.codex', { 'config.toml': 'model = "x"\n' })
    execFileSync('mkfifo', [own('.codex/AGENTS.md')])
    const { code, stderr } = await init('--from', 'codex')
    expect(code).toBe(2)
    expect(stderr).toMatch(/AGENTS\.md: it was not read: .* is a FIFO/)
  })
})

describe('onesoul init --from that is killed', () => {
  const BOTS_OF_SLACK = 40

  it('goes on, whatever the moment was, and leaves nothing half written', async () => {
    const texts = Array.from({ length: BOTS_OF_SLACK }, (_, index) => [
      `agent-configs/slack/bot-${index}/SOUL.md`,
      `You are ${index}. ${'Long. '.repeat(500)}\n`,
    ])
    await writeAll('.hotplex', Object.fromEntries(texts))
    let interrupted = 0
    for (let count = 1; count <= BOTS_OF_SLACK; count += 7) {
      await killAt(count)
      const left = await filesOf(own('.onesoul'))
      if (!left.includes('config.yaml')) interrupted += 1
      const again = await init('--from', 'hotplex')
      expect([again.code, again.stderr]).toEqual([0, ''])
      const files = await filesOf(own('.onesoul'))
      expect(files).toHaveLength(BOTS_OF_SLACK + 1)
      expect(files.filter((path) => path.endsWith('.tmp'))).toEqual([])
      await rm(own('.onesoul'), { recursive: true })
    }
    expect(interrupted).toBeGreaterThan(0)
  }, 120_000)

  /** Kills an import with SIGKILL as soon as that many entries, half written ones included, stand there. */
  const killAt = async (count: number): Promise<void> => {
    const main = join(import.meta.dirname, '../../packages/cli/dist/main.cjs')
    const child = spawn(process.execPath, [main, 'init', '--from', 'hotplex'], {
      cwd: place.dir,
      env: { PATH: process.env['PATH'] ?? '', HOME: own() },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    while (child.exitCode === null && child.signalCode === null) {
      if ((await filesOf(own('.onesoul'))).length >= count) child.kill('SIGKILL')
      await setImmediate()
    }
    await ended
  }

  /** Below a home, without its state. */
  const filesOf = async (dir: string): Promise<readonly string[]> => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile())
    return files
      .map((file) => join(file.parentPath, file.name).slice(dir.length + 1))
      .filter((path) => !path.startsWith('state/'))
  }
})

describe('onesoul init', () => {
  it.each([
    ['a mistyped set-up', ['--from', 'hotplexx'], 2, /did you mean hotplex/],
    ['a set-up that is not there', ['--from', 'codex'], 2, /no codex set-up at/],
    ['--source alone', ['--source', '/x'], 2, /--from/],
    ['--dry-run alone', ['--dry-run'], 2, /--from/],
    ['answers beside an import', ['--from', 'codex', '--project-type', 'x'], 2, /--project-type/],
    ['slots beside an import', ['--from', 'codex', '--configs', '/x'], 2, /--configs/],
  ])('answers %s with one sentence and no stack', async (_, args, code, message) => {
    const outcome = await init(...args)
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toMatch(message)
    expect(outcome.stderr).not.toMatch(/^\s+at .*\.js:\d+/m)
    expect(await readdir(own())).toEqual([])
  })

  it('names an agent that is installed in the command for proof', async () => {
    const bin = await place.write('bin/codex', '#!/bin/sh\necho codex-cli 0.171.0\n')
    await chmod(bin, 0o755)
    const { stdout } = await place.onesoul(['init', '--yes'], {
      PATH: `${dirname(bin)}:/usr/bin:/bin`,
    })
    expect(stdout).toContain('onesoul trace codex "hi" --offline')
  })
})
