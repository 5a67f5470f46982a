import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const LOG = [
  '{"cacheLog":1,"provider":"anthropic","model":"claude-opus-5"}',
  '{"layer":"stable","version":"1","scope":"bot","blocks":[{"hash":"s","tokens":9000}]}',
  '{"at":0,"session":"a","layers":{"stable":"1"},"add":[{"hash":"q","tokens":500}]}',
  '{"at":60,"session":"a","layers":{"stable":"1"},"add":[{"hash":"r","tokens":500}]}',
].join('\n')

describe('onesoul cache simulate', () => {
  it('prints what each strategy would have cost, without a home', async () => {
    await place.write('work/log.jsonl', LOG)
    const { stdout, stderr, code } = await place.onesoul(['cache', 'simulate', 'log.jsonl'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('2 requests of 1 session, claude-opus-5 at anthropic')
    expect(stdout).toMatch(/^none +19,500 +0\.0 % +0 +0 +19,500$/m)
    expect(stdout).toMatch(/^bound +13,325 +31\.7 %$/m)
  })

  it('prints a document, and says of a model that its rules are not known', async () => {
    await place.write('work/log.jsonl', LOG)
    const args = ['cache', 'simulate', 'log.jsonl', '--model', 'claude-next', '--json']
    const { stdout, code } = await place.onesoul(args)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      model: 'claude-next',
      ttlModel: 'segment',
      requests: 2,
      tokens: 19_500,
      diagnostics: [{ code: 'cache.unknown-model' }],
    })
  })

  it('names the line of a log that cannot be understood', async () => {
    await place.write('work/log.jsonl', `${LOG}\n{"at":90}`)
    const { stdout, stderr, code } = await place.onesoul(['cache', 'simulate', 'log.jsonl'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Line 5 cannot be understood: "session" is no text')
  })
})
