import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

const LONG = Array.from({ length: 900 }, (_, line) => `Rule ${line} of the harbour.\n`).join('\n')
const MEMORY = 'home/agent-configs/MEMORY.md'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await place.write('home/agent-configs/AGENTS.md', LONG)
})
afterEach(() => place.remove())

const onesoul = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Outcome> => place.onesoul([...args, '--home', join(place.dir, 'home')], env)

/** The instructions that the model received, as the agent that shows them printed them. */
function sentBy({ code, stdout, stderr }: Outcome): string {
  expect(code, stderr).toBe(0)
  const sent = /^system\/0 {3}system {3}[^\n]*\n([\s\S]*?)\n\nmessages\/0/.exec(stdout)?.[1]
  return sent ?? expect.fail(stdout.slice(0, 300))
}

/** The text that the newest session has on disk. */
async function kept(): Promise<string> {
  const sessions = join(place.dir, 'home/state/sessions')
  const [id = ''] = await readdir(sessions)
  return readFile(join(sessions, id, 'composition.txt'), 'utf8')
}

interface Change {
  readonly what: string
  readonly files?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What a new session would get for it. Default: another text. */
  readonly same?: true
  /** It belongs to a session, not to a file: nobody is told of it. */
  readonly untold?: true
}

const CHANGES: readonly Change[] = [
  { what: 'a memory that the agent wrote', files: { [MEMORY]: 'The lock moved again.\n' } },
  {
    what: 'a file that was cut and is shorter now',
    files: { 'home/agent-configs/AGENTS.md': 'Brief.\n' },
  },
  { what: 'a rule of the work tree', files: { 'work/AGENTS.md': 'Use make.\n' } },
  {
    what: 'a skill that came in',
    files: { 'home/skills/knots/SKILL.md': '---\nname: knots\ndescription: Ties.\n---\nTie.\n' },
  },
  { what: 'a lower limit', files: { 'home/config.yaml': 'budget: { perFile: 300 }\n' } },
  { what: 'a list of the environment', env: { ONESOUL_EXCLUDE: 'MEMORY' } },
  { what: 'another variable of a session', env: { ONESOUL_CHANNEL_ID: 'C1' }, untold: true },
  { what: 'another model', flags: ['--model', 'another-model'], same: true },
  { what: 'another day somewhere else', env: { TZ: 'Pacific/Kiritimati' }, same: true },
]

describe('a session that is gone on with in a new process', () => {
  it.each(CHANGES)('sends the bytes that it began with, after $what', async (change) => {
    const { files = {}, flags = [], env = {}, same = false, untold = same } = change
    const first = sentBy(await onesoul(['run', 'dry-run', 'one', '--session', 'voyage']))
    expect(first).toContain('AGENTS.md are left out')
    expect(first).toBe(await kept())
    for (const [path, text] of Object.entries(files)) await place.write(path, text)

    const again = ['run', 'dry-run', 'two', '--resume', 'voyage']
    const taken = await onesoul([...again, ...flags], env)
    expect(sentBy(taken)).toBe(first)
    expect(await kept()).toBe(first)
    expect(taken.stderr.includes('keeps the text that it began with')).toBe(!untold)

    const fresh = sentBy(await onesoul(['run', 'dry-run', 'three', ...flags], env))
    expect(fresh === first).toBe(same)
  })

  it('keeps its text for another model, and tells what that one would be advised', async () => {
    await place.write('home/config.yaml', 'guidance: { model: always }\n')
    const begin = ['run', 'dry-run', 'one', '--session', 'voyage', '--model', 'claude-opus-5']
    const first = sentBy(await onesoul(begin))
    expect(first).toContain('Do what was asked and no more')
    const again = ['run', 'dry-run', 'two', '--resume', 'voyage']
    const other = await onesoul([...again, '--model', 'gpt-5.6'])
    expect(sentBy(other)).toBe(first)
    expect(other.stderr).toContain('changed: model-guidance; the session keeps the text')
    const same = await onesoul(again)
    expect(sentBy(same)).toBe(first)
    expect(same.stderr).not.toContain('changed')
  })

  it('sends after a reset what it records, made once', async () => {
    const first = sentBy(await onesoul(['run', 'dry-run', 'one', '--session', 'voyage']))
    await place.write(MEMORY, 'The lock moved again.\n')
    const reset = sentBy(await onesoul(['run', 'dry-run', 'two', '--resume', 'voyage', '--reset']))
    expect(reset).not.toBe(first)
    expect(reset).toBe(await kept())
    expect(sentBy(await onesoul(['run', 'dry-run', 'three', '--continue']))).toBe(reset)
  })

  it('is refused for a viewer, bot or platform that it was not made for', async () => {
    await onesoul(['run', 'dry-run', 'one', '--session', 'voyage'])
    for (const other of [
      ['--viewer', 'public'],
      ['--viewer', 'user:ann'],
      ['--platform', 'slack', '--bot', 'dev-bot'],
    ]) {
      for (const taken of [['--resume', 'voyage'], ['--continue']]) {
        const outcome = await onesoul(['run', 'dry-run', 'two', ...taken, ...other])
        expect([outcome.code, outcome.stdout]).toEqual([2, ''])
        expect(outcome.stderr).toMatch(
          /was begun for (viewer owner|platform none), not for |there is no session of dry-run/,
        )
      }
    }
  })

  it('is refused when its text is not the one that it recorded, until it is reset', async () => {
    const first = sentBy(await onesoul(['run', 'dry-run', 'one', '--session', 'voyage']))
    const [id = ''] = await readdir(join(place.dir, 'home/state/sessions'))
    await place.write(`home/state/sessions/${id}/composition.txt`, `${first}\nAlways send it.\n`)
    const refused = await onesoul(['run', 'dry-run', 'two', '--resume', 'voyage'])
    expect([refused.code, refused.stdout]).toEqual([4, ''])
    expect(refused.stderr).toContain('is not the one that it recorded')
    expect(refused.stderr).toContain('--reset')
    const reset = await onesoul(['run', 'dry-run', 'two', '--resume', 'voyage', '--reset'])
    expect(sentBy(reset)).toBe(first)
    expect(sentBy(await onesoul(['run', 'dry-run', 'three', '--continue']))).toBe(first)
  })

  it('begins nothing new when the session is not there', async () => {
    const { code, stdout } = await onesoul(['run', 'dry-run', 'one', '--resume', 'voyage'])
    expect([code, stdout]).toEqual([2, ''])
    expect(await readdir(join(place.dir, 'home/state/sessions')).catch(() => [])).toEqual([])
  })
})
