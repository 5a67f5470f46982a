import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place, root } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const home = () => ['--home', join(place.dir, 'home')]

describe('onesoul', () => {
  it.each([
    ['a mistyped command', ['composs'], 2, /did you mean compose/],
    ['nearly a command that is not for people', ['showcas'], 2, /onesoul --help lists/],
    ['a mistyped agent', ['run', 'codx', 'hi'], 2, /did you mean codex/],
    ['a mistyped flag', ['compose', '--manifst'], 2, /manifest/],
    [
      'a home that is not there',
      ['compose', '--home', '/nowhere/at/all'],
      2,
      /no home at \/nowhere\/at\/all/,
    ],
    ['a bad viewer', ['compose', '--viewer', 'everyone'], 2, /use owner, public/],
    [
      'a bad bot name',
      ['compose', '--platform', 'slack', '--bot', '../x'],
      2,
      /bot name "\.\.\/x"/,
    ],
    ['an unknown format', ['compose', '--format', 'pdf'], 2, /use one of xml/],
    ['a command that comes later', ['send', 'x'], 2, /comes with the gateway/],
    ['an agent that is not installed', ['run', 'codex', 'hi'], 1, /agents\.codex\.command/],
    [
      'two ways to name a session',
      ['run', 'dry-run', 'hi', '--continue', '--resume', 'x'],
      2,
      /cannot be used together/,
    ],
    [
      'a session that is not there',
      ['run', 'dry-run', 'hi', '--resume', 'nope'],
      2,
      /there is no session "nope"/,
    ],
    [
      'a permission that is no tier',
      ['run', 'dry-run', 'hi', '--permission', 'root'],
      2,
      /use one of read-only/,
    ],
    ['a run without a prompt and a terminal', ['run', 'dry-run'], 2, /a PROMPT is needed/],
  ])('answers %s with one sentence and no stack', async (_, args, code, message) => {
    const own = args.includes('--home') ? args : [...args, ...home()]
    const outcome = await place.onesoul(own, { PATH: '/nonexistent' })
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toMatch(message)
    expect(outcome.stderr).not.toMatch(/^\s+at .*\.js:\d+/m)
    expect(outcome.stdout).toBe('')
  })

  it('names the agents found with and without a home, as JSON too', async () => {
    await place.write('bin/codex', '#!/bin/sh\necho "codex-cli 0.171.0"\n')
    await chmod(join(place.dir, 'bin/codex'), 0o755)
    const env = { PATH: `${join(place.dir, 'bin')}:/usr/bin:/bin` }
    const without = await place.onesoul([], env)
    expect(without.stdout).toContain('home    none\nagents  codex 0.171.0\n')
    const withHome = JSON.parse((await place.onesoul(['--json', ...home()], env)).stdout)
    expect(withHome).toMatchObject({
      schemaVersion: 1,
      home: join(place.dir, 'home'),
      next: 'onesoul trace codex "hi" --offline',
    })
  })

  it('says what to do first when there is no home', async () => {
    const { stdout, code } = await place.onesoul([])
    expect(code).toBe(0)
    expect(stdout).toContain('next    onesoul init')
  })

  it('shows an example on the help of every command', async () => {
    for (const command of ['compose', 'explain', 'run', 'trace', 'init', 'trust', 'doctor']) {
      const { stdout, code } = await place.onesoul([command, '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain('Example:')
    }
  })

  it('helps with a command by name, global options included, and says whose an option is', async () => {
    const help = await place.onesoul(['help', 'run'])
    expect(help.code).toBe(0)
    expect(help.stdout).toContain('--continue')
    expect(help.stdout).toMatch(/Global Options:\n(?:.*\n)*? +--json/)
    expect((await place.onesoul(['help'])).stdout).toContain('compose')
    const wrong = await place.onesoul(['run', 'claude', 'hi', '--offline'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--offline belongs to `onesoul trace`')
  })

  it('shows a file name of a work tree that could act on the terminal as what it is', async () => {
    const folder = 'work/a\u001b[1A\nadded b'
    await place.write(`${folder}/AGENTS.md`, 'Mine.\n')
    const cwd = ['--cwd', join(place.dir, folder), ...home()]
    for (const args of [['trust'], ['compose', '--manifest'], ['compose', '--bot', 'x']]) {
      const { stdout, stderr } = await place.onesoul([...args, ...cwd])
      const lines = `${stdout}${stderr}`.split('\n')
      expect(lines.filter((line) => /\p{Cc}|^added b/u.test(line))).toEqual([])
    }
  })

  it('ends with 1 and one sentence on a home written by a newer version', async () => {
    await place.write('home/state/version', '999\n')
    const { code, stderr } = await place.onesoul(['run', 'dry-run', 'hi', ...home()])
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('newer')
  })
})

describe('onesoul init', () => {
  const init = (...more: string[]) => place.onesoul(['init', '--yes', ...more], { LANG: 'C.UTF-8' })

  it('writes a home that composes without a cut, a placeholder or a finding', async () => {
    expect((await init('--name', 'Pilot')).code).toBe(0)
    const { stdout } = await place.onesoul(['compose', '--json'])
    const { parts, manifest } = JSON.parse(stdout)
    expect(parts[0].text).toContain('You are Pilot')
    expect(parts[0].text).not.toContain('{{')
    expect(manifest.diagnostics).toEqual([])
    expect(manifest.sections.filter((one: { status: string }) => one.status === 'cut')).toEqual([])
    expect((await place.onesoul(['doctor'])).code).toBe(0)
  })

  it('writes the home that the other commands read, also by a path that begins with ~', async () => {
    for (const [args, env] of [
      [['--home=~/one'], {}],
      [[], { ONESOUL_HOME: '~/two' }],
    ] as const) {
      const { code, stdout } = await place.onesoul(['init', '--yes', ...args], env)
      expect(code).toBe(0)
      const [dir] = stdout.split('\n')
      expect(dir).toMatch(/^\/.*\/(?:one|two)$/)
      const doctor = await place.onesoul(['doctor', '--json', ...args], env)
      expect(JSON.parse(doctor.stdout)).toMatchObject({ home: dir })
      expect(doctor.code).toBe(0)
    }
    expect(existsSync(join(place.dir, 'work/~'))).toBe(false)
  })

  it('begins with the rules of a template, and says when it did not', async () => {
    const typed = await init('--template', 'orchestratr')
    expect([typed.code, typed.stderr]).toEqual([2, expect.stringContaining('orchestrator?')])
    expect((await init('--template', 'orchestrator', '--from', 'codex')).code).toBe(2)
    expect((await init('--template', 'orchestrator')).code).toBe(0)
    const rules = join(place.dir, 'user/.onesoul/agent-configs/AGENTS.md')
    expect(await readFile(rules, 'utf8')).toContain('## Calling by name')
    const again = await init('--template', 'orchestrator')
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining('template was not used'),
    ])
  })

  it('never overwrites', async () => {
    await init()
    const soul = join(place.dir, 'user/.onesoul/agent-configs/SOUL.md')
    await writeFile(soul, 'Mine.')
    expect((await init()).stdout).not.toContain('wrote')
    expect(await readFile(soul, 'utf8')).toBe('Mine.')
  })

  it('keeps files and folders to their owner', async () => {
    await init()
    const own = join(place.dir, 'user/.onesoul')
    expect((await stat(own)).mode & 0o777).toBe(0o700)
    expect((await stat(join(own, 'config.yaml'))).mode & 0o777).toBe(0o600)
  })

  it('takes over existing slots whole, however long they are', async () => {
    await mkdir(join(place.dir, 'old'))
    const long = 'One more sentence of a long rule file. '.repeat(400)
    await writeFile(join(place.dir, 'old/AGENTS.md'), long)
    const { stdout } = await init('--configs', join(place.dir, 'old'))
    expect(stdout).toContain('AGENTS.md')
    const composed = await place.onesoul(['compose'])
    expect(composed.stdout).toContain(long.trim())
  })
})

describe('onesoul run', () => {
  const sessions = async () => {
    const dir = join(place.dir, 'home/state/sessions')
    const [id = ''] = await readdir(dir)
    return {
      id,
      dir: join(dir, id),
      record: JSON.parse(await readFile(join(dir, id, 'session.json'), 'utf8')),
    }
  }

  it('keeps the bytes that a session began with', async () => {
    const first = await place.onesoul(['run', 'dry-run', 'one', ...home(), '--session', 'work'])
    expect(first.code).toBe(0)
    const { dir, id } = await sessions()
    const frozen = await readFile(join(dir, 'composition.txt'), 'utf8')
    await place.write('home/agent-configs/SOUL.md', 'You are Zebedee now.')
    const second = await place.onesoul(['run', 'dry-run', 'two', ...home(), '--resume', 'work'])
    expect(second.code).toBe(0)
    expect(second.stderr).toContain('keeps the text that it began with')
    expect(second.stdout).not.toContain('Zebedee')
    expect(second.stdout).toContain(frozen.slice(0, 400))
    const third = await place.onesoul(['run', 'dry-run', 'three', ...home(), '--continue'])
    expect(third.stdout).not.toContain('Zebedee')
    expect((await sessions()).id).toBe(id)
  })

  it('refuses a second session of the same name and a session of another agent', async () => {
    await place.onesoul(['run', 'dry-run', 'one', ...home(), '--session', 'work'])
    const again = await place.onesoul(['run', 'dry-run', 'one', ...home(), '--session', 'work'])
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('exists already')
  })

  it('starts nothing when the composition is refused', async () => {
    await place.write('home/config.yaml', 'required: [SOUL.md]\nbudget: { overflow: fail }\n')
    const { code, stderr } = await place.onesoul(['run', 'dry-run', 'hi', ...home()])
    expect(code).toBe(4)
    expect(stderr).toContain('nothing was started')
    expect(await readdir(join(place.dir, 'home/state/sessions'))).toEqual([])
  })

  it('shows what would be started without our text in it', async () => {
    const { stdout, code } = await place.onesoul([
      'run',
      'dry-run',
      'hi',
      ...home(),
      '--print-command',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('# channel:')
    expect(stdout).not.toContain('Ingrid')
  })

  it('writes its own lines to standard error only, and none with --quiet', async () => {
    const loud = await place.onesoul(['run', 'dry-run', 'hi', ...home()])
    expect(loud.stderr).toMatch(/delivered \d+ sections, [\d,]+ tokens; proven on/)
    expect(loud.stdout).not.toContain('proven on')
    expect((await place.onesoul(['run', 'dry-run', 'hi', ...home(), '--quiet'])).stderr).toBe('')
  })
})

describe('onesoul trace', () => {
  it('proves every section of the example, as text and as JSON', async () => {
    const target = [...home(), '--platform', 'slack', '--bot', 'dev-bot']
    const text = await place.onesoul(['trace', 'dry-run', 'hi', '--offline', ...target])
    expect(text.code).toBe(0)
    expect(text.stdout).toMatch(/persona\s+delivered/)
    const json = await place.onesoul(['trace', 'dry-run', 'hi', '--offline', '--json', ...target])
    const receipt = JSON.parse(json.stdout)
    expect(receipt.verdict).toBe('proven')
    expect(receipt.sections.length).toBeGreaterThanOrEqual(6)
    expect(JSON.stringify(receipt)).not.toContain('sk-')
  })
})

describe('onesoul doctor', () => {
  it('names what is wrong with a home and ends with 3', async () => {
    await place.write('home/agent-configs/slack/dev-bot/soul.md', 'wrong case')
    const { code, stdout } = await place.onesoul(['doctor', ...home()])
    expect(code).toBe(3)
    expect(stdout).toContain('soul.md')
  })

  it('shows the agents without a home, and that there is none is a finding', async () => {
    const none = ['doctor', '--home', join(place.dir, 'none')]
    const { code, stdout, stderr } = await place.onesoul(none)
    expect([code, stderr]).toEqual([3, ''])
    expect(stdout).toMatch(/^home {5}\S+none \(none\)\n/)
    expect(stdout).toMatch(/dry-run +1/)
    expect(stdout).toMatch(/no home at \S+ +home\.missing\n +create one with `onesoul init --home/)
    const json = await place.onesoul([...none, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      home: join(place.dir, 'none'),
      findings: [{ code: 'home.missing', severity: 'error' }],
    })
    expect(existsSync(join(place.dir, 'none'))).toBe(false)
  })

  it('has the state of a newer version among its findings, and says it once', async () => {
    await place.write('home/state/version', '99\n')
    const { code, stdout, stderr } = await place.onesoul(['doctor', '--json', ...home()])
    expect([code, stderr]).toEqual([3, ''])
    expect(JSON.parse(stdout).findings).toContainEqual(
      expect.objectContaining({ code: 'state.newer', severity: 'warning' }),
    )
  })

  it('prints JSON and nothing else with --json', async () => {
    const { stdout } = await place.onesoul(['doctor', '--json', ...home()])
    expect(JSON.parse(stdout).agents.map((agent: { id: string }) => agent.id)).toContain('dry-run')
  })
})

describe('onesoul config show', () => {
  it('names the origin of every value', async () => {
    await place.write('home/config.yaml', 'language: zh\n')
    const { stdout } = await place.onesoul(['config', 'show', '--origin', ...home()], {
      ONESOUL_EXCLUDE: 'USER.md',
    })
    expect(stdout).toMatch(/language\s+"zh"\s+home config\.yaml:1/)
    expect(stdout).toMatch(/exclude\s+\["USER\.md"\]\s+environment ONESOUL_EXCLUDE/)
    expect(stdout).toMatch(/budget\.perFile\s+8000\s+default/)
  })

  it('shows what a trusted work tree narrows and adds, and says so when it is not trusted', async () => {
    await place.write('work/.onesoul.yaml', 'exclude: [USER.md]\nbudget: { perFile: 3000 }\n')
    const show = () => place.onesoul(['config', 'show', '--origin', ...home()])
    const before = await show()
    expect(before.stdout).toMatch(/^budget\.perFile +8000 +default$/m)
    expect(before.stderr).toContain('.onesoul.yaml is ignored')
    await place.onesoul(['trust', '--yes', ...home()])
    const after = await show()
    expect(after.stdout).toMatch(/^budget\.perFile +3000 +project \.onesoul\.yaml:2$/m)
    expect(after.stdout).toMatch(/^exclude \(added\) +\["USER\.md"\] +project \.onesoul\.yaml:1$/m)
    expect(after.stderr).toBe('')
  })

  it('shows that a variable of an agent is set, never its value', async () => {
    await place.write(
      'home/config.yaml',
      'agents:\n  codex: { env: { OPENAI_API_KEY: sk-hidden }, model: shown }\n',
    )
    for (const more of [[], ['--json'], ['--origin']]) {
      const { stdout, code } = await place.onesoul(['config', 'show', ...more, ...home()])
      expect(code).toBe(0)
      expect(stdout).toContain('agents.codex.env.OPENAI_API_KEY')
      expect(stdout).toContain('shown')
      expect(stdout).not.toContain('sk-hidden')
    }
  })
})

describe.runIf(existsSync('/dev/full'))('a standard output that cannot be written', () => {
  it('is one sentence and exit code 1', async () => {
    const command = `"${process.execPath}" packages/cli/dist/main.cjs compose --home examples/home >/dev/full`
    const shell = promisify(execFile)('/bin/sh', ['-c', command], { cwd: root })
    await expect(shell).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/ENOSPC/) })
    await expect(shell).rejects.not.toMatchObject({ stderr: expect.stringMatching(/^\s+at /m) })
  })
})

describe('the example home', () => {
  it('is what the start shows', async () => {
    const { stdout, code } = await place.onesoul(['showcase', join(root, 'examples/home')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/slack\/dev-bot → /)
    expect(stdout).toMatch(/feishu\/ops-bot → /)
  })
})
