import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
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

function start(...args: readonly string[]): PtyProgram {
  const main = join(root, 'packages/cli/dist/main.cjs')
  program = runUnderPty(process.execPath, [main, ...args], {
    cwd: join(place.dir, 'work'),
    env: { PATH: '/usr/bin:/bin', HOME: join(place.dir, 'user'), LANG: 'C.UTF-8', NO_COLOR: '1' },
  })
  return program
}

async function answer(at: PtyProgram, question: string, text: string): Promise<void> {
  await at.shows(question)
  await at.type(text)
  at.press('enter')
}

describe('onesoul run at a terminal without a home', () => {
  const soul = (): string => join(place.dir, 'user/.onesoul/agent-configs/SOUL.md')

  it('makes one when the person agrees, and goes on with the run', async () => {
    const at = start('run', 'dry-run', 'which buoy?')
    const words = ['Make one now?', 'called', 'project', 'languages', 'frameworks', 'run']
    for (const [index, word] of words.entries()) await answer(at, word, index === 1 ? 'Quill' : '')
    expect((await at.ended).exitCode).toBe(0)
    expect(at.output()).toContain('which buoy?')
    expect(await readFile(soul(), 'utf8')).toContain('Quill')
  })

  it('starts nothing when the person does not', async () => {
    const at = start('run', 'dry-run', 'which buoy?')
    await answer(at, 'Make one now?', 'n')
    expect((await at.ended).exitCode).toBe(2)
    expect(at.output()).toContain('onesoul: no home at')
    expect(existsSync(soul())).toBe(false)
  })
})

describe('onesoul run at a terminal, of a session whose slot changed', () => {
  const rule = 'Every harbour has a number of its own.'
  const home = (): string[] => ['--home', join(place.dir, 'home')]

  it.each([
    ['r', 0, true],
    ['', 0, true],
    ['k', 0, false],
    ['q', 4, false],
  ])('does what is answered: %j', async (text, code, isNew) => {
    await place.onesoul(['run', 'dry-run', 'hi', '--session', 'voyage', ...home()])
    await place.write('home/agent-configs/AGENTS.md', `- ${rule}\n`)
    const config = join(place.dir, 'home/config.yaml')
    const before = await readFile(config, 'utf8')
    await writeFile(config, `${before}\nsessions: { onChange: { AGENTS: restart } }\n`)
    const at = start('run', 'dry-run', 'again', '--resume', 'voyage', ...home())
    await answer(at, '[q]uit?', text)
    expect((await at.ended).exitCode).toBe(code)
    expect(at.output()).toContain('rules (AGENTS.md)')
    expect(at.output().includes(rule)).toBe(isNew)
  })
})
