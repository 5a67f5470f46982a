import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PtyProgram, runUnderPty } from '../agents/harness/run-under-pty.ts'
import { createPlace, type Place, root } from './onesoul.ts'

let place: Place
let program: PtyProgram | undefined
beforeEach(async () => {
  place = await createPlace()
})
afterEach(async () => {
  program?.kill()
  await place.remove()
})

const own = (path = ''): string => join(place.dir, 'user', path)

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): PtyProgram => {
  const main = join(root, 'packages/cli/dist/main.cjs')
  program = runUnderPty(process.execPath, [main, ...args], {
    cwd: join(place.dir, 'work'),
    env: { PATH: '/usr/bin:/bin', HOME: own(), LANG: 'C.UTF-8', NO_COLOR: '1', ...env },
  })
  return program
}

const answer = async (at: PtyProgram, question: string, text: string): Promise<void> => {
  await at.shows(question)
  await at.type(text)
  at.press('enter')
}

describe('onesoul init at a terminal', () => {
  it.each([
    ['C.UTF-8', ['called', 'project', 'languages', 'frameworks', 'run']],
    ['zh_CN.UTF-8', ['叫什么', '类型', '编程语言', '框架', '环境']],
  ])(
    'asks who the agent is (%s), and ends with the command that shows proof',
    async (LANG, words) => {
      const at = start(['init'], { LANG })
      const answers = ['Quill', 'a harbour', '', 'Fastify', '']
      for (const [index, word] of words.entries()) await answer(at, word, answers[index] ?? '')
      expect((await at.ended).exitCode).toBe(0)
      expect(at.output().trimEnd()).toMatch(/onesoul trace dry-run "hi" --offline$/)
      const slots = own('.onesoul/agent-configs')
      const texts = await Promise.all(
        (await readdir(slots)).map((name) => readFile(join(slots, name), 'utf8')),
      )
      expect(texts.join('\n')).toContain('Quill')
      expect(texts.join('\n')).not.toMatch(/\{\{|\[\[/)
      const composed = await place.onesoul(['compose'])
      expect(composed.stdout).toContain('Quill')
      expect(composed.stderr).toBe('')
      expect((await place.onesoul(['lint'])).code).toBe(0)
      expect((await place.onesoul(['doctor'])).code).toBe(0)
    },
  )

  it.each(['ctrl-c', 'ctrl-d'] as const)('writes nothing when it is left by %s', async (key) => {
    const at = start(['init'])
    await answer(at, 'called', 'Quill')
    await at.shows('project')
    at.press(key)
    expect((await at.ended).exitCode).toBe(130)
    expect(await readdir(own())).toEqual([])
  })

  it('asks nothing where slots are there already', async () => {
    await mkdir(own('.onesoul/agent-configs'), { recursive: true })
    await place.write('user/.onesoul/agent-configs/SOUL.md', 'Mine.\n')
    const at = start(['init'])
    expect((await at.ended).exitCode).toBe(0)
    expect(at.output()).not.toContain('?')
    expect(await readFile(own('.onesoul/agent-configs/SOUL.md'), 'utf8')).toBe('Mine.\n')
  })
})

describe('onesoul trust at a terminal', () => {
  const trust = async (): Promise<PtyProgram> => {
    await place.write('work/AGENTS.md', 'Run the tests.\n')
    const at = start(['trust', '--home', join(place.dir, 'home')])
    await at.shows('Trust these files? [y/N]')
    return at
  }

  it.each(['ctrl-c', 'ctrl-d'] as const)('pins nothing when it is left by %s', async (key) => {
    const at = await trust()
    at.press(key)
    expect((await at.ended).exitCode).toBe(130)
    expect(at.output()).not.toMatch(/pinned: |Warning/)
  })

  it('pins for a yes', async () => {
    const at = await trust()
    await at.type('y')
    at.press('enter')
    expect((await at.ended).exitCode).toBe(0)
    expect(at.output()).toContain('pinned: these bytes are trusted until they change')
  })
})

describe('onesoul uninstall at a terminal', () => {
  const home = (): string => join(place.dir, 'home')
  const ask = async (): Promise<PtyProgram> => {
    expect((await place.onesoul(['run', 'dry-run', 'hi', '--home', home()])).code).toBe(0)
    // OneSoul did not put it there, so it would stay, and the home with it.
    await rm(join(home(), 'README.md'), { force: true })
    const at = start(['uninstall', '--home-too', '--home', home()])
    await at.shows('would remove the home')
    await at.shows('[y/N]')
    return at
  }

  it.each(['n', ''])('keeps the home for the answer %j', async (text) => {
    const at = await ask()
    await at.type(text)
    at.press('enter')
    expect((await at.ended).exitCode).toBe(4)
    expect((await stat(join(home(), 'config.yaml'))).isFile()).toBe(true)
  })

  it('keeps the home when it is left by Ctrl-C, and removes it for a yes', async () => {
    const left = await ask()
    left.press('ctrl-c')
    expect((await left.ended).exitCode).toBe(130)
    const at = await ask()
    await at.type('y')
    at.press('enter')
    expect((await at.ended).exitCode).toBe(0)
    expect(await readdir(place.dir)).not.toContain('home')
  })
})
