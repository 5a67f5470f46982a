import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { findProgram, openCodeConfig, PATIENT } from './harness/onesoul-programs.ts'
import { CONFIG_FILE } from './harness/opencode.ts'

const ANSWER = 'Seven bells, 七响.'

describe('a session of opencode that was answered offline', () => {
  let stage: OneSoulStage
  beforeEach(async () => {
    stage = await setOneSoulStage(findProgram('opencode'), {
      script: [{ text: ANSWER }],
      files: () => ({ [CONFIG_FILE]: '{}' }),
    })
  })
  afterEach(() => stage.close())

  it("is gone on with by the person's own model, never by the scripted one", PATIENT, async () => {
    const tried = await stage.trace('first question', '--offline', '--session', 'tried')
    expect(tried.receipt.turns.map(({ request }) => request.model)).toEqual(['scripted'])

    const again = ['run', 'opencode', 'second question', '--resume', 'tried']
    const refused = await stage.onesoul(...again)
    expect([refused.code, refused.stdout], refused.stderr).toEqual([4, ''])
    expect(refused.stderr).toContain('was answered offline')

    const own = JSON.stringify(openCodeConfig(stage.model.url))
    await stage.sandbox.put(CONFIG_FILE, own)
    const online = await stage.onesoul(...again)
    expect(online.code, online.stderr).toBe(0)
    expect(online.stdout).toContain(ANSWER)
    const asked = stage.model.requests().map(({ body }) => (body as { model?: unknown }).model)
    expect(new Set(asked)).toEqual(new Set(['large']))

    await stage.sandbox.put(CONFIG_FILE, '{}')
    const between = await stage.trace('third question', '--offline', '--continue')
    expect(between.receipt.turns.map(({ request }) => request.model)).toEqual(['scripted'])
    await stage.sandbox.put(CONFIG_FILE, own)
    const last = await stage.onesoul('run', 'opencode', 'fourth question', '--continue')
    expect([last.code, last.stdout.includes(ANSWER)], last.stderr).toEqual([0, true])
  })
})
