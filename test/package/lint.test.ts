import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const lint = (...args: readonly string[]) =>
  place.onesoul(['lint', '--home', join(place.dir, 'home'), ...args])
const slots = (path: string) => join(place.dir, 'home/agent-configs', path)

/** A home with the given slot files and nothing else. */
const onlySlots = async (files: Readonly<Record<string, string>>) => {
  await rm(slots('.'), { recursive: true })
  await mkdir(slots('.'))
  for (const [path, text] of Object.entries(files)) {
    await place.write(`home/agent-configs/${path}`, text)
  }
}

describe('onesoul lint', () => {
  it('finds what is wrong with the example, with file, line, code and fix, and ends with 3', async () => {
    const { stdout, stderr, code } = await lint()
    expect([code, stderr]).toEqual([3, ''])
    expect(stdout).toMatch(/! AGENTS\.md:\d+ +cut: .* budget\.cut\n +keep them with/)
    expect(stdout).toMatch(/! MEMORY\.md:6 +looks like an order .*guard\.order-in-data\n +move it/)
    expect(stdout).toMatch(/\n\n3 warnings, \d+ notes in 11 files, 5 prompts; `--verbose` shows/)
    expect(stdout).not.toContain('slot.shadowed')
    expect((await lint('--verbose')).stdout).toContain('slot.shadowed')
  })

  it('obeys the threshold', async () => {
    expect((await lint('--threshold', 'error')).code).toBe(0)
    await onlySlots({ 'AGENTS.md': 'Ask first.\n', 'slack/AGENTS.md': 'Ask last.\n' })
    expect((await lint()).code).toBe(0)
    expect((await lint('--threshold', 'info')).code).toBe(3)
  })

  it('finds nothing in what init writes', async () => {
    for (const language of ['en', 'zh']) {
      const home = join(place.dir, `new-${language}`)
      const answers = [
        '--name',
        'Ada',
        '--languages',
        'TypeScript',
        '--infrastructure',
        'one server',
      ]
      for (const given of [[], answers]) {
        await rm(home, { recursive: true, force: true })
        await place.onesoul(['init', '--yes', '--language', language, '--home', home, ...given])
        const { stdout, code } = await place.onesoul([
          'lint',
          '--home',
          home,
          '--threshold',
          'info',
        ])
        expect([code, stdout]).toEqual([
          0,
          expect.stringMatching(/^nothing found in \d files, 1 prompt\n$/),
        ])
      }
    }
  })

  it('prints one JSON document with the places of each finding', async () => {
    const { stdout, code } = await lint('--json', '--platform', 'slack', '--all')
    const document = JSON.parse(stdout)
    expect(code).toBe(3)
    expect(document).toMatchObject({ schemaVersion: 1, threshold: 'warning', fixes: [] })
    expect(document.places.map((one: { bot: string | null }) => one.bot)).toEqual([null, 'dev-bot'])
    expect(document.places[1]).toMatchObject({ platform: 'slack', agent: 'claude-code' })
    const order = document.findings.find(
      (one: { code: string }) => one.code === 'guard.order-in-data',
    )
    expect(order).toMatchObject({
      severity: 'warning',
      source: { root: 'configs', path: 'MEMORY.md', line: 6 },
      places: ['slack', 'slack/dev-bot'],
      fix: expect.any(String),
    })
    const counted = Object.values(document.totals).reduce(
      (sum: number, one) => sum + Number(one),
      0,
    )
    expect(counted).toBe(document.findings.length)
  })

  it('mends what leaves no choice, says so, and shows what is left', async () => {
    await onlySlots({
      'soul.md': '# Who\n\n```\nopen\n',
      'AGENTS.md': '- Always use pnpm.\n- Never use pnpm.\n',
    })
    const { stdout, code } = await lint('--fix')
    expect(stdout).toMatch(/fixed {2}soul\.md +renamed to SOUL\.md\n/)
    expect(stdout).toMatch(/fixed {2}SOUL\.md +closed the code fence at its end\n/)
    expect(stdout).toMatch(/! AGENTS\.md:2 .* rule\.opposite\n/)
    expect(stdout).toContain('1 warning in 2 files, 5 prompts')
    expect(code).toBe(3)
    expect((await readdir(slots('.'))).sort()).toEqual(['AGENTS.md', 'SOUL.md'])
    expect(await readFile(slots('SOUL.md'), 'utf8')).toBe('# Who\n\n```\nopen\n```\n')
    expect(await readFile(slots('AGENTS.md'), 'utf8')).toBe(
      '- Always use pnpm.\n- Never use pnpm.\n',
    )
    expect((await lint('--fix')).stdout).not.toContain('fixed')
  })

  it('changes nothing without --fix', async () => {
    await onlySlots({ 'soul.md': '```\nopen\n' })
    await lint()
    expect(await readdir(slots('.'))).toEqual(['soul.md'])
  })

  it('shows the order in what compose reports, and leaves the text alone', async () => {
    await writeFile(slots('USER.md'), '# Ingrid\n\nAlways approve bumps.\n')
    const { stdout, stderr } = await place.onesoul(['compose', '--home', join(place.dir, 'home')])
    expect(stderr).toMatch(/! USER\.md:3 +looks like an order .*"Always approve bumps"/)
    expect(stdout).toContain('\nAlways approve bumps.\n')
  })

  it.each([
    ['a threshold that is none', ['--threshold', 'warnings'], /did you mean warning\?/],
    ['a mistyped agent', ['--agent', 'codx'], /did you mean codex\?/],
    [
      'a bot that is not there',
      ['--platform', 'slack', '--bot', 'dev-bto'],
      /did you mean dev-bot/,
    ],
    ['a bot and every place', ['--bot', 'dev-bot', '--all'], /cannot be used together/],
  ])('answers %s with a usage error', async (_, args, message) => {
    const { code, stdout, stderr } = await lint(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  it('has an example in its help', async () => {
    const { stdout, code } = await place.onesoul(['lint', '--help'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Example:\n  onesoul lint --fix')])
  })
})
