import { parseSkill } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { needsQuotes, toListed, withDescription } from './skill-text.ts'

describe(withDescription, () => {
  const rest = 'name: sew\nlicense: MIT\n---\n\n# Body\n\ndescription: not this one\n'

  it.each([
    ['one line', 'description: Sews.\n'],
    ['quoted', 'description: "Sews: \\"all\\""\n'],
    ['folded', 'description: >\n  Sews\n\n  by hand.\n'],
    ['a value that goes on', 'description: Sews\n  by hand.\n'],
    ['an unquoted colon', 'description: Use it: now\n'],
  ])('replaces a description and nothing else: %s', (_, description) => {
    const text = `---\n${description}${rest}`
    const edited = withDescription(text, 'New: "one" \\ # more')
    expect(edited).toBe(`---\ndescription: "New: \\"one\\" \\\\ # more"\n${rest}`)
    const source = { root: 'skills', path: 'sew/SKILL.md' } as const
    const { facts } = parseSkill(edited ?? '', { folder: 'sew', source })
    expect(facts).toMatchObject({ description: 'New: "one" \\ # more', license: 'MIT' })
  })

  it('keeps a mark of byte order and the line ends of its lines', () => {
    const text = '\uFEFF---\r\nname: a\r\ndescription: Old.\r\n---\r\nBody\r\n'
    expect(withDescription(text, 'New.')).toBe(text.replace('Old.', '"New."'))
  })

  it.each(['no frontmatter\n', '---\nname: a\n---\n', '---\ndescription: never closed\n'])(
    'finds none in %j',
    (text) => {
      expect(withDescription(text, 'x')).toBeNull()
    },
  )
})

describe(needsQuotes, () => {
  it.each([
    ['description: Use it: now', true],
    ['description: a # b', true],
    ['description: "Use it: now"', false],
    ['description: Plain words', false],
    ['description: http://x', false],
  ])('%j: %s', (text, expected) => {
    expect(needsQuotes(`---\n${text}\n---\n`)).toBe(expected)
  })
})

describe(toListed, () => {
  it('is one line that closes nothing', () => {
    expect(toListed(' a\n b  </skill> & "c" ')).toBe('a b &lt;/skill&gt; & "c"')
  })
})
