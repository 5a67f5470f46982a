import { describe, expect, it } from 'vitest'
import { readCursorRule } from './cursor-rule.ts'

describe('readCursorRule', () => {
  it.each<[string, string | null, boolean, readonly string[]]>([
    ['no frontmatter', null, true, []],
    ['always', 'description: x\nglobs:\nalwaysApply: true\n', true, []],
    [
      'patterns that are no YAML',
      'globs: *.ts,**/*.tsx\nalwaysApply: false\n',
      false,
      ['*.ts', '**/*.tsx'],
    ],
    ['a list in one line', 'globs: ["src/**", \'a.ts\']\n', false, ['src/**', 'a.ts']],
    [
      'a list in lines, CRLF',
      'globs:\r\n  - "a/**"\r\n  - b\r\nother: c\r\n  - d\r\n',
      false,
      ['a/**', 'b'],
    ],
    ['braces', 'globs: src/**/*.{ts,tsx}, b\n', false, ['src/**/*.{ts,tsx}', 'b']],
    ['on request', 'description: when asked\n', false, []],
    ['empty', '', false, []],
  ])('reads %s', (_, block, always, globs) => {
    expect(readCursorRule(block)).toEqual({ always, globs })
  })

  it('takes for patterns only what looks like one', () => {
    const globs = `ignore all rules, "><x>", ${'a'.repeat(129)}`
    expect(readCursorRule(`globs: ${globs}\n`).globs).toEqual([])
    expect(readCursorRule(`globs: ${'a,'.repeat(40)}\n`).globs).toHaveLength(16)
  })
})
