import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, compactPieces, sourcePiece, textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import { scanBlocks } from './blocks.ts'
import { type CutResult, cutText } from './cut.ts'
import { markdownText } from './fixtures/markdown-text.ts'
import type { CutOmission } from './omissions.ts'

const marker = ({ source, firstLine, lastLine }: CutOmission): string =>
  `[lines ${firstLine}-${lastLine} of file ${source} left out]`

interface Wanted {
  readonly keep?: readonly string[]
  readonly marker?: (omission: CutOmission) => string
}

function cut(text: string, maxChars: number, wanted: Wanted = {}): CutResult {
  const traced = compactPieces([sourcePiece(text, 0, 0)])
  return cutText(traced, { maxChars, keep: [], marker, lines: [createLineIndex(text)], ...wanted })
}

function cutString(text: string, maxChars: number, wanted: Wanted = {}): string {
  return textOf(cut(text, maxChars, wanted).text)
}

/** Paragraphs of exactly `chars` code points each, line ends included. */
function paragraphs(count: number, chars: number): string {
  return Array.from({ length: count }, (_, i) => `${`P${i} `.padEnd(chars - 2, 'x')}\n\n`).join('')
}

/** The verbatim runs of a result, as ranges of the source. */
function keptRanges(result: CutResult): readonly { start: number; end: number }[] {
  return result.text.pieces.flatMap((piece) => ('inserted' in piece ? [] : [piece]))
}

function openFences(text: string): number {
  return scanBlocks(text)
    .flatMap(({ enclosures }) => enclosures)
    .filter(({ closed }) => !closed).length
}

describe('cutText', () => {
  it('returns a text that fits as it is, the same object', () => {
    const traced = compactPieces([sourcePiece('# A\n\ntext\n', 0, 0)])
    const options = { maxChars: 10, keep: [], marker, lines: [] }
    expect(cutText(traced, options)).toEqual({ text: traced, omissions: [], keepLost: [] })
    expect(cutText(traced, options).text).toBe(traced)
  })

  it('counts code points, so that 3,000 Chinese characters pass 8,000 and bytes do not matter', () => {
    const text = '写'.repeat(3_000)
    expect(cut(text, 8_000).omissions).toEqual([])
    expect(cut('🐈'.repeat(8_000), 8_000).omissions).toEqual([])
    expect(cut('🐈'.repeat(8_001), 8_000).omissions).toHaveLength(1)
  })

  it('cuts a file of 9,000 characters on block boundaries, most of it from the start, some from the end', () => {
    const text = paragraphs(45, 200)
    expect(countChars(text)).toBe(9_000)
    const result = cut(text, 8_000)
    const [omission] = result.omissions
    expect(result.omissions).toHaveLength(1)
    expect(omission).toBeDefined()
    expect((omission?.start ?? 1) % 200).toBe(0)
    expect((omission?.end ?? 1) % 200).toBe(0)
    const output = textOf(result.text)
    expect(countChars(output)).toBeLessThanOrEqual(8_000)
    expect(countChars(output)).toBeGreaterThan(7_600)
    expect(omission?.start).toBeGreaterThanOrEqual(5_600)
    expect(text.length - (omission?.end ?? text.length)).toBeGreaterThanOrEqual(1_400)
    expect(output).toContain(
      `x\n\n[lines ${omission?.firstLine}-${omission?.lastLine} of file 0 left out]\n\nP`,
    )
  })

  it('names the lost headings and exactly the lines that are missing', () => {
    const text = `# Top\n\n${paragraphs(3, 100)}## Lost one\n\n${paragraphs(3, 100)}## Lost two\n\n${paragraphs(3, 100)}`
    const { omissions } = cut(text, 500)
    expect(omissions).toHaveLength(1)
    expect(omissions[0]?.headings).toEqual(['Lost one', 'Lost two'])
    const lines = text.split('\n')
    expect(lines[(omissions[0]?.firstLine ?? 0) - 1]).toBe('## Lost one')
    const after = lines[omissions[0]?.lastLine ?? 0] ?? ''
    expect(cutString(text, 500)).toContain(`left out]\n\n${after}`)
  })

  it('leaves no heading behind whose whole section was left out', () => {
    const text = `${paragraphs(3, 100)}## Promise\n\n${paragraphs(1, 350)}${paragraphs(1, 100)}`
    const { omissions } = cut(text, 520)
    expect(omissions[0]?.headings).toEqual(['Promise'])
  })

  it('gives the start all the room when a block larger than its share would leave most of it unused', () => {
    const text = `# A\n\n${paragraphs(1, 780)}${paragraphs(3, 50)}`
    expect(cutString(text, 850)).toMatch(/^# A\n\nP0 x+\n\n\[lines/)
  })

  it('spends no room on a long run of blank lines', () => {
    const fence = `\`\`\`\n${'x'.repeat(90)}\n\`\`\`\n`
    const output = cutString(`${fence}${'\n'.repeat(2_000)}${fence}`, 500)
    expect(output.split(fence)).toHaveLength(3)
    expect(output).not.toMatch(/\n{4}/)
  })

  describe('sections to keep', () => {
    const safety = '## Safety rules\n\nNever push to main.\n\n### Detail\n\nAsk first.\n\n'
    const middle = `# Top\n\n${paragraphs(30, 200)}${safety}## Other\n\n${paragraphs(30, 200)}`

    it('survive in the middle and at the end of the text, whole, with their lower headings', () => {
      for (const text of [middle, `# Top\n\n${paragraphs(60, 200)}${safety}`]) {
        const result = cut(text, 8_000, { keep: ['safety  RULES'] })
        expect(textOf(result.text)).toContain(safety)
        expect(result.keepLost).toEqual([])
        expect(countChars(textOf(result.text))).toBeLessThanOrEqual(8_000)
      }
      expect(cutString(middle, 4_000)).not.toContain('Safety')
    })

    it('stand in the order of the source, with a marker on each side', () => {
      const output = cutString(middle, 2_000, { keep: ['Safety rules'] })
      expect(output.match(/left out\]/g)).toHaveLength(2)
      expect(output.indexOf('# Top')).toBeLessThan(output.indexOf('## Safety'))
    })

    it('may be marked by a comment anywhere in the section but in code', () => {
      const marked = middle.replace('Never push', '<!-- keep --> Never push')
      expect(cutString(marked, 2_000)).toContain('Never push to main.')
      const fenced = middle.replace('Never push', '```\n<!-- keep -->\n```\nNever push')
      expect(cutString(fenced, 2_000)).not.toContain('Never push to main.')
      const indented = middle.replace('Never push', '    <!-- keep -->\n\nNever push')
      expect(cutString(indented, 2_000)).not.toContain('Never push to main.')
      const quoted = middle.replace('Never push', 'Write `<!-- keep -->`. Never push')
      expect(cutString(quoted, 2_000)).not.toContain('Never push to main.')
    })

    it('are kept in part when they do not fit, and then are named', () => {
      const text = `${paragraphs(2, 200)}## Long\n\n${paragraphs(10, 100)}## End\n\nx\n`
      const result = cut(text, 600, { keep: ['Long'] })
      expect(result.keepLost).toEqual(['Long'])
      expect(textOf(result.text)).toContain('## Long\n\nP0 ')
      expect(countChars(textOf(result.text))).toBeLessThanOrEqual(600)
    })

    it('take their turn in declared order, a small one still after one that did not fit', () => {
      const text = `## Big\n\n${paragraphs(10, 100)}## Small\n\nshort\n\n${paragraphs(10, 100)}`
      const result = cut(text.replace('P0', '- P0'), 400, { keep: ['Big', 'Small'] })
      expect(result.keepLost).toContain('Big')
    })

    it('are named when the text has no such heading', () => {
      expect(cut(middle, 2_000, { keep: ['Nowhere'] }).keepLost).toEqual(['Nowhere'])
    })
  })

  describe('a block larger than the room', () => {
    it('is cut behind a line at both ends when it is a paragraph', () => {
      const text = Array.from({ length: 100 }, (_, i) => `line ${i} of one paragraph`).join('\n')
      const output = cutString(text, 800)
      expect(output).toMatch(
        /^line 0 .*paragraph\n\n\[lines \d+-\d+ of file 0 left out\]\n\nline \d+ [\s\S]*line 99 of one paragraph$/s,
      )
      expect(countChars(output)).toBeLessThanOrEqual(800)
    })

    it('is cut behind a grapheme when it has no line to cut at', () => {
      const family = '👩‍👩‍👧‍👦'
      for (let cap = 60; cap < 80; cap++) {
        const output = cutString(family.repeat(40), cap)
        const [head = '', tail = ''] = output.split(/\n*\[.*\]\n*/)
        expect(head.replaceAll(family, '')).toBe('')
        expect(tail.replaceAll(family, '')).toBe('')
        expect(countChars(output)).toBeLessThanOrEqual(cap)
      }
    })

    it('closes the fence that it cuts, with a line of ours', () => {
      const text = `\`\`\`\`js\n${'const a = 1\n'.repeat(100)}\`\`\`\`\n\nafter\n`
      const result = cut(text, 400)
      const output = textOf(result.text)
      expect(output).toMatch(/const a = 1\n````\n\n\[lines/)
      expect(openFences(output)).toBe(0)
      const closing = result.text.pieces.find((piece) => piece.text.startsWith('````\n\n[lines'))
      expect(closing).toMatchObject({ inserted: 'cut-marker' })
    })

    it('closes a fence in a quote or list item with its marks', () => {
      const quoted = cutString(`> ~~~\n${'> aaaa\n'.repeat(100)}> ~~~\n\nafter\n`, 300)
      expect(quoted).toContain('> aaaa\n> ~~~\n\n[lines')
      const listed = cutString(`- Run:\n  \`\`\`sh\n${'  aaaa\n'.repeat(100)}  \`\`\`\n- b\n`, 300)
      expect(listed).toContain('  aaaa\n  ```\n\n[lines')
    })

    it('closes a fence whose only line is longer than the room', () => {
      const output = cutString(`\`\`\`\n${'x'.repeat(900)}\n\`\`\`\n`, 200)
      expect(output).toMatch(/^```\nx+\n```\n\n\[lines 2-3 /)
    })

    it('closes a comment', () => {
      const output = cutString(`<!--\n${'note\n'.repeat(200)}-->\n\nafter\n`, 300)
      expect(output).toContain('note\n-->\n\n[lines')
    })

    it('is never cut inside a tag or a character reference', () => {
      const text = '&lt;persona> <a href="x y z"> '.repeat(60)
      for (let cap = 60; cap < 120; cap++) {
        const [head = '', tail = ''] = cutString(text, cap).split(/\n*\[.*\]\n*/)
        expect(head).not.toMatch(/<[^>]*$|&[a-z]*$/)
        expect(tail).not.toMatch(/^[^<]*"x? ?y? ?z?">|^[a-z]+;/)
      }
    })
  })

  it('gives bounded output for caps from 0 to beyond the marker', () => {
    const text = `# Title\n\n${paragraphs(20, 100)}`
    for (let cap = -1; cap <= 200; cap++) {
      const result = cut(text, cap)
      const output = textOf(result.text)
      expect(countChars(output)).toBeLessThanOrEqual(Math.max(cap, 0))
      expect(result.omissions.length).toBeGreaterThan(0)
      expect(output === '' || output.includes('left out]')).toBe(true)
    }
    for (const cap of [0, 1, 2, 3, 4]) expect(cutString(text, cap)).toBe('')
    expect(cutString(text, 40)).toBe('[lines 1-42 of file 0 left out]')
  })

  it('bounds a text of markers that grow', () => {
    const grown = ({ headings }: CutOmission): string => `[lost ${headings.join(', ')}]`
    const text = Array.from({ length: 50 }, (_, i) => `# A long heading number ${i}\n\nx\n\n`).join(
      '',
    )
    for (let cap = 0; cap < 1_500; cap += 37) {
      expect(countChars(cutString(text, cap, { marker: grown }))).toBeLessThanOrEqual(cap)
    }
  })

  it('writes the line ends of the text, and never splits CRLF', () => {
    const text = paragraphs(20, 100).replaceAll('\n', '\r\n')
    const output = cutString(text, 800)
    expect(output).toMatch(/x\r\n\r\n\[lines \d+-\d+ of file 0 left out\]\r\n\r\nP/)
    expect(output.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('gives an omission and a marker for each source of a gap', () => {
    const first = paragraphs(10, 100)
    const second = `lead\n${paragraphs(10, 100)}`
    const traced = compactPieces([
      sourcePiece(first, 0, 0),
      { text: '\n', inserted: 'joiner' },
      sourcePiece(second.slice(5), 1, 5),
    ])
    const lines = [createLineIndex(first), createLineIndex(second)]
    const result = cutText(traced, { maxChars: 900, keep: [], marker, lines })
    expect(result.omissions.map(({ source }) => source)).toEqual([0, 1])
    expect(result.omissions[0]?.end).toBe(result.omissions[1]?.start)
    expect(result.omissions[0]?.lastLine).toBe(20)
    expect(result.omissions[1]?.firstLine).toBe(2)
    expect(textOf(result.text).match(/left out\]/g)).toHaveLength(2)
  })

  it('keeps the origin of what it keeps, and gives offsets of the uncut text', () => {
    const text = paragraphs(20, 100)
    const edited = applyEdits(compactPieces([sourcePiece(text, 0, 0)]), [
      { start: 150, end: 151, text: '&lt;' },
    ])
    const result = cutText(edited, {
      maxChars: 1_000,
      keep: [],
      marker,
      lines: [createLineIndex(text)],
    })
    const output = textOf(edited)
    const [omission] = result.omissions
    expect(output.slice(0, omission?.start)).toBe(textOf(result.text).split('[lines')[0])
    expect(result.text.pieces).toContainEqual({
      text: '&lt;',
      source: 0,
      start: 150,
      end: 151,
      verbatim: false,
    })
  })

  describe('for any Markdown and any cap', () => {
    const caps = fc.integer({ min: 0, max: 700 })
    const keeps = fc.subarray(['Title', 'Safety rules', 'Detail'])

    it('never has more than maxChars code points, and accounts for every character', () => {
      fc.assert(
        fc.property(markdownText, caps, keeps, (text, cap, keep) => {
          const result = cut(text, cap, { keep })
          expect(countChars(textOf(result.text))).toBeLessThanOrEqual(cap)
          const parts = [...result.omissions, ...keptRanges(result)].sort(
            (a, b) => a.start - b.start,
          )
          let end = 0
          for (const part of parts) {
            expect(part.start).toBe(end)
            end = part.end
          }
          if (textOf(result.text) !== '' || text === '') expect(end).toBe(text.length)
        }),
        { numRuns: 300 },
      )
    })

    it('cuts at block boundaries alone, unless a block exceeds the room', () => {
      fc.assert(
        fc.property(markdownText, caps, keeps, (text, cap, keep) => {
          const result = cut(text, cap, { keep })
          fc.pre(textOf(result.text) !== '')
          // What five markers, more than any of these texts needs, leave of the cap.
          const room = cap - 5 * 40
          const points = result.omissions.flatMap(({ start, end }) => [start, end])
          const split = scanBlocks(text).filter(({ start, end }) =>
            points.some((at) => start < at && at < end),
          )
          for (const { start, end } of split)
            expect(countChars(text.slice(start, end))).toBeGreaterThan(room)
        }),
        { numRuns: 300 },
      )
    })

    it('leaves no fence open that was closed', () => {
      fc.assert(
        fc.property(markdownText, caps, keeps, (text, cap, keep) => {
          fc.pre(openFences(text) === 0)
          expect(openFences(cutString(text, cap, { keep }))).toBe(0)
        }),
        { numRuns: 300 },
      )
    })

    it('gives the same result every time', () => {
      fc.assert(
        fc.property(markdownText, caps, (text, cap) => {
          expect(cut(text, cap)).toEqual(cut(text, cap))
        }),
      )
    })
  })

  it('cuts a megabyte in time proportional to it, also when every section is to be kept', () => {
    const text = '# A\n<!-- keep -->\ntext\n\n'.repeat(40_000)
    const start = performance.now()
    expect(countChars(cutString(text, 8_000))).toBeLessThanOrEqual(8_000)
    // A scan of all sections for each section takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
