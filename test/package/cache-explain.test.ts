import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const cached = { type: 'ephemeral' }

/** A request of Claude with a rule of about 2,000 tokens, which every turn ends with the mark. */
const body = (rules: string, turns: readonly string[]) => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 100,
  system: [{ type: 'text', text: rules.repeat(700) }],
  messages: turns.map((text, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [
      { type: 'text', text, ...(at === turns.length - 1 ? { cache_control: cached } : {}) },
    ],
  })),
})

const explain = (...args: readonly string[]) =>
  place.onesoul(['cache', 'explain', 'before.json', 'after.json', ...args])

async function write(before: unknown, after: unknown): Promise<void> {
  await place.write('work/before.json', JSON.stringify(before))
  await place.write('work/after.json', JSON.stringify(after))
}

describe('onesoul cache explain', () => {
  it('says which block changed, and ends with 3', async () => {
    await write(body('Be brief. ', ['Hi']), body('Be polite. ', ['Hi', 'Yes?', 'Go on']))
    const { stdout, stderr, code } = await explain()
    expect([code, stderr]).toEqual([3, ''])
    expect(stdout).toContain(
      'claude-sonnet-4-5 at anthropic, rules of 2026-10-31, 30 s later (assumed, --gap tells)',
    )
    expect(stdout).toContain('  A block changed (system/0, block 1 of 4, system): ')
  })

  it('ends with 0 when all was read, and tells the time from the records', async () => {
    const records = [body('Be brief. ', ['Hi']), body('Be brief. ', ['Hi', 'Yes?', 'Go on'])].map(
      (one, at) => ({ time: 1000 + at * 299_000, body: one }),
    )
    await write(records[0], records[1])
    const { stdout, code } = await explain('--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      gapSeconds: 299,
      gapAssumed: false,
      lost: 0,
      causes: [],
    })
    const late = await explain('--json', '--gap', '301')
    expect([late.code, JSON.parse(late.stdout).causes[0].code]).toEqual([3, 'expired'])
  })

  it('says what a file should be that is no request', async () => {
    await write(body('Be brief. ', ['Hi']), { hello: 'world' })
    const { stderr, code } = await explain()
    expect(code).toBe(1)
    expect(stderr).toContain('after.json is no request to a model')
  })
})
