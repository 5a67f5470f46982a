import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyAnthropicCacheControl,
  type CacheControlOptions,
  markLastTool,
} from './apply-cache-control.ts'
import { routeMarking, ttlOfSource } from './cache-route.ts'
import type { CacheableMessage } from './cacheable-message.ts'
import { countCacheMarkers, stripAnthropicCacheControl } from './strip-cache-control.ts'

type Message = CacheableMessage & Readonly<Record<string, unknown>>

const FIVE = { type: 'ephemeral' }
const HOUR = { type: 'ephemeral', ttl: '1h' }
const say = (role: string, content: unknown, more: object = {}): Message => ({
  role,
  content,
  ...more,
})
const marked = (text: string, cache_control: object = FIVE) => ({
  type: 'text',
  text,
  cache_control,
})
const text = (text: string) => ({ type: 'text', text })
const calls = (...ids: readonly string[]) => ({ tool_calls: ids.map((id) => ({ id })) })
const answer = (id: string, content: unknown = 'done') => say('tool', content, { tool_call_id: id })

const talk = [
  say('system', 'S'),
  say('user', 'u1'),
  say('assistant', 'a1'),
  say('user', 'u2'),
  say('assistant', 'a2'),
]
/** A loop whose answers are empty but for their calls. */
const loop = [
  say('system', 'S'),
  say('user', 'go'),
  say('assistant', null, calls('1')),
  answer('1'),
  say('assistant', '', calls('2')),
  answer('2', ''),
]
const parallel = [
  say('user', 'go'),
  say('assistant', 'three at once', calls('1', '2', '3')),
  answer('1'),
  answer('2'),
  answer('3'),
]
const blocks = [
  say('user', 'go'),
  say('assistant', [
    { type: 'tool_use', id: '1' },
    { type: 'tool_use', id: '2' },
  ]),
  say('user', [
    { type: 'tool_result', tool_use_id: '1', content: 'a' },
    { type: 'tool_result', tool_use_id: '2', content: 'b' },
  ]),
]

/** Where markers stand: an index for one at the top of a message, `index.part` for one in a part. */
function places(messages: readonly CacheableMessage[]): readonly string[] {
  return messages.flatMap((message, index) => {
    const parts: readonly unknown[] = Array.isArray(message.content) ? message.content : []
    const top = 'cache_control' in message ? [`${index}`] : []
    return [
      ...top,
      ...parts.flatMap((part, at) => (countCacheMarkers([part]) > 0 ? [`${index}.${at}`] : [])),
    ]
  })
}

type Case = readonly [
  name: string,
  messages: readonly Message[],
  options: CacheControlOptions,
  expected: readonly string[],
]
const native = { nativeAnthropic: true }

describe('applyAnthropicCacheControl', () => {
  it.each<Case>([
    ['system and the last three', talk, {}, ['0.0', '2.0', '3.0', '4.0']],
    ['the system prompt alone', talk, { strategy: 'system_only' }, ['0.0']],
    ['no system prompt', talk.slice(1), {}, ['1.0', '2.0', '3.0']],
    ['no message', [], {}, []],
    [
      'an empty system prompt has no marker and takes no slot',
      [say('system', ' '), ...talk.slice(1)],
      {},
      ['2.0', '3.0', '4.0'],
    ],
    [
      'a system message in the middle is not marked',
      [talk[0] ?? loop[0] ?? say('system', ''), say('user', 'u'), say('system', 'x')],
      {},
      ['0.0', '1.0'],
    ],
    [
      'a system prompt in blocks',
      [say('system', [text('a'), text('b')]), say('user', 'u')],
      {},
      ['0.1', '1.0'],
    ],
    // envelope
    ['envelope: carriers only, and none wasted', loop, {}, ['0.0', '1.0', '3.0']],
    ['envelope: a tool message with text carries one', parallel, {}, ['2.0', '3.0', '4.0']],
    ['envelope: an empty list carries none', [say('user', []), say('user', 'u')], {}, ['1.0']],
    [
      'envelope: a list whose last item is no object carries none',
      [say('user', 'u'), say('user', ['x'])],
      {},
      ['0.0'],
    ],
    [
      'LiteLLM: none on tool messages, the budget moves on',
      parallel,
      { toolParts: false },
      ['0.0', '1.0'],
    ],
    [
      'LiteLLM: nor on a list of results',
      [say('user', 'u'), say('tool', [{ type: 'tool-result' }])],
      { toolParts: false },
      ['0.0'],
    ],
    // native
    [
      'native: tool messages and bare calls carry it at the top',
      loop,
      native,
      ['0.0', '3', '4', '5'],
    ],
    ['native: of several results in one message the last', blocks, native, ['0.0', '1.1', '2.1']],
    [
      'native: a tool message with a list of results too',
      [say('tool', [{ type: 'tool-result' }, { type: 'tool-result' }])],
      native,
      ['0.1'],
    ],
    [
      'native: the parts of one result are marked as one',
      [say('tool', [text('a'), text('b')])],
      native,
      ['0'],
    ],
    [
      'native: an empty message without calls has nothing to mark',
      [say('user', 'u'), say('assistant', '')],
      native,
      ['0.0'],
    ],
    [
      'an empty last text carries none',
      [say('user', 'u'), say('assistant', [text('a'), text('')])],
      native,
      ['0.0'],
    ],
    [
      'thinking carries none',
      [say('user', 'u'), say('assistant', [text('a'), { type: 'thinking', thinking: 't' }])],
      native,
      ['0.0'],
    ],
    [
      'what will not be sent again stays behind the marker',
      [say('user', [text('skill'), text('clock')])],
      { isVolatile: (part) => JSON.stringify(part).includes('clock') },
      ['0.0'],
    ],
    // static prefix
    [
      'a static prefix splits the system prompt and takes a message',
      talk,
      { staticPrefix: '' },
      ['0.0', '2.0', '3.0', '4.0'],
    ],
    [
      'the prefix is the whole prompt: one block',
      talk,
      { staticPrefix: 'S' },
      ['0.0', '2.0', '3.0', '4.0'],
    ],
    [
      'the prompt does not begin with the prefix: one block',
      talk,
      { staticPrefix: 'X' },
      ['0.0', '2.0', '3.0', '4.0'],
    ],
    [
      'prefix and rest',
      [say('system', 'S and more'), ...talk.slice(1)],
      { staticPrefix: 'S' },
      ['0.0', '0.1', '3.0', '4.0'],
    ],
    [
      'the rest is blank: one block',
      [say('system', 'S \n'), ...talk.slice(1)],
      { staticPrefix: 'S' },
      ['0.0', '2.0', '3.0', '4.0'],
    ],
    [
      'system_only with a prefix',
      [say('system', 'S and more'), ...talk.slice(1)],
      { staticPrefix: 'S', strategy: 'system_only' },
      ['0.0', '0.1'],
    ],
    // others' markers
    ['one of others', talk, { foreign: ['5m'] }, ['0.0', '3.0', '4.0']],
    ['two of others: the messages keep two', talk, { foreign: ['1h', '1h'] }, ['3.0', '4.0']],
    ['three of others', talk, { foreign: ['1h', '1h', '5m'] }, ['4.0']],
    ['four of others: none', talk, { foreign: ['1h', '1h', '1h', '1h'] }, []],
    [
      'one of others and a prefix',
      [say('system', 'S and more'), ...talk.slice(1)],
      { foreign: ['1h'], staticPrefix: 'S' },
      ['0.0', '3.0', '4.0'],
    ],
    // tools
    [
      'tools marked: ends of completed exchanges',
      [...talk, say('user', 'u3'), say('assistant', 'let me see', calls('1'))],
      { toolsMarked: true, ...native },
      ['0.0', '2.0', '4.0'],
    ],
    [
      'tools marked: all results of a call, then its end',
      [say('system', 'S'), ...parallel],
      { toolsMarked: true, ...native },
      ['0.0', '5'],
    ],
    [
      'tools marked: a call that waits is no end',
      [say('system', 'S'), ...parallel.slice(0, 4)],
      { toolsMarked: true, ...native },
      ['0.0'],
    ],
    [
      'tools marked: results in blocks',
      [say('system', 'S'), ...blocks],
      { toolsMarked: true, ...native },
      ['0.0', '3.1'],
    ],
    [
      'tools marked: the latest message of the person is an end',
      [...talk, say('user', 'u3')],
      { toolsMarked: true },
      ['0.0', '4.0', '5.0'],
    ],
    [
      'tools marked: an empty answer is none',
      [...talk.slice(0, 3), say('user', 'x'), say('assistant', '')],
      { toolsMarked: true },
      ['0.0', '2.0'],
    ],
    [
      'tools marked: the prefix alone',
      [say('system', 'S and more'), ...talk.slice(1)],
      { toolsMarked: true, staticPrefix: 'S' },
      ['0.0', '2.0', '4.0'],
    ],
  ])('%s', (_, messages, options, expected) => {
    expect(places(applyAnthropicCacheControl(messages, options))).toEqual(expected)
  })

  it('makes one marked part of a text, and changes nothing else', () => {
    const history = [say('user', 'text\n', { name: 'Ann' })]
    expect(applyAnthropicCacheControl(history)).toEqual([
      { role: 'user', content: [marked('text\n')], name: 'Ann' },
    ])
  })

  it.each<readonly [string, CacheControlOptions, object]>([
    ['five minutes unless asked', {}, FIVE],
    ['an hour when asked', { ttl: '1h' }, HOUR],
    ['five minutes where a route has no hour', { ttl: '1h', longTtl: false }, FIVE],
    ['five minutes after others of five minutes', { ttl: '1h', foreign: ['1h', '5m'] }, FIVE],
    ['an hour after others of an hour', { ttl: '1h', foreign: ['1h'] }, HOUR],
  ])('lasts %s', (_, options, expected) => {
    const [decorated] = applyAnthropicCacheControl([say('user', 'u')], options)
    expect(decorated?.content).toEqual([marked('u', expected)])
  })

  it('removes markers that were there, wherever they stood', () => {
    const old = [
      say('system', [marked('S', HOUR), text('more')]),
      say('user', [marked('u')], { cache_control: FIVE }),
      say('user', [{ type: 'tool_result', tool_use_id: '1', content: [marked('r')] }]),
      ...talk.slice(1),
    ]
    const decorated = applyAnthropicCacheControl(old)
    expect(countCacheMarkers(decorated)).toBe(4)
    expect(decorated[1]).toEqual(say('user', 'u'))
    expect(decorated[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '1', content: [text('r')] },
    ])
  })

  it('gives a message the same text whether it is marked or no longer', () => {
    const before = applyAnthropicCacheControl([say('user', 'go'), answer('1', 'out\n')])
    const grown = [say('user', 'go'), answer('1', 'out\n'), ...talk.slice(1)]
    expect(before[1]?.content).toEqual([marked('out\n')])
    expect(applyAnthropicCacheControl(grown)[1]?.content).toBe('out\n')
  })

  const any: fc.Arbitrary<readonly Message[]> = fc.array(
    fc.record(
      {
        role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
        content: fc.oneof(
          fc.constantFrom('', ' ', 'text', 'S and more', null, undefined),
          fc.array(
            fc.oneof(
              fc.constantFrom('bare', null, 3),
              fc.record(
                {
                  type: fc.constantFrom('text', 'tool_result', 'tool_use', 'thinking', 'image'),
                  text: fc.constantFrom('', 'x'),
                  cache_control: fc.constantFrom(FIVE, HOUR),
                },
                { requiredKeys: ['type'] },
              ),
            ),
            { maxLength: 4 },
          ),
        ),
        tool_calls: fc.constantFrom([], [{ id: '1' }]),
        cache_control: fc.constantFrom(FIVE, HOUR),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    { maxLength: 12 },
  )
  const options: fc.Arbitrary<CacheControlOptions> = fc.record(
    {
      ttl: fc.constantFrom('5m' as const, '1h' as const),
      nativeAnthropic: fc.boolean(),
      strategy: fc.constantFrom('system_and_3' as const, 'system_only' as const),
      staticPrefix: fc.constantFrom('', 'S', 'S and more', 'other'),
      toolsMarked: fc.boolean(),
      toolParts: fc.boolean(),
      longTtl: fc.boolean(),
      foreign: fc.array(fc.constantFrom('5m' as const, '1h' as const), { maxLength: 5 }),
    },
    { requiredKeys: [] },
  )

  it('never has more than four, never marks what is empty, and is undone exactly', () => {
    fc.assert(
      fc.property(any, options, (messages, how) => {
        const before = JSON.stringify(messages)
        const bare = stripAnthropicCacheControl(messages)
        const decorated = applyAnthropicCacheControl(messages, how)
        expect(JSON.stringify(messages)).toBe(before)
        const others = (how.foreign?.length ?? 0) + (how.toolsMarked ? 1 : 0)
        expect(countCacheMarkers(decorated)).toBeLessThanOrEqual(Math.max(0, 4 - others))
        expect(JSON.stringify(decorated)).not.toMatch(/"type":"text","text":"\s*","cache_control"/)
        expect(applyAnthropicCacheControl(decorated, how)).toEqual(decorated)
        const copy: readonly Message[] = JSON.parse(JSON.stringify(decorated))
        expect(countCacheMarkers(stripAnthropicCacheControl(copy))).toBe(0)
        const stripped = stripAnthropicCacheControl(decorated)
        expect(stripped).toEqual(bare)
        decorated.forEach((message, index) => {
          const plain = countCacheMarkers([messages[index]]) === 0
          if (!plain) return
          expect(stripped[index]).toBe(messages[index])
          if (countCacheMarkers([message]) === 0) expect(message).toBe(messages[index])
        })
      }),
      { numRuns: 400 },
    )
  })
})

describe('markLastTool', () => {
  it('marks the last tool alone, once', () => {
    const tools = [{ name: 'a', cache_control: FIVE }, { name: 'b' }, { name: 'c' }]
    const decorated = markLastTool(tools, { ttl: '1h' })
    expect(decorated).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c', cache_control: HOUR }])
    expect(decorated[1]).toBe(tools[1])
    expect(markLastTool(decorated, { ttl: '1h' })).toEqual(decorated)
  })
})

describe('routeMarking', () => {
  const envelope = { marks: true, nativeAnthropic: false, toolParts: true, longTtl: true }
  const direct = { ...envelope, nativeAnthropic: true }
  it.each([
    ['anthropic', 'claude-opus-5', direct],
    ['Anthropic', 'any', direct],
    ['openrouter', 'anthropic/claude-opus-5', envelope],
    ['openrouter', 'moonshot/Kimi-K3', envelope],
    ['openrouter', 'openai/gpt-5.6', { ...envelope, marks: false }],
    ['nous-portal', 'qwen3-coder', { ...envelope, longTtl: false }],
    ['litellm', 'claude-sonnet-5', { ...envelope, toolParts: false }],
    ['alibaba', 'qwen3-max', { ...envelope, longTtl: false }],
    ['opencode', 'qwen3-coder', { ...envelope, longTtl: false }],
    ['minimax', 'MiniMax-M2', direct],
    ['anthropic', 'minimax-m3', { ...envelope, marks: false }],
    ['deepseek', 'deepseek-v4', { ...envelope, marks: false }],
  ])('%s with %s', (provider, model, expected) => {
    expect(routeMarking({ provider, model })).toEqual(expected)
  })

  it('looks at the protocol, at what was measured, and first of all at what the person says', () => {
    expect(routeMarking({ provider: 'own', model: 'claude-x', wire: 'anthropic' })).toEqual(direct)
    expect(routeMarking({ provider: 'own', model: 'claude-x' }).marks).toBe(false)
    const qwen = { provider: 'alibaba', model: 'qwen3-max' }
    expect(routeMarking(qwen, ['qwen3-max']).longTtl).toBe(true)
    expect(routeMarking({ ...qwen, override: 'native' }).nativeAnthropic).toBe(true)
    expect(routeMarking({ provider: 'anthropic', model: 'x', override: 'none' }).marks).toBe(false)
  })
})

describe('ttlOfSource', () => {
  it('is an hour for people and five minutes for machines', () => {
    expect(['slack', 'cli', 'cron', 'subagent'].map(ttlOfSource)).toEqual(['1h', '1h', '5m', '5m'])
  })
})
