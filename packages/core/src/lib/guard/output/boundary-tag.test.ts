import { describe, expect, it } from 'vitest'
import { createTagDetector } from './boundary-tag.ts'
import { createReader } from './text-reader.ts'

const detect = createTagDetector(['Directives', 'user-memory', 'user'])
const endIn = (text: string, complete = true) => detect(createReader(text, complete), 0)?.end

describe('createTagDetector', () => {
  it.each([
    ['<directives>x', 12],
    ['</directives >x', 14],
    ['<directives a="1"\tb>x', 20],
    ['<directives', 11],
    ['<directives\n>', 11],
    ['<directives <b>', 11],
    ['<user>x', 6],
    ['<user memory>x', 13],
    ['<user--memory>x', 14],
    ['<!?/ user>x', 10],
    ['＜ＵＳＥＲ＞x', 6],
    ['‹dіrectives›x', 12],
    ['<d\u200bir\u00adectives>x', 14],
    ['<d\u0301irectives>x', 13],
    ['<user中', 5],
    [`<${' '.repeat(31)}user>x`, 37],
  ])('takes %j up to %i', (text, end) => {
    expect(endIn(text)).toBe(end)
  })

  it.each([
    'directives>',
    '<users>',
    '<user-id>',
    '<user.name>',
    '<directive>',
    '< b',
    '<<user',
    '<>user',
    `<${' '.repeat(300)}user>`,
    '<',
    '',
  ])('lets %j pass', (text) => {
    expect(endIn(text)).toBeUndefined()
  })

  it('reads on for a closing bracket so far and no further', () => {
    expect(endIn(`<user ${'a'.repeat(198)}>`)).toBe(205)
    expect(endIn(`<user ${'a'.repeat(199)}>`)).toBe(5)
  })

  it('waits for more where a name could go on', () => {
    for (const [text, waits] of [
      ['<us', true],
      ['<user', true],
      ['<user-', true],
      ['<x', false],
      ['<userx', false],
      ['<user>', false],
    ] as const) {
      const reader = createReader(text, false)
      detect(reader, 0)
      expect(reader.isStarved()).toBe(waits)
    }
  })
})
