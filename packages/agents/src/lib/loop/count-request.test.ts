import { describe, expect, it } from 'vitest'
import { calls, says, scriptLoopModel } from './fixtures/scripted-loop-model.ts'
import type { CountRequest } from './loop-model.ts'
import type { LoopTool } from './loop-tool.ts'
import { countedBy } from './next-size.ts'
import { createToolLoop, type LoopEvent } from './tool-loop.ts'

/** The history may have 80,000 of 100,000 tokens; the first answer says that it has 70,000. */
const SIZES = { window: 100_000, total: 70_000 }

/** Of these characters the estimate makes about 9,600 tokens. */
const read: LoopTool = {
  name: 'read',
  description: 'Reads.',
  inputSchema: { type: 'object' },
  run: async () => ({ text: 'letters '.repeat(5_700) }),
}

async function run(count: ((request: CountRequest) => Promise<number>) | null, text = '') {
  const asked: CountRequest[] = []
  const model = scriptLoopModel(
    [[calls('1', 'read')], [says('A summary.')], [says('Done.')]],
    SIZES,
  )
  const events: LoopEvent[] = []
  const tool = text === '' ? read : { ...read, run: async () => ({ text }) }
  const loop = createToolLoop({
    model: count
      ? {
          ...model,
          count: (request) => {
            asked.push(request)
            return count(request)
          },
        }
      : model,
    tools: [tool],
    onEvent: (event) => events.push(event),
  })
  await loop.turn({ text: 'go', volatile: ['12:00'] })
  const notices = events.flatMap((event) =>
    event.type === 'notice' ? [event.diagnostic.message] : [],
  )
  return { kinds: model.requests.map(({ kind }) => kind), asked, notices }
}

const COMPACTED = ['human', 'compaction', 'tool']

describe('a history whose size only the provider knows', () => {
  it('is shortened when the provider counts more than it may have, whatever the estimate says', async () => {
    const { kinds, asked } = await run(async () => 80_001)
    expect(kinds).toEqual(COMPACTED)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.volatile).toEqual(['12:00'])
    expect(asked[0]?.messages.at(-1)?.content).toMatchObject([{ type: 'tool_result' }])
  })

  it('stays whole when it counts less', async () => {
    const { kinds } = await run(async () => 79_999)
    expect(kinds).toEqual(['human', 'tool'])
  })

  it('is estimated where no limit is close, and where nobody counts', async () => {
    const short = await run(async () => 99_999, 'a few words')
    expect(short.asked).toEqual([])
    expect(short.kinds).toEqual(['human', 'tool'])
    const long = await run(null, 'letters '.repeat(30_000))
    expect(long.kinds).toEqual(COMPACTED)
  })

  it('is waited for no longer than the turn may wait, and not when it is stopped', async () => {
    const model = { ...scriptLoopModel([]), count: () => new Promise<number>(() => undefined) }
    const stop = new AbortController()
    const request = { messages: [], tools: [], volatile: [], kind: 'human' as const }
    expect(await countedBy(model, { ...request, signal: stop.signal }, 5)).toMatchObject({
      code: 'history.not-counted',
      message: expect.stringContaining('it took too long'),
    })
    const counted = countedBy(model, { ...request, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(counted).rejects.toThrow('stopped')
  })

  it('is estimated, and said to be, when the count fails', async () => {
    const { kinds, notices } = await run(async () => {
      throw new Error('404 no such endpoint\nmore')
    })
    expect(kinds).toEqual(['human', 'tool'])
    expect(notices).toEqual([
      'scripted did not count the request (404 no such endpoint); an estimate says when the history is shortened',
    ])
  })
})
