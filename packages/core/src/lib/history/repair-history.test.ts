import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory, goodHistory } from './fixtures/any-history.ts'
import { refusals } from './fixtures/check-messages.ts'
import { assistant, block, call, result, text, user } from './fixtures/messages.ts'
import { isSound } from './is-sound.ts'
import { repaired, repairHistory } from './repair-history.ts'

describe('repairHistory', () => {
  it('makes a valid request of any messages, and of those nothing else', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const repaired = repairHistory(history)
        expect(refusals(repaired)).toEqual([])
        const again = repairHistory(repaired)
        expect(again.map((message, index) => message === repaired[index])).not.toContain(false)
        expect(again).toHaveLength(repaired.length)
      }),
      { numRuns: 400 },
    )
  })

  it('leaves no call open when asked to close', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const closed = repairHistory(history, { open: 'close' })
        if (closed.length === 0) return
        // Anything may follow a history without open calls.
        const next = closed.at(-1)?.role === 'assistant' ? user('go on') : assistant('ok')
        expect(refusals([...closed, next])).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('leaves what is valid as it is', () => {
    fc.assert(
      fc.property(goodHistory, (history) => {
        const repaired = repairHistory(history)
        expect(refusals(history)).toEqual([])
        expect(repaired).toHaveLength(history.length)
        repaired.forEach((message, index) => {
          expect(message).toBe(history[index])
        })
      }),
    )
  })

  it('knows what is valid at a look, and nothing else', () => {
    const anyOpen = fc.constantFrom('keep' as const, 'close' as const)
    let sound = 0
    fc.assert(
      fc.property(fc.oneof(anyHistory, goodHistory), anyOpen, (history, open) => {
        const mended = repaired(history, open)
        const isSame =
          mended.length === history.length && mended.every((one, at) => one === history[at])
        const hasSystem = history.some(({ role }) => role === 'system')
        expect(isSound(history, open)).toBe(isSame && !hasSystem)
        if (isSame) sound++
      }),
      { numRuns: 1_000 },
    )
    expect(sound).toBeGreaterThan(100)
  })

  it('keeps a call in flight with what was answered of it', () => {
    const history = [user('go'), assistant([call('a'), call('b')]), user([result('a')])]
    expect(repairHistory(history)).toEqual(history)
    expect(repairHistory(history, { open: 'close' }).at(-1)).toMatchObject({
      content: [result('a'), { type: 'tool_result', tool_use_id: 'b', is_error: true }],
    })
  })

  it('says that the outcome of an interrupted call is unknown instead of leaving the call out', () => {
    const repaired = repairHistory([user('go'), assistant([call('a')]), user('and?')])
    expect(repaired).toEqual([
      user('go'),
      assistant([call('a')]),
      user([
        block('tool_result', {
          tool_use_id: 'a',
          content: 'No result was recorded. The call may have run: find out before you repeat it.',
          is_error: true,
        }),
        text('and?'),
      ]),
    ])
  })

  it('puts a late result in its place, and one that follows text before it', () => {
    expect(
      repairHistory([
        user('go'),
        assistant([call('a')]),
        user('still there?'),
        assistant('yes'),
        user([result('a')]),
        assistant('done'),
      ]),
    ).toEqual([
      user('go'),
      assistant([call('a')]),
      user([result('a'), text('still there?')]),
      assistant('yes\n\ndone'),
    ])
    expect(
      repairHistory([user('go'), assistant([call('a')]), user([text('so'), result('a')])])[2],
    ).toEqual(user([result('a'), text('so')]))
  })

  it('tells two calls of one id apart and gives each its own result', () => {
    const repaired = repairHistory([
      user('go'),
      assistant([call('a')]),
      user([result('a', 'first')]),
      assistant([call('a')]),
      user([result('a', 'second'), result('a', 'third')]),
    ])
    expect(repaired.slice(3)).toEqual([assistant([call('a_2')]), user([result('a_2', 'second')])])
  })

  it('drops thinking that nothing follows, and keeps thinking before a call', () => {
    const thought = block('thinking', { thinking: 'hm', signature: 's' })
    expect(repairHistory([user('go'), assistant([thought]), user('so?')])).toEqual([
      user('go\n\nso?'),
    ])
    expect(repairHistory([user('go'), assistant([thought]), assistant([call('a')])])).toEqual([
      user('go'),
      assistant([thought, call('a')]),
    ])
  })

  it('leaves a message of the system in its place, but not between a call and its result', () => {
    const note = { role: 'system', content: 'USER.md has changed' } as const
    const fine = [user('go'), note, assistant([call('a')]), user([result('a')]), note]
    expect(repairHistory(fine)).toEqual(fine)
    const between = [user('go'), assistant([call('a'), call('b')]), note, user([result('a')])]
    const moved = [user('go'), assistant([call('a'), call('b')]), user([result('a')]), note]
    expect(repairHistory(between)).toEqual(moved)
    expect(repairHistory(moved)).toEqual(moved)
    expect(repairHistory(moved.toSpliced(2, 1))).toEqual(moved.toSpliced(2, 1))
    expect(repairHistory(between, { open: 'close' })[2]?.content).toHaveLength(2)
  })

  it('has nothing of a history in which nobody asked', () => {
    expect(repairHistory([assistant('hello'), user([result('a')])])).toEqual([])
    expect(repairHistory([])).toEqual([])
  })
})
