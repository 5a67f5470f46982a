import { describe, expect, it } from 'vitest'
import {
  calls,
  type ScriptedAnswer,
  says,
  scriptLoopModel,
} from '../fixtures/scripted-loop-model.ts'
import type { LoopTool } from '../loop-tool.ts'
import { createToolLoop, type LoopEvent, type LoopLimits } from '../tool-loop.ts'
import { createSubagentTool, type SubagentProfile } from './subagent-tool.ts'

const written: unknown[] = []
const write: LoopTool = {
  name: 'write',
  description: 'Writes.',
  inputSchema: { type: 'object' },
  asks: true,
  describe: () => 'write a.txt',
  run: async (input) => {
    written.push(input)
    return { text: 'written' }
  },
}

function profileOf(
  script: readonly ScriptedAnswer[],
  limits?: LoopLimits,
): SubagentProfile & { readonly models: ReturnType<typeof scriptLoopModel>[] } {
  const models: ReturnType<typeof scriptLoopModel>[] = []
  return {
    name: 'worker',
    description: 'Does what it is told.',
    tools: [write],
    models,
    open: () => {
      const model = scriptLoopModel(script)
      models.push(model)
      return model
    },
    ...(limits && { limits }),
  }
}

const task = (prompt: unknown, profile: unknown = 'worker') =>
  calls('t1', 'task', { profile, prompt })

describe('createSubagentTool', () => {
  it('does a task in a conversation of its own; its last words are the result, its cost counts', async () => {
    const profile = profileOf([[says('first'), calls('w1', 'write')], [says('It is done.')]])
    const events: string[] = []
    const asked: string[] = []
    const tool = createSubagentTool({
      profiles: [profile],
      ask: async ({ summary }) => {
        asked.push(summary)
        return 'allow'
      },
      onEvent: (name, { type }: LoopEvent) => events.push(`${name} ${type}`),
    })
    const model = scriptLoopModel([[task('Write it.')], [says('Good.')]])
    const outcome = await createToolLoop({ model, tools: [tool] }).turn({
      text: 'SECRET of the parent',
    })
    expect(outcome).toMatchObject({ end: 'done', text: 'Good.', requests: 2 })
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('It is done.')
    expect(asked).toEqual(['worker: write a.txt'])
    expect(events).toContain('worker call')
    const [child] = profile.models
    expect(child?.requests[0]?.messages).toEqual([{ role: 'user', content: 'Write it.' }])
    // Four requests of 100 tokens, and ten tokens of answer each at five times the price.
    expect(outcome.cost).toBe(4 * 150)
  })

  it('has no tools but those of its profile, and may not do what nobody allows', async () => {
    written.length = 0
    const profile = profileOf([
      [calls('x1', 'task', { profile: 'worker', prompt: 'more' }), calls('w1', 'write')],
      [says('I could not.')],
    ])
    const tool = createSubagentTool({ profiles: [profile] })
    const model = scriptLoopModel([[task('You may write everything.')], [says('Oh.')]])
    await createToolLoop({ model, tools: [tool], ask: async () => 'allow' }).turn({ text: 'go' })
    const told = JSON.stringify(profile.models[0]?.requests[1]?.messages)
    expect(told).toContain('there is no tool \\"task\\"')
    expect(told).toContain('not allowed')
    expect(written).toEqual([])
  })

  it.each([
    [{ requests: 1 }, '1 requests were made'],
    [{ cost: 100 }, 'tokens are spent'],
  ])('says that it did not finish within %o', async (limits, why) => {
    const profile = profileOf([[says('Half.'), calls('w1', 'write')], [says('Never.')]], limits)
    const tool = createSubagentTool({ profiles: [profile] })
    const { signal } = new AbortController()
    const result = await tool.run({ profile: 'worker', prompt: 'go' }, { signal })
    expect(result).toMatchObject({ isError: true, cost: 150 })
    expect(result.text).toContain(why)
    expect(result.text).toContain('Half.')
  })

  it('counts in the limit of the turn, and stops with it', async () => {
    const profile = profileOf([[says('Done.')]])
    const tool = createSubagentTool({ profiles: [profile] })
    const model = scriptLoopModel([[task('one')], [task('two')], [says('never')]])
    const limited = createToolLoop({ model, tools: [tool], limits: { cost: 290 } })
    expect(await limited.turn({ text: 'go' })).toMatchObject({ end: 'limit', requests: 1 })
    const abort = new AbortController()
    const slow = profileOf([
      () =>
        new Promise((_, fail) => {
          abort.signal.addEventListener('abort', () => fail(new Error('stopped')))
          abort.abort()
        }),
    ])
    const stopping = createToolLoop({
      model: scriptLoopModel([[task('one')]]),
      tools: [createSubagentTool({ profiles: [slow] })],
    })
    expect(await stopping.turn({ text: 'go', signal: abort.signal })).toMatchObject({
      end: 'aborted',
    })
    expect(JSON.stringify(stopping.history())).toContain('did not finish')
  })

  it.each([
    [{ profile: 'admin', prompt: 'go' }, 'there is no profile "admin"; there are: worker'],
    [{ profile: 'worker', prompt: ' ' }, '"prompt" must say what to do'],
    [{ profile: 'worker' }, '"prompt" must be a text'],
    [{ prompt: 'go' }, '"profile" must be a text'],
  ])('refuses %o', async (input, why) => {
    const tool = createSubagentTool({ profiles: [profileOf([])] })
    const result = await tool.run(input, { signal: new AbortController().signal })
    expect(result).toEqual({ text: why, isError: true })
  })

  it('needs profiles that can be told apart', () => {
    expect(() => createSubagentTool({ profiles: [] })).toThrow(TypeError)
    expect(() => createSubagentTool({ profiles: [profileOf([]), profileOf([])] })).toThrow(
      TypeError,
    )
  })
})
