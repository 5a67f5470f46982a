import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const onesoul = (...args: string[]): Promise<Outcome> =>
  place.onesoul([...args, '--home', join(place.dir, 'home')])
const sessions = (): string => join(place.dir, 'home/state/sessions')
const edit = (slot: string, text: string): Promise<string> =>
  place.write(`home/agent-configs/${slot}.md`, text)

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await onesoul(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

describe('onesoul run --session', () => {
  it('gives a name to one of several processes that ask for it at the same time', async () => {
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => onesoul('run', 'dry-run', 'hi', '--session', 'voyage')),
    )
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 2, 2, 2, 2])
    for (const { code, stdout, stderr } of runs) {
      if (code === 0) continue
      expect(stdout).toBe('')
      expect(stderr).toContain('a session named "voyage" exists already')
      expect(stderr).toContain('onesoul run dry-run --resume voyage')
    }
    expect(await readdir(sessions())).toHaveLength(1)
  })

  it.each([
    ['two words', 'is no name'],
    ['20261101-a1b2c3d4', 'ids of sessions look like that'],
  ])('refuses the name %j', async (name, why) => {
    const { code, stderr } = await onesoul('run', 'dry-run', 'hi', '--session', name)
    expect(code).toBe(2)
    expect(stderr).toContain(why)
  })

  it('has no JSON of its own and says what has', async () => {
    const { code, stdout, stderr } = await onesoul('run', 'dry-run', 'hi', '--json')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('onesoul trace dry-run')
  })
})

describe('onesoul sessions', () => {
  it('lists, shows and prunes', async () => {
    expect((await onesoul('sessions', 'list')).stdout).toMatch(/^no sessions in /)
    await onesoul('trace', 'dry-run', 'hi', '--session', 'voyage')
    await onesoul('run', 'dry-run', 'hi')
    const listed = await json('sessions', 'list')
    expect(listed).toMatchObject({
      schemaVersion: 1,
      retainDays: 30,
      sessions: [
        { name: null, agent: 'dry-run', inUse: false, expired: false },
        { name: 'voyage', agent: 'dry-run', inUse: false, expired: false },
      ],
    })
    expect((await onesoul('sessions', 'list')).stdout).toContain('2 sessions in')
    const shown = await onesoul('sessions', 'show', 'voyage')
    expect(shown.stdout).toMatch(/^receipts +1$/m)
    expect(shown.stdout).toContain('onesoul run dry-run --resume voyage')

    expect((await onesoul('sessions', 'prune')).stdout).toContain('removed no sessions')
    const dry = await json('sessions', 'prune', '--older-than', '0', '--dry-run')
    expect(dry).toMatchObject({ dryRun: true, removed: [{}, {}], inUse: [] })
    expect(await readdir(sessions())).toHaveLength(2)
    await onesoul('sessions', 'prune', '--older-than', '0')
    expect(await readdir(sessions())).toEqual([])
  })

  it('keeps what was used within sessions.retainDays, and doctor says what may go', async () => {
    await onesoul('run', 'dry-run', 'hi', '--session', 'old')
    const [id = ''] = await readdir(sessions())
    const file = join(sessions(), id, 'session.json')
    const record = JSON.parse(await readFile(file, 'utf8'))
    const lastUsedAt = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await writeFile(file, JSON.stringify({ ...record, lastUsedAt }))
    expect((await onesoul('sessions', 'prune')).stdout).toContain('removed no sessions')
    const config = join(place.dir, 'home/config.yaml')
    await writeFile(config, `${await readFile(config, 'utf8')}\nsessions: { retainDays: 7 }\n`)
    expect((await onesoul('doctor', '--verbose')).stdout).toContain('session.expired')
    expect((await onesoul('sessions', 'list')).stdout).toContain('1 may go: onesoul sessions prune')
    expect((await onesoul('sessions', 'prune')).stdout).toContain(
      'removed 1 session unused for 7 days',
    )
    expect(await readdir(sessions())).toEqual([])
  })

  it.each([
    [['sessions', 'show', 'nope'], 2, 'there is no session "nope"'],
    [['sessions', 'lst'], 2, 'Did you mean list'],
    [['sessions', 'prune', '--older-than', 'week'], 2, 'is no number of days'],
    [['trace', 'show'], 2, 'there is no receipt'],
    [['run', 'dry-run', 'hi', '--keep'], 2, '--keep needs a session to go on with'],
    [['run', 'dry-run', 'hi', '--continue', '--keep', '--reset'], 2, 'cannot be used together'],
  ])('answers %j with a sentence', async (args, expected, words) => {
    const { code, stderr } = await onesoul(...args)
    expect(code).toBe(expected)
    expect(stderr).toContain(words)
  })
})

describe('onesoul compose of a session', () => {
  it('prints the text that it keeps byte for byte, whatever changes', async () => {
    await edit('SOUL', 'You are Quill 灯塔 and keep no line end')
    await onesoul('run', 'dry-run', 'hi', '--session', 'voyage')
    const [id = ''] = await readdir(sessions())
    const kept = await readFile(join(sessions(), id, 'composition.txt'), 'utf8')
    await edit('SOUL', 'You are another one now.')
    const { code, stdout } = await onesoul('compose', '--session', 'voyage')
    expect([code, stdout]).toEqual([0, kept])
    const { parts, manifest } = await json('compose', '--session', id.slice(0, 12))
    expect(parts).toEqual([{ id: 'system/0', role: 'system', text: kept }])
    expect(await json('compose', '--session', 'voyage', '--manifest')).toEqual(manifest)
    const refused = await onesoul('compose', '--session', 'voyage', '--bot', 'x')
    expect(refused.code).toBe(2)
  })

  it('says what a reset would change and what it costs', async () => {
    await onesoul('run', 'dry-run', 'hi', '--session', 'voyage')
    const unchanged = await onesoul('compose', '--since', 'voyage')
    expect(unchanged.stdout, unchanged.stderr).toContain('nothing would change')
    await edit('USER', 'Ingrid reads her messages at noon, and only then.')
    const { stdout } = await onesoul('compose', '--since', 'voyage')
    expect(stdout).toMatch(/user \(USER\.md\) .* → .* changed/)
    expect(stdout).toMatch(/read anew, from user on/)
    expect(stdout).toContain('onesoul run dry-run --resume voyage --reset')
    const document = await json('compose', '--since', 'voyage')
    expect(document).toMatchObject({
      schemaVersion: 1,
      same: false,
      reset: { how: 'replaces', from: 'user' },
    })
  })
})

describe('a session whose slots changed', () => {
  const rule = 'Every harbour has a number of its own.'
  beforeEach(async () => {
    await onesoul('run', 'dry-run', 'hi', '--session', 'voyage')
    await edit('AGENTS', `# Rules\n\n- ${rule}\n`)
  })

  it('keeps its text and names the slot, until it is reset', async () => {
    const kept = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage')
    expect(kept.stdout).not.toContain(rule)
    expect(kept.stderr).toContain('changed: rules (AGENTS.md); the session keeps the text')
    const reset = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage', '--reset')
    expect(reset.stdout.split(rule)).toHaveLength(2)
    expect(reset.stderr).toContain('reset: rules (AGENTS.md)')
    const after = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage')
    expect(after.stdout).toContain(rule)
    expect(after.stderr).not.toContain('changed')
  })

  it('asks for a reset where the configuration says so', async () => {
    const config = join(place.dir, 'home/config.yaml')
    const before = await readFile(config, 'utf8')
    await writeFile(config, `${before}\nsessions: { onChange: { AGENTS: restart } }\n`)
    const asked = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage')
    expect([asked.code, asked.stdout]).toEqual([4, ''])
    expect(asked.stderr).toContain('rules (AGENTS.md)')
    expect(asked.stderr).toMatch(/--reset .*--keep/)
    const kept = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage', '--keep')
    expect([kept.code, kept.stdout.includes(rule)]).toEqual([0, false])
  })

  it('names a policy that there is not, with the one that was meant', async () => {
    const config = join(place.dir, 'home/config.yaml')
    const before = await readFile(config, 'utf8')
    await writeFile(config, `${before}\nsessions: { onChange: { AGENTS: restrat } }\n`)
    const { code, stderr } = await onesoul('run', 'dry-run', 'again', '--resume', 'voyage')
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean restart?')
  })
})

describe('a session of a target', () => {
  beforeEach(async () => {
    await onesoul(
      'run',
      'dry-run',
      'hi',
      '--platform',
      'slack',
      '--session',
      'voyage',
      '--language',
      'zh',
    )
    await onesoul('run', 'dry-run', 'hi')
  })

  it('is gone on with by the same target, in the language that it began in', async () => {
    const { code, stderr } = await onesoul(
      'run',
      'dry-run',
      'again',
      '--continue',
      '--platform',
      'Slack',
    )
    expect(code, stderr).toBe(0)
    expect(stderr).not.toContain('changed')
    expect((await json('sessions', 'list'))['sessions']).toMatchObject([{ name: 'voyage' }, {}])
  })
})

describe('onesoul trace show and purge', () => {
  it('shows the last receipt and removes old ones; the session stays', async () => {
    await onesoul('trace', 'dry-run', 'one', '--session', 'first')
    await onesoul('trace', 'dry-run', 'two')
    const receipt = await json('trace', 'show', 'first')
    expect(receipt).toMatchObject({ schemaVersion: 1, verdict: 'proven' })
    expect((await onesoul('trace', 'show')).stdout).toMatch(/session \d{8}-\w+, just now/)
    expect((await onesoul('trace', 'purge')).stdout).toContain(
      'removed no receipts older than 7 days',
    )
    for (const id of await readdir(sessions())) {
      for (const name of await readdir(join(sessions(), id, 'receipts'))) {
        const path = join(sessions(), id, 'receipts', name)
        if (id === (await readdir(sessions()))[0]) await utimes(path, 1, 1)
      }
    }
    expect(await json('trace', 'purge')).toMatchObject({ receipts: 1 })
    expect(await json('trace', 'purge', '--older-than', '0')).toMatchObject({ receipts: 1 })
    expect(await readdir(sessions())).toHaveLength(2)
  })
})
