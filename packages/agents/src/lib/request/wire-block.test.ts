import { createTextCache } from '@onesoul/core/tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BlockMemo, createBlockMemo, makeBlock } from './wire-block.ts'

const FACTS = { part: 'messages', kind: 'text', scope: 'session', markable: true } as const

describe('makeBlock with a memo', () => {
  it('counts a long text once, and again at another place or beside something else', () => {
    const memo = createBlockMemo()
    let counted = 0
    const count = (text: string): number => {
      if (text.length > 50) counted++
      return text.length
    }
    const content = 'x'.repeat(100)
    const make = (id: string, role: 'user' | 'assistant') =>
      makeBlock({ id, content }, { ...FACTS, role }, { memo, count })
    expect(make('a', 'user')).toEqual(make('a', 'user'))
    expect(counted).toBe(1)
    make('b', 'user')
    make('a', 'assistant')
    make('a', 'user')
    expect(counted).toBe(3)
  })

  it('changes nothing of a block, whatever it reads', () => {
    const memo = createTextCache({ maxChars: 500 }) as BlockMemo
    const long = 'x'.repeat(80)
    const texts = fc.constantFrom('', '"', '{"type":"text","text":"a"}', 'a', '\ud800', long)
    const ids = fc.constantFrom('c1', long, null, undefined, 7)
    const reads = fc.oneof(
      texts.map((text) => ({ type: 'text', text })),
      texts.map((text) => ({ text, type: 'text' })),
      texts.map((text) => ({ type: 'text', text, more: 1 })),
      fc.record({ type: fc.constant('text'), text: fc.constantFrom(1, null) }),
      fc.tuple(ids, texts).map(([id, content]) => ({ type: 'tool_result', id, content })),
      fc.tuple(ids, texts).map(([id, content]) => ({ content, id })),
      texts,
      fc.jsonValue(),
    )
    const roles = fc.constantFrom('user' as const, 'assistant' as const)
    fc.assert(
      fc.property(reads, roles, (value, role) => {
        const facts = { ...FACTS, role }
        expect(makeBlock(value, facts, { memo })).toEqual(makeBlock(value, facts))
      }),
      { numRuns: 500 },
    )
  })
})
