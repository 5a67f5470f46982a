import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { findProgram, openCodeConfig, PATIENT } from './harness/onesoul-programs.ts'
import { CONFIG_FILE } from './harness/opencode.ts'

const ANSWER = 'Seven bells, 七响.'

describe('a session of opencode that was begun offline', () => {
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
    expect(refused.stderr).toContain('begun offline')

    await stage.sandbox.put(CONFIG_FILE, JSON.stringify(openCodeConfig(stage.model.url)))
    const online = await stage.onesoul(...again)
    expect(online.code, online.stderr).toBe(0)
    expect(online.stdout).toContain(ANSWER)
    const asked = stage.model.requests().map(({ body }) => (body as { model?: unknown }).model)
    expect(new Set(asked)).toEqual(new Set(['large']))

    const third = await stage.onesoul('run', 'opencode', 'third question', '--continue')
    expect([third.code, third.stdout.includes(ANSWER)], third.stderr).toEqual([0, true])
  })
})
