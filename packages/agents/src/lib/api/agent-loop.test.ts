import type { HistoryMessage } from '@onesoul/core/history'
import { describe, expect, it } from 'vitest'
import { AgentLoop, type AgentLoopOptions } from './agent-loop.ts'
import { calls, field, says, scriptedProvider } from './fixtures/scripted-provider.ts'
import type { AgentTool, MessagesResponse } from './messages-provider.ts'

const add: AgentTool = {
  name: 'add',
  description: 'Adds',
  input_schema: { type: 'object' },
  execute: (input) => JSON.stringify(input),
}
const broken: AgentTool = {
  name: 'broken',
  input_schema: {},
  execute: () => {
    throw new Error('no such file')
  },
}

const plain = (history: readonly HistoryMessage[], content: string): readonly HistoryMessage[] => [
  ...history,
  { role: 'user', content },
]

function loopOf(
  script: readonly (MessagesResponse | Error)[],
  options: Partial<AgentLoopOptions> = {},
  history: readonly HistoryMessage[] = [],
) {
  const provider = scriptedProvider(script)
  const loop = new AgentLoop(
    {
      provider,
      tools: [add, broken],
      system: [field('text', { text: 'S' })],
      buildMessages: plain,
      model: 'm',
      ...options,
    },
    history,
  )
  return { loop, provider }
}

const result = (id: string, content: string, more: object = {}) =>
  field('tool_result', { tool_use_id: id, content, ...more })
const notes = (messages: readonly HistoryMessage[]) => JSON.stringify(messages.at(-1)?.content)

describe('AgentLoop', () => {
  it('asks, runs parallel calls, and asks again until the model is done', async () => {
    const { loop, provider } = loopOf([calls(['1', 'add', { a: 1 }], ['2', 'add']), says('two')])
    expect(await loop.run('hi')).toEqual({ outcome: 'done', text: 'two', iterations: 2 })
    expect(provider.requests[0]).toEqual({
      model: 'm',
      max_tokens: 8192,
      system: [{ type: 'text', text: 'S' }],
      messages: [{ role: 'user', content: 'hi' }],
      tools: [
        { name: 'add', description: 'Adds', input_schema: { type: 'object' } },
        { name: 'broken', input_schema: {} },
      ],
    })
    expect(provider.requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content: [result('1', '{"a":1}'), result('2', '{}')],
    })
    expect(loop.history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  it('asks for the messages once a turn, and sends what it sent before to the byte', async () => {
    let asked = 0
    const buildMessages: AgentLoopOptions['buildMessages'] = (history, userMessage) => {
      asked++
      return plain(history, `${userMessage}!`)
    }
    const { loop, provider } = loopOf([calls(['1', 'add']), says('a'), says('b')], {
      buildMessages,
    })
    await loop.run('one')
    await loop.run('two')
    expect(asked).toBe(2)
    const [first, second, third] = provider.requests.map(({ messages }) => messages)
    expect(second?.slice(0, 1)).toEqual(first)
    expect(third?.slice(0, 3)).toEqual(second)
  })

  it('tells the model of a tool that failed or that there is not', async () => {
    const { loop } = loopOf([calls(['1', 'broken'], ['2', 'absent']), says('sorry')])
    await loop.run('hi')
    expect(loop.history[2]?.content).toEqual([
      result('1', 'no such file', { is_error: true }),
      result('2', 'There is no tool absent.', { is_error: true }),
    ])
  })

  it('ends after its last request without running what that one asked for', async () => {
    let ran = 0
    const count = { ...add, execute: () => `${++ran}` }
    const { loop } = loopOf([calls(['1', 'add']), calls(['2', 'add'])], {
      tools: [count],
      maxIterations: 2,
    })
    expect(await loop.run('hi')).toMatchObject({ outcome: 'iterations', iterations: 2 })
    expect(ran).toBe(1)
    expect(notes(loop.history)).toContain('Not run: the turn has had its last request.')
  })

  it('does not run the calls of an answer that was cut off', async () => {
    const { loop } = loopOf([{ ...calls(['1', 'add']), stop_reason: 'max_tokens' }])
    expect(await loop.run('hi')).toMatchObject({ outcome: 'cut' })
    expect(notes(loop.history)).toContain('Not run: the answer was cut off.')
  })

  it('goes on after a pause, and stops at a refusal', async () => {
    const paused = { ...says('wait'), stop_reason: 'pause_turn' }
    const { loop } = loopOf([paused, { ...says('no'), stop_reason: 'refusal' }])
    expect(await loop.run('hi')).toEqual({ outcome: 'refused', text: 'no', iterations: 2 })
  })

  it('keeps the steps of a turn that failed, and the next turn is valid', async () => {
    const { loop, provider } = loopOf([calls(['1', 'add']), new Error('529'), says('ok')])
    await expect(loop.run('one')).rejects.toThrow('529')
    expect(loop.history).toHaveLength(3)
    await loop.run('two')
    expect(provider.requests[2]?.messages.at(-1)?.content).toEqual([
      result('1', '{}'),
      field('text', { text: 'two' }),
    ])
  })

  it('stops when it is told to, with a note for each call that did not run', async () => {
    const controller = new AbortController()
    const stop = { ...add, name: 'stop', execute: () => controller.abort(new Error('enough')) }
    const { loop, provider } = loopOf([calls(['1', 'stop'], ['2', 'add'])], { tools: [stop, add] })
    await expect(loop.run('hi', { signal: controller.signal })).rejects.toThrow('enough')
    expect(provider.requests).toHaveLength(1)
    expect(notes(loop.history)).toContain('Not run: the turn was stopped.')
  })

  it('sends a broken history repaired, or as it is in compat', async () => {
    const history: readonly HistoryMessage[] = [
      { role: 'assistant', content: 'hello' },
      { role: 'user', content: [result('gone', 'x')] },
    ]
    const safe = loopOf([says('ok')], {}, history)
    await safe.loop.run('hi')
    expect(safe.provider.requests[0]?.messages).toEqual([{ role: 'user', content: 'hi' }])
    const compat = loopOf([says('ok')], { compat: true }, history)
    await compat.loop.run('hi')
    expect(compat.provider.requests[0]?.messages).toEqual(plain(history, 'hi'))
  })
})
