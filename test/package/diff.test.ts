import { execFile } from 'node:child_process'
import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

const exec = promisify(execFile)

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const home = (): string => join(place.dir, 'home')

const diff = (...args: string[]): Promise<Outcome> =>
  place.onesoul(['diff', '--home', home(), ...args])

async function git(...args: string[]): Promise<string> {
  const who = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.org',
    '-c',
    'init.defaultBranch=main',
  ]
  const { stdout } = await exec('git', [...who, '-C', home(), ...args])
  return stdout
}

async function commitAll(): Promise<void> {
  await git('add', '-A')
  await git('commit', '-q', '-m', 'a state')
}

interface Section {
  readonly id: string
  readonly change: string
  readonly tokens: number
  readonly before: { readonly status: string; readonly reason?: string } | null
  readonly after: { readonly status: string; readonly reason?: string } | null
}

async function diffJson(...args: string[]) {
  const { stdout, code, stderr } = await diff('--json', ...args)
  expect(code, stderr).toBe(0)
  const document = JSON.parse(stdout)
  const sections: readonly Section[] = document.sections
  return { ...document, find: (id: string) => sections.find((section) => section.id === id) }
}

describe('onesoul diff', () => {
  it('finds nothing between now and now', async () => {
    const { stdout, code } = await diff('now')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^onesoul · A now · B now {3}([\d,]+) → \1 tokens \(0\)\n/)
    expect(stdout).toContain('every byte is the same: nothing is read anew')
  })

  it('lays two bots beside each other, with the reason of what only one has', async () => {
    const { stdout } = await diff('bot:dev-bot', 'bot:ops-bot', '--language', 'en')
    expect(stdout).toMatch(
      / {2}changed {2}persona\s+SOUL\.md \+ slack\/SOUL\.md → feishu\/SOUL\.md/,
    )
    expect(stdout).toMatch(/ {2}only A {3}user .*B: excluded by bots\[ops-bot\]\.exclude/)
    expect(stdout).toMatch(/ {2}only A {3}memory .*B: cleared/)
    expect(stdout).toMatch(/cache {4}the first [\d,]+ tokens stay; [\d,]+ are read anew, from /)
    const { find, tokens, after } = await diffJson('bot:dev-bot', 'bot:ops-bot')
    expect(after.target).toMatchObject({ platform: 'feishu', bot: 'ops-bot' })
    expect(find('user')).toMatchObject({ change: 'removed', after: { status: 'excluded' } })
    expect(tokens.change).toBe(tokens.after - tokens.before)
    const back = await diffJson('bot:feishu/ops-bot', 'bot:slack/dev-bot')
    expect(back.find('user')).toMatchObject({ change: 'added', before: { status: 'excluded' } })
  })

  it('compares platforms and agents', async () => {
    const platforms = await diffJson('now', 'platform:slack')
    expect(platforms.find('persona')?.change).toBe('changed')
    await place.write('work/.git/HEAD', 'ref: refs/heads/main\n')
    await place.write('work/AGENTS.md', 'Use make here.')
    const agents = await diffJson('now', 'agent:dry-run')
    expect(agents.after.target.agent).toBe('dry-run')
  })

  it('compares with a commit and touches neither tree, index nor home', async () => {
    await git('init', '-q')
    await commitAll()
    const rules = join(home(), 'agent-configs/AGENTS.md')
    await writeFile(rules, '# Rules\n\nAlways use yarn.\n')
    await rm(join(home(), 'agent-configs/MEMORY.md'))
    await writeFile(join(home(), 'agent-configs/TOOLS.md'), 'Staged only.\n')
    await git('add', 'agent-configs/TOOLS.md')
    const before = await git('status', '--porcelain')
    const index = await git('ls-files', '--stage')
    expect((await diff('git:HEAD')).stdout).toContain('more lines: --verbose shows all')
    const { stdout, code } = await diff('git:HEAD', '--verbose')
    expect(code).toBe(0)
    expect(stdout).toMatch(/A git:HEAD \([0-9a-f]{9}\) · B now/)
    expect(stdout).toContain('- - A fix starts with the test that shows the bug.')
    expect(stdout).toContain('+ Always use yarn.')
    expect(stdout).toMatch(/only A {3}memory {9}MEMORY\.md .*B: missing, no file at any scope/)
    expect(await git('status', '--porcelain')).toBe(before)
    expect(await git('ls-files', '--stage')).toBe(index)
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('onesoul-diff-'))
    expect(left).toEqual([])
    const [hash] = (await git('rev-parse', 'HEAD')).split('\n')
    expect((await diff(`git:${hash}`)).stdout).toContain(`A git:${hash?.slice(0, 9)} · B now`)
  })

  it('takes the configuration and the folder of slots of that commit, and links in it', async () => {
    await git('init', '-q')
    await place.write('home/agent-configs/shared/voice.md', 'You are the old voice.\n')
    await rm(join(home(), 'agent-configs/SOUL.md'))
    await symlink('shared/voice.md', join(home(), 'agent-configs/SOUL.md'))
    await writeFile(join(home(), 'config.yaml'), 'language: en\nexclude: [USER.md]\n')
    await commitAll()
    await git('mv', 'agent-configs', 'slots')
    await writeFile(join(home(), 'config.yaml'), 'language: en\nconfigs: slots\n')
    await writeFile(join(home(), 'slots/shared/voice.md'), 'You are the new voice.\n')
    const { stdout } = await diff('git:HEAD')
    expect(stdout).toContain('- You are the old voice.')
    expect(stdout).toContain('+ You are the new voice.')
    expect(stdout).toMatch(/only B {3}user .*A: excluded by exclude/)
    await commitAll()
    const second = await diffJson('git:HEAD')
    expect(second.same).toBe(true)
  })

  it('compares a folder of slots that is in git by itself', async () => {
    const configs = join(home(), 'agent-configs')
    await exec('git', ['init', '-q', configs])
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-C', configs]
    await exec('git', [...who, 'add', '-A'])
    await exec('git', [...who, 'commit', '-q', '-m', 'slots'])
    await writeFile(join(configs, 'AGENTS.md'), 'Another rule.\n')
    const { find } = await diffJson('git:HEAD')
    expect(find('rules')?.change).toBe('changed')
    expect(find('persona')?.change).toBe('same')
  })

  it('keeps the trust in a work tree on both sides', async () => {
    await git('init', '-q')
    await commitAll()
    await place.write('work/.git/HEAD', 'ref: refs/heads/main\n')
    await place.write('work/AGENTS.md', 'Use make here.')
    expect((await place.onesoul(['trust', '--yes', '--home', home()])).code).toBe(0)
    expect((await diffJson('git:HEAD')).same).toBe(true)
  })

  it('says what is wrong with a reference to git', async () => {
    const none = await diff('git:HEAD')
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('is in no git work tree')
    await git('init', '-q')
    expect((await diff('git:HEAD')).stderr).toContain('there is no such commit')
    await commitAll()
    for (const ref of ['nope', '--help', '-x']) {
      const { code, stderr, stdout } = await diff(`git:${ref}`)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`git:${ref}: there is no such commit`)
    }
    const path = join(place.dir, 'empty')
    const { code, stderr } = await place.onesoul(['diff', 'git:HEAD', '--home', home()], {
      PATH: path,
    })
    expect(code).toBe(1)
    expect(stderr).toContain('git:REF needs git, and there is none on PATH')
  })

  it('compares a session with the home of now, facts and target of the session included', async () => {
    const run = [
      'run',
      'dry-run',
      'hi',
      '--session',
      'one',
      '--platform',
      'slack',
      '--home',
      home(),
    ]
    expect((await place.onesoul(run)).code).toBe(0)
    expect((await diffJson('session:one')).same).toBe(true)
    await writeFile(join(home(), 'agent-configs/TOOLS.md'), 'Search with care.\n')
    const { stdout } = await diff('session:one')
    expect(stdout).toMatch(/A session:one \(\d{8}-[0-9a-f]{8}\) · B now/)
    expect(stdout).toContain('+ Search with care.')
    expect(stdout).not.toContain('changed  runtime-facts')
    const { find } = await diffJson('session:one')
    expect(find('rules')?.change).toBe('same')
    const missing = await diff('session:two')
    expect(missing.code).toBe(2)
    expect(missing.stderr).toContain('there is no session "two"')
  })

  it.each([
    ['nwo', 'did you mean now?'],
    ['bto:x', 'did you mean bot:x?'],
    ['HEAD', 'use now, bot:NAME, platform:NAME, agent:ID, git:REF or session:ID'],
    ['bot:', '"bot:" names no bot'],
    ['agent:cluade', 'did you mean claude?'],
    ['platform:../x', 'platform name'],
  ])('ends with 2 and a hint for %s', async (operand, hint) => {
    const { code, stderr, stdout } = await diff(operand)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(hint)
  })

  it('compares what could not be delivered, and says so', async () => {
    await place.write('home/config.yaml', 'required: [TOOLS.md]\n')
    await rm(join(home(), 'agent-configs/TOOLS.md'))
    await rm(join(home(), 'agent-configs/slack'), { recursive: true })
    const { code, stderr } = await diff('now', 'platform:slack')
    expect(code).toBe(0)
    expect(stderr).toContain('now could not be delivered: TOOLS.md is required')
  })
})
