import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, scanBlocks } from './blocks.ts'
import { markdownText } from './fixtures/markdown-text.ts'

/** Each block as `kind: text`, line ends shown. */
function outline(text: string): readonly string[] {
  return scanBlocks(text).map((block) => `${block.kind}: ${JSON.stringify(slice(text, block))}`)
}

function slice(text: string, range: { readonly start: number; readonly end: number }): string {
  return text.slice(range.start, range.end)
}

function only(text: string): Block {
  const blocks = scanBlocks(text)
  expect(blocks).toHaveLength(1)
  return blocks[0] as Block
}

describe('scanBlocks', () => {
  it('covers any text exactly with blocks that are never empty', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const blocks = scanBlocks(text)
        expect(blocks.map((block) => slice(text, block)).join('')).toBe(text)
        let end = 0
        for (const block of blocks) {
          expect(block.start).toBe(end)
          expect(block.end).toBeGreaterThan(block.start)
          end = block.end
        }
      }),
    )
  })

  it('finds the same blocks in the same text every time', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        expect(scanBlocks(text)).toEqual(scanBlocks(text))
      }),
    )
  })

  it('begins and ends every block at a line, and every enclosure inside its block', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        for (const block of scanBlocks(text)) {
          expect(
            block.end === text.length || /(?:\n|\r(?!\n))$/.test(text.slice(0, block.end)),
          ).toBe(true)
          for (const { start, contentStart, end } of block.enclosures) {
            expect(start).toBeGreaterThanOrEqual(block.start)
            expect(contentStart).toBeGreaterThanOrEqual(start)
            expect(end).toBeGreaterThanOrEqual(contentStart)
            expect(end).toBeLessThanOrEqual(block.end)
          }
        }
      }),
    )
  })

  it('keeps a fence in one block whatever stands in it', () => {
    const inner = fc.constantFrom(
      '# no heading',
      '- no item',
      '',
      '| a | b |',
      '~~~',
      '> q',
      '   x',
    )
    fc.assert(
      fc.property(fc.array(inner), fc.constantFrom('```', '````js', '~~~~'), (lines, open) => {
        const close = open.replace(/[a-z]+/, '')
        const fence = `${[open, ...lines, close].join('\n')}\n`
        const blocks = scanBlocks(`before\n${fence}after\n`)
        expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'fence', 'paragraph'])
      }),
    )
  })

  describe('headings', () => {
    it('reads ATX headings with level and text', () => {
      const heading = (text: string): unknown => only(text).heading
      expect(heading('# One\n')).toEqual({ level: 1, text: 'One' })
      expect(heading('   ###### Six ######\r\n')).toEqual({ level: 6, text: 'Six' })
      expect(heading('## C#')).toEqual({ level: 2, text: 'C#' })
      expect(heading('## C #')).toEqual({ level: 2, text: 'C' })
      expect(heading('#')).toEqual({ level: 1, text: '' })
      expect(heading('# #')).toEqual({ level: 1, text: '' })
    })

    it('takes hashes without a blank, seven hashes and indented hashes for text', () => {
      expect(only('#tag\n').kind).toBe('paragraph')
      expect(only('####### seven\n').kind).toBe('paragraph')
      expect(only('    # code\n').kind).toBe('code')
    })

    it('reads setext headings of one short line', () => {
      expect(only('Title\n===\n').heading).toEqual({ level: 1, text: 'Title' })
      expect(only('Title\n-\n').heading).toEqual({ level: 2, text: 'Title' })
    })

    it('takes longer text above a rule for a paragraph', () => {
      const kinds = (text: string): readonly string[] => scanBlocks(text).map(({ kind }) => kind)
      expect(kinds('name: x\ndescription: y\n---\n')).toEqual(['paragraph', 'rule'])
      expect(kinds(`${'words '.repeat(40)}\n---\n`)).toEqual(['paragraph', 'rule'])
    })

    it('takes a line of dashes without text above it for a rule', () => {
      expect(outline('a\n\n---\nb\n')).toEqual([
        'paragraph: "a\\n"',
        'blank: "\\n"',
        'rule: "---\\n"',
        'paragraph: "b\\n"',
      ])
    })

    it('sees no heading in a fence, comment, quote or list item', () => {
      const text = '```\n# a\n```\n<!--\n# b\n-->\n> # c\n\n- d\n  # e\n'
      expect(scanBlocks(text).some(({ heading }) => heading)).toBe(false)
    })
  })

  describe('fences', () => {
    it('closes with the same character at least as often, and nothing behind it', () => {
      expect(only('````\n```\n~~~~\n```` no\n`````\n').kind).toBe('fence')
      expect(outline('~~~\n```\n~~~\nafter')).toEqual([
        'fence: "~~~\\n```\\n~~~\\n"',
        'paragraph: "after"',
      ])
    })

    it('runs to the end when it is not closed, and says so', () => {
      const text = '```js\ncode\n\n# still code\n'
      const fence = only(text)
      expect(fence.enclosures).toEqual([
        { start: 0, contentStart: 6, end: text.length, close: '```', closed: false },
      ])
    })

    it('needs no blank line above it, and no backtick behind its marks', () => {
      expect(outline('text\n```\nx\n```\n')).toEqual([
        'paragraph: "text\\n"',
        'fence: "```\\nx\\n```\\n"',
      ])
      expect(only('```not`\na fence\n').kind).toBe('paragraph')
    })

    it('names the closing line of a fence nested in a quote or a list item', () => {
      const close = (text: string): unknown => only(text).enclosures.map((fence) => fence.close)
      expect(close('> > ```\n> > a\n> > ```\n')).toEqual(['> > ```'])
      expect(close('- ~~~~\n  a\n  ~~~~\n')).toEqual(['  ~~~~'])
      expect(close('1. a\n\n   ```js\n   b\n   ```\n')).toEqual(['   ```'])
    })

    it('interrupts an HTML block, because a model reads it as a fence', () => {
      expect(outline('<div>\n```\nx\n\ny\n```\n</div>\n')).toEqual([
        'html: "<div>\\n"',
        'fence: "```\\nx\\n\\ny\\n```\\n"',
        'html: "</div>\\n"',
      ])
    })
  })

  describe('list items', () => {
    it('gives each item with its continuation and nested list one block', () => {
      expect(outline('- a\n  more\n  - nested\n\n  later\n- b\nlazy\n\nout\n')).toEqual([
        'list-item: "- a\\n  more\\n  - nested\\n\\n  later\\n"',
        'list-item: "- b\\nlazy\\n"',
        'blank: "\\n"',
        'paragraph: "out\\n"',
      ])
    })

    it('knows bullets, numbers, tabs and empty items', () => {
      const kinds = (text: string): readonly string[] => scanBlocks(text).map(({ kind }) => kind)
      expect(kinds('* a\n+ b\n- c\n10) d\n')).toEqual(Array(4).fill('list-item'))
      expect(kinds('-\ta\n\n\tb\n')).toEqual(['list-item'])
      expect(kinds('-\n  a\n')).toEqual(['list-item'])
      expect(kinds('-a\n1.b\n')).toEqual(['paragraph'])
    })

    it('takes a number other than 1 below text for text', () => {
      expect(only('It was in\n2023. A good year.\n').kind).toBe('paragraph')
    })

    it('reads a fence to its closing line even when its lines stand further out', () => {
      const text = '1. Run:\n   ```sh\nnpm test\n```\n2. Next\n'
      expect(outline(text)).toEqual([
        'list-item: "1. Run:\\n   ```sh\\nnpm test\\n```\\n"',
        'list-item: "2. Next\\n"',
      ])
    })

    it('ends a fence with its item when another fence shows that its closing line was forgotten', () => {
      const text = '- a\n  ```sh\n  x\n\n## B\n\n```js\ny\n```\n'
      const [item, ...rest] = scanBlocks(text)
      expect(item && slice(text, item)).toBe('- a\n  ```sh\n  x\n')
      expect(item?.enclosures[0]).toMatchObject({ closed: false })
      expect(rest.map(({ kind }) => kind)).toEqual(['blank', 'heading', 'blank', 'fence'])
    })
  })

  it('reads three or more equal marks as a rule, and fewer or mixed ones as text', () => {
    for (const rule of ['---', '***', '_ _ _', '  - - - -\t']) expect(only(rule).kind).toBe('rule')
    for (const text of ['__', '_-_', '***a']) expect(only(text).kind).toBe('paragraph')
  })

  it('reads a table from its head to a blank line, also below text', () => {
    expect(outline('Text\n| a | b |\n|---|:-:|\n| 1 | 2 |\nx | y\n\nout')).toEqual([
      'paragraph: "Text\\n"',
      'table: "| a | b |\\n|---|:-:|\\n| 1 | 2 |\\nx | y\\n"',
      'blank: "\\n"',
      'paragraph: "out"',
    ])
  })

  it('reads a quote with lazy lines and ends it at a blank line', () => {
    expect(outline('> a\nlazy\n> b\n\nout')).toEqual([
      'quote: "> a\\nlazy\\n> b\\n"',
      'blank: "\\n"',
      'paragraph: "out"',
    ])
  })

  it('reads comments and raw elements across blank lines, other elements up to one', () => {
    expect(only('<!-- a\n\nb --> tail\n').kind).toBe('html')
    expect(only('<PRE>\n\n</pre>\n').kind).toBe('html')
    expect(outline('<example>\na\n\nb\n')).toEqual([
      'html: "<example>\\na\\n"',
      'blank: "\\n"',
      'paragraph: "b\\n"',
    ])
    expect(only('<!-- open\n\nto the end').enclosures).toMatchObject([
      { close: '-->', closed: false },
    ])
  })

  it('keeps CRLF and lone CR inside their block', () => {
    expect(outline('# a\r\n\r\nb\rc\r\n')).toEqual([
      'heading: "# a\\r\\n"',
      'blank: "\\r\\n"',
      'paragraph: "b\\rc\\r\\n"',
    ])
  })

  it('takes time proportional to the text, also for hostile text', () => {
    const large = (unit: string): string => unit.repeat(Math.ceil(3e5 / unit.length))
    const hostile = [
      large('- a\n  ```x\n'),
      large('- a\n  ```x\n  ~~~y\n'),
      `# a${large('#')}x`,
      `- a\n${large('\n')}b`,
      `a${large(' ')}\u2028`,
      `# ${large(' ')}\u2028x`,
      large('>'),
      `${large('|')}\n${large('|-')}`,
      large('<!--\n'),
      Array.from({ length: 1400 }, (_, i) => `- ${'`'.repeat(1403 - i)}x`).join('\n'),
    ]
    for (const text of hostile) {
      const start = performance.now()
      scanBlocks(text)
      // A quadratic scan of any of these takes minutes.
      expect(performance.now() - start).toBeLessThan(5_000)
    }
  })
})
