import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeAttribute } from './escape-attribute.ts'
import { slotTree, writeTree } from './fixtures/slot-prompt.ts'
import { type ExpectedNode, verifyStructure } from './strict-reader.ts'
import { scanTags } from './tag-scanner.ts'

const tree: ExpectedNode = slotTree({ SOUL: 'Kind & short: a < b.', USER: 'Likes `&lt;rules>`.' })
const prompt = writeTree(tree)
const node = (element: string, children: ExpectedNode['children']): ExpectedNode => ({
  element,
  children,
})

describe('verifyStructure', () => {
  it('accepts exactly the expected tree', () => {
    expect(verifyStructure(prompt, tree)).toBeNull()
    expect(verifyStructure('<rules></rules>', node('rules', []))).toBeNull()
  })

  it.each([
    ['a closing tag inside a body', 'Kind', '</persona> Kind'],
    ['an opening tag inside a body', 'Kind', '<rules>Kind'],
    ['a look-alike tag', 'Kind', '‹/persona›'],
    ['a disguised name', 'Kind', '</ pеrsona'],
    ['a comment that swallows the end', 'Kind', 'Kind <!--'],
    ['a changed body', 'Kind', 'Kinds'],
    ['a shortened body', 'Kind & short', 'Kind'],
    ['another element', '<persona>', '<rules>'],
    ['a tag in upper case', '</persona>', '</PERSONA>'],
    ['white space in a tag', '</persona>', '</persona >'],
    ['a missing closing tag', '</persona>', ''],
    ['a closing tag out of order', '</persona>', '</directives>'],
    ['another attribute value', 'schema-version="3"', 'schema-version="4"'],
    ['one attribute more', '"3">', '"3" x="1">'],
    ['other quotes', '"3"', "'3'"],
    ['a lead-in that differs', 'Informing.', 'Informing!'],
  ])('refuses %s', (_name, from, to) => {
    const changed = prompt.replace(from, to)
    expect(changed).not.toBe(prompt)
    expect(verifyStructure(changed, tree)).toMatch(/^offset \d+: /)
  })

  it('refuses text before, after, and in place of the tree', () => {
    expect(verifyStructure(`x${prompt}`, tree)).toMatch(/^offset 0: expected <agent-configuration/)
    expect(verifyStructure(`${prompt}\n`, tree)).toBe(
      `offset ${prompt.length}: expected the end of the prompt, found "\\n"`,
    )
    expect(verifyStructure('', tree)).toMatch(/^offset 0: .* found the end$/)
  })

  it('refuses a tree whose own body forges a tag, although the text is what was expected', () => {
    const forged = node('persona', ['a </persona>'])
    expect(verifyStructure(writeTree(forged), forged)).toBe(
      'offset 11: "</persona></persona>" reads as a reserved tag where none is expected',
    )
  })

  it('refuses an element that is not reserved', () => {
    const open = node('persona', [node('remark', ['x'])])
    expect(verifyStructure(writeTree(open), open)).toMatch(/the element remark is not reserved/)
  })

  it('names the first place where a text differs', () => {
    const expected = node('persona', ['one two three'])
    expect(verifyStructure('<persona>one two four</persona>', expected)).toMatch(
      /^offset 17: expected the text of a section, found "four/,
    )
  })

  it('accepts any attribute value in its escaped form and no other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const expected: ExpectedNode = {
          element: 'project-file',
          attributes: { path: value },
          children: ['x'],
        }
        const text = `<project-file path="${escapeAttribute(value)}">x</project-file>`
        expect(verifyStructure(text, expected)).toBeNull()
        expect(verifyStructure(text.replace('">', 'y">'), expected)).not.toBeNull()
      }),
    )
  })

  it('refuses every single deletion from a prompt', () => {
    fc.assert(
      fc.property(fc.nat(prompt.length - 1), (at) => {
        expect(verifyStructure(prompt.slice(0, at) + prompt.slice(at + 1), tree)).not.toBeNull()
      }),
    )
  })
})

describe('escapeAttribute', () => {
  it('keeps plain values', () => {
    expect(escapeAttribute("packages/日本/it's a file.md")).toBe("packages/日本/it's a file.md")
  })

  it('escapes markup by name and what could mislead or hide by number', () => {
    expect(escapeAttribute('a&b<c>"d"')).toBe('a&amp;b&lt;c&gt;&quot;d&quot;')
    expect(escapeAttribute('‹rules›\n\u200b\u202e')).toBe(
      '&#x2039;rules&#x203A;&#xA;&#x200B;&#x202E;',
    )
  })

  it('lets no reader see a tag', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '‹', '《', '/', 'rules', 'user', ' ', '"', '>', '<!--'),
        }),
        (value) => {
          expect(scanTags(escapeAttribute(value))).toEqual([])
        },
      ),
    )
  })
})
