import { describe, expect, it } from 'vitest'
import { readCacheLog } from './read-cache-log.ts'

const HEADER = '{"cacheLog":1,"provider":"anthropic","model":"claude-opus-5"}'
const LAYER = '{"layer":"user","version":"1","scope":"user","blocks":[{"hash":"u1","tokens":900}]}'
const lines = (...all: readonly string[]) => [HEADER, LAYER, ...all].join('\n')

describe('readCacheLog', () => {
  it('reads requests with their layers, settings and what they add to the session', () => {
    const { value, diagnostics } = readCacheLog(
      lines(
        '{"at":0,"session":"s","user":"ann","layers":{"user":"1"},"add":[{"hash":"q1","tokens":20}]}',
        '',
        '{"layer":"user","version":"2","scope":"user","blocks":[{"hash":"u2","tokens":950}],"change":{"hash":"d2","tokens":60}}',
        '{"at":30.5,"session":"s","kind":"tool","channel":"im","layers":{"user":"2"},"add":[{"hash":"c","tokens":9,"role":"assistant","kind":"tool_use"},{"hash":"r","tokens":99,"kind":"tool_result"}],"volatile":[{"hash":"t","tokens":5}],"settings":{"effort":"high"}}',
        '{"at":40,"session":"s","keep":1,"add":[{"hash":"q2","tokens":7}]}',
      ),
    )
    expect(diagnostics).toEqual([])
    expect(value).toMatchObject({ provider: 'anthropic', model: 'claude-opus-5' })
    const [first, second, third] = value.turns
    expect(first).toMatchObject({
      at: 0,
      names: { bot: 'bot', session: 's', channel: 'chat', user: 'ann' },
      hint: { kind: 'human' },
      layers: [{ id: 'user', scope: 'user', current: { version: '1' }, older: [], changes: [] }],
      history: [{ hash: 'q1', part: 'messages', role: 'user', kind: 'text' }],
    })
    expect(second).toMatchObject({
      hint: { kind: 'tool' },
      layers: [
        {
          current: { version: '2', blocks: [{ hash: 'u2', part: 'system' }] },
          older: [{ version: '1' }],
          changes: [{ to: '2', block: { hash: 'd2', part: 'messages' } }],
        },
      ],
      volatile: [{ hash: 't' }],
      settings: { effort: 'high' },
    })
    expect(second?.history.map(({ hash }) => hash)).toEqual(['q1', 'c', 'r'])
    expect(third?.history.map(({ hash }) => hash)).toEqual(['q1', 'q2'])
  })

  it('puts tools among the tools, and lets no thinking be marked', () => {
    const { value } = readCacheLog(
      [
        HEADER,
        '{"layer":"tools","version":"1","scope":"bot","blocks":[{"hash":"t1","tokens":100,"kind":"tool"}]}',
        '{"at":0,"session":"s","layers":{"tools":"1"},"add":[{"hash":"h","tokens":1,"role":"assistant","kind":"thinking"}]}',
      ].join('\n'),
    )
    const [turn] = value.turns
    expect(turn?.layers[0]?.current.blocks).toEqual([
      { hash: 't1', tokens: 100, part: 'tools', kind: 'tool' },
    ])
    expect(turn?.history[0]?.markable).toBe(false)
  })

  it.each([
    ['{', 'it is no JSON'],
    ['[]', 'the line is no object'],
    ['{"at":0}', '"session" is no text of 1 to 512 characters'],
    ['{"at":-1,"session":"s"}', '"at" is no number from 0 on'],
    ['{"at":0,"session":"s","keep":3}', '"keep" is more than the 0 blocks'],
    [
      '{"at":0,"session":"s","kind":"often"}',
      '"kind" is none of human, tool, one-shot, compaction',
    ],
    [
      '{"at":0,"session":"s","layers":{"user":"9"}}',
      'layer "user" has no version "9" on a line before',
    ],
    ['{"at":0,"session":"s","add":{}}', 'blocks are no list'],
    ['{"at":0,"session":"s","add":[{"hash":"","tokens":1}]}', '"hash" is no text'],
    ['{"at":0,"session":"s","add":[{"hash":"a","tokens":"1"}]}', '"tokens" is no number from 0 on'],
  ])('leaves %s out and says why', (line, reason) => {
    const { value, diagnostics } = readCacheLog(lines('{"at":0,"session":"good"}', line))
    expect(value.turns).toHaveLength(1)
    expect(diagnostics).toMatchObject([{ code: 'cache.log-invalid', severity: 'error' }])
    expect(diagnostics[0]?.message).toContain('Line 4 cannot be understood')
    expect(diagnostics[0]?.message).toContain(reason)
  })

  it('wants a first line with the version of the format, and a request', () => {
    const messageOf = (text: string) => readCacheLog(text).diagnostics[0]?.message
    expect(messageOf('{"cacheLog":2}')).toContain('has to say "cacheLog": 1')
    expect(messageOf(lines())).toBe('The log has no request.')
  })

  it('tells of ten lines and counts the others', () => {
    const { diagnostics } = readCacheLog(
      [HEADER, ...Array.from({ length: 30 }, () => 'x')].join('\n'),
    )
    expect(diagnostics).toHaveLength(11)
    expect(diagnostics.at(-1)?.message).toBe('20 more lines cannot be understood.')
  })
})
