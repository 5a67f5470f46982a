import { describe, expect, it } from 'vitest'
import { findImports, visibleText } from './find-imports.ts'

describe('findImports', () => {
  it.each([
    ['on its own line', '@AGENTS.md\n'],
    ['inside a sentence', 'see @AGENTS.md for more\n'],
    ['in a list', '- @AGENTS.md\n'],
    ['in a nested list', '- a\n\n    - @AGENTS.md\n'],
    ['in a quote', '> @AGENTS.md\n'],
    ['in bold text', '**@AGENTS.md**\n'],
    ['with a fragment', '@AGENTS.md#part\n'],
    ['in a heading', '# @AGENTS.md\n'],
    ['in a table', '| a |\n|---|\n| @AGENTS.md |\n'],
    ['after a closed fence', '```\nx\n```\n@AGENTS.md\n'],
    ['after an HTML block', '<div>\n</div>\n\n@AGENTS.md\n'],
    ['with carriage returns', 'a\r\n@AGENTS.md\r\n'],
  ])('finds an import %s', (_, text) => {
    expect(findImports(text)).toEqual(['AGENTS.md'])
  })

  it.each([
    ['in a code span', 'see `@AGENTS.md` x\n'],
    ['in a fence', '```\n@AGENTS.md\n```\n'],
    ['in a fence that a shorter mark does not close', '````\n```\n@AGENTS.md\n````\n'],
    ['in a tilde fence', '~~~\n@AGENTS.md\n~~~\n'],
    ['in indented code', 'text\n\n    @AGENTS.md\n'],
    ['in indented code with tabs', 'x\n\n\t- x\n\t@AGENTS.md\n'],
    ['in a comment', 'x\n<!-- @AGENTS.md -->\n'],
    ['in frontmatter', '---\nx: "@AGENTS.md"\n---\nbody\n'],
    ['in a link', '[a](@AGENTS.md)\n'],
    ['in brackets', '(@AGENTS.md)\n'],
    ['in quotes', '"@AGENTS.md"\n'],
    ['after a letter', 'x@AGENTS.md\n'],
    ['after a backslash', '\\@AGENTS.md\n'],
    ['in HTML', '<p>@AGENTS.md</p>\n'],
    ['in an HTML block', '<div>\n@AGENTS.md\n</div>\n'],
  ])('finds none %s', (_, text) => {
    expect(findImports(text)).toEqual([])
  })

  it('takes punctuation for a part of the path, as the agent does', () => {
    expect(findImports('@AGENTS.md. @AGENTS.md, and @a\\ b.md')).toEqual([
      'AGENTS.md.',
      'AGENTS.md,',
      'a b.md',
    ])
  })

  it('takes no mail address or handle of signs for a path', () => {
    expect(findImports('me@example.org @@x @#y @(z)')).toEqual([])
  })
})

describe('visibleText', () => {
  it('drops frontmatter and comments', () => {
    expect(visibleText('---\na: 1\n---\n<!-- note\nmore -->\nbody\n')).toBe('\nbody\n')
  })

  it('keeps frontmatter that is not closed', () => {
    expect(visibleText('---\na: 1\n')).toBe('---\na: 1\n')
  })
})
