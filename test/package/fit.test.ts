import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await mkdir(join(place.dir, 'work/.git'))
  await rm(join(place.dir, 'home'), { recursive: true })
})
afterEach(() => place.remove())

const fitted = (...args: readonly string[]) => place.onesoul(['fit', ...args])

/** A root that leaves 768 bytes of what Codex reads, and a file below it. */
const overflow = async (): Promise<void> => {
  await place.write('work/AGENTS.md', 'x'.repeat(32_000))
  await place.write(
    'work/api/AGENTS.md',
    `# Release\n\n${'a'.repeat(750)}\n\nNever publish from a laptop.\n`,
  )
}

describe('onesoul fit', () => {
  it('ends with 0 where all of it fits, and needs no home', async () => {
    await place.write('work/AGENTS.md', 'Use pnpm.\n')
    const { stdout, stderr, code } = await fitted()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^(?:claude-code +fits .*\n){2}codex +fits +10 of 32,768 bytes +project instructions/,
    )
    expect(stdout).not.toMatch(/openclaw|hotplex/)
  })

  it('names the first file, heading and sentence that is lost, and ends with 3', async () => {
    await overflow()
    const { stdout, code } = await fitted('--cwd', join(place.dir, 'work/api'))
    expect(code).toBe(3)
    expect(stdout).toContain('loses 24 bytes of project instructions')
    expect(stdout).toContain(
      '    api/AGENTS.md:5, under "Release": its end is cut off\n      "Never publish from a laptop."\n',
    )
    expect((await fitted()).code).toBe(0)
  })

  it('says the same as JSON', async () => {
    await overflow()
    const { stdout, code } = await fitted(
      '--json',
      '--agent',
      'codex',
      '--cwd',
      join(place.dir, 'work/api'),
    )
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      directory: 'api',
      fits: false,
      agents: [
        {
          agent: 'codex',
          name: 'Codex',
          fits: false,
          limits: [
            {
              kind: 'documents',
              unit: 'bytes',
              total: 32_768,
              each: null,
              used: 32_792,
              lost: [
                { path: 'api/AGENTS.md', line: 5, heading: 'Release', amount: 24, whole: false },
              ],
            },
            { kind: 'skills', fits: true, lost: [] },
          ],
        },
      ],
    })
  })

  it('asks an agent with a folder of its own about that folder', async () => {
    await place.write('work/SOUL.md', 'Be kind. '.repeat(1000))
    const { stdout, code } = await fitted()
    expect(code).toBe(3)
    expect(stdout).toMatch(/openclaw +fits/)
    expect(stdout).toMatch(/hotplex +loses 1,000 bytes of agent configs/)
    expect((await fitted('--agent', 'openclaw')).code).toBe(0)
  })

  it('is a usage error for an agent that nobody knows', async () => {
    const { stderr, code } = await fitted('--agent', 'codx')
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean codex?')
    expect((await fitted('--agent', 'dry-run')).code).toBe(2)
  })

  it('is completed with the agents that it knows', async () => {
    const { stdout } = await place.onesoul(['completion', 'bash'])
    expect(stdout).toMatch(/openclaw/)
  })
})
