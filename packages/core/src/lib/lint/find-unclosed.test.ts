import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeLastFence, findUnclosed } from './find-unclosed.ts'
import { lintDocument } from './fixtures/lint-document.ts'

const found = (text: string) =>
  findUnclosed(lintDocument(text)).map(({ code, source }) => `${code} ${source?.line}`)

describe('findUnclosed', () => {
  it('finds fences and comments that nothing closes', () => {
    expect(found('a\n\n```sh\nmake\n')).toEqual(['markdown.unclosed-fence 3'])
    expect(found('---\nversion: 1\n---\n~~~\nx\n')).toEqual(['markdown.unclosed-fence 4'])
    expect(found('- item\n  ```\n  x\n\nafter\n')).toEqual(['markdown.unclosed-fence 2'])
    expect(found('a\n<!-- note\n\nb\n')).toEqual(['markdown.unclosed-comment 2'])
  })

  it('is silent about closed ones, longer fences and marks in inline code', () => {
    expect(found('````md\n```\nx\n````\n')).toEqual([])
    expect(found('```\nx\n```\n<!-- a -->\n')).toEqual([])
    expect(found('Write ``` around it and `<!--` before.\n')).toEqual([])
  })
})

describe('closeLastFence', () => {
  it('closes with the mark and the line ends of the file', () => {
    expect(closeLastFence(lintDocument('a\n````sh\nmake'))).toBe('a\n````sh\nmake\n````\n')
    expect(closeLastFence(lintDocument('a\r\n~~~\r\nx\r\n'))).toBe('a\r\n~~~\r\nx\r\n~~~\r\n')
    expect(closeLastFence(lintDocument('- a\n  ```\n  x\n'))).toBe('- a\n  ```\n  x\n  ```\n')
  })

  it('changes nothing when no fence is open at the end', () => {
    expect(closeLastFence(lintDocument('```\nx\n```\n'))).toBeNull()
    expect(closeLastFence(lintDocument('- a\n  ```\n  x\n\nafter\n'))).toBeNull()
    expect(closeLastFence(lintDocument('<!-- open\n'))).toBeNull()
  })

  it('only appends, and leaves no open fence at the end', () => {
    const line = fc.constantFrom(
      '```',
      '~~~',
      '````sh',
      '- a',
      '  ```',
      '> ```',
      'text',
      '',
      '# h',
      '    x',
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end)
        const closed = closeLastFence(lintDocument(text))
        if (closed === null) return
        expect(closed.startsWith(text)).toBe(true)
        expect(closeLastFence(lintDocument(closed))).toBeNull()
      }),
    )
  })
})
