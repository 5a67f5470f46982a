import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePlace } from './loss.ts'

const TEXT = `# Rules

Always use pnpm. Never publish from a laptop; ask first.
Run the tests twice.

## Release

- Tag the commit
- Write the notes. Keep them short.

\`\`\`sh
npm publish
\`\`\`

先读完。再改代码。
`

const at = (words: string, text = TEXT) => describePlace(text, text.indexOf(words))

describe('describePlace', () => {
  it.each([
    ['Always', 3, 'Rules', 'Always use pnpm.'],
    ['use pnpm', 3, 'Rules', 'Always use pnpm.'],
    [' Never', 3, 'Rules', 'Never publish from a laptop; ask first.'],
    ['Run', 4, 'Rules', 'Run the tests twice.'],
    ['\n## Release', 8, 'Release', 'Tag the commit'],
    ['Release', 8, 'Release', 'Tag the commit'],
    ['Keep', 9, 'Release', 'Keep them short.'],
    ['npm publish', 12, 'Release', 'npm publish'],
    ['再改', 15, 'Release', '再改代码。'],
  ])('names line, heading and sentence at %j', (words, line, heading, sentence) => {
    expect(at(words)).toEqual({ line, heading, sentence })
  })

  it('has no heading above the first and no sentence behind the last', () => {
    expect(describePlace('Plain words', 0)).toEqual({
      line: 1,
      heading: null,
      sentence: 'Plain words',
    })
    expect(describePlace('', 0)).toEqual({ line: 1, heading: null, sentence: '' })
    expect(describePlace('# Only\n', 0)).toEqual({ line: 1, heading: 'Only', sentence: '' })
  })

  it('shortens a long sentence', () => {
    expect([...describePlace('word '.repeat(100), 0).sentence]).toHaveLength(160)
  })

  it('names a line of the text wherever it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, offset) => {
        const { line, sentence } = describePlace(text, Math.min(offset, text.length))
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length)
        expect(sentence).not.toMatch(/\n/)
      }),
    )
  })
})
