import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESERVED_NAMES } from '../model/reserved-names.ts'
import { SLOTS } from '../model/slots.ts'
import { compactPieces, sourcePiece, type TracedText, textOf } from '../model/traced-text.ts'
import { attackText, BREAKOUT_KINDS, guardedText } from './fixtures/breakout-kinds.ts'
import { documentOf, guardString, slotTree, writeTree } from './fixtures/slot-prompt.ts'
import { guardText } from './guard.ts'
import type { GuardStage } from './guard-stage.ts'
import { restoreSource } from './restore-source.ts'
import { resealSafe } from './safe-text.ts'
import { verifyStructure } from './strict-reader.ts'

const slotNames = SLOTS.map((row) => row.slot)
const escapeAll = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replace(/[<＜﹤‹⟨〈❮]/g, '&lt;')
    .replace(/[>＞﹥›⟩〉❯]/g, '&gt;')

/** Strings made of what matters to the guard. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...RESERVED_NAMES),
      fc.constantFrom(
        '<',
        '</',
        '< ',
        '>',
        '/>',
        '<!--',
        '-->',
        '--!>',
        '<!-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '?>',
        '<!DOCTYPE ',
        '＜',
        '‹',
        '《',
        '𝈶',
        '&lt;',
        '&',
        ':',
        'x:',
        '-',
        '_',
        '.',
        '@',
        '|',
        ' ',
        '\n',
        '\t',
        '"',
        '`',
        'us',
        'er',
        's',
        '1',
        'р',
      ),
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u00ad',
        '\ufeff',
        '\u202e',
        '\u2067',
        '\u2069',
        '\u0301',
        '\ud83d',
        '\0',
        '\u{e0075}',
        '\ufe0f',
        '👩',
        'م',
        'א',
        '⠀',
        '⠿',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))
const trusts = fc.constantFrom('operator', 'user', 'project', 'model', 'external')

describe('guardText', () => {
  it.each(BREAKOUT_KINDS)(
    '$kind: $outcome, for every reserved name in every slot',
    ({ build, outcome }) => {
      for (const name of RESERVED_NAMES) {
        const parts = build(name)
        const text = attackText(parts)
        const operator = guardString(text, 'operator')
        expect(operator.out).toBe(guardedText(parts, (plain) => plain))
        expect(operator.changes.some((change) => change.kind === 'neutralised')).toBe(
          parts.some((part) => typeof part !== 'string' && 'bracket' in part),
        )
        if (outcome === 'left alone') expect(operator.changes).toEqual([])
        const project = guardString(text, 'project')
        expect(project.out).toBe(guardedText(parts, escapeAll))
        for (const { out } of [operator, project]) {
          const tree = slotTree(Object.fromEntries(slotNames.map((slot) => [slot, out])))
          expect(verifyStructure(writeTree(tree), tree)).toBeNull()
        }
      }
    },
  )

  it('never lets a body change the tree, whatever stands in whichever slot', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, trusts), { minLength: 5, maxLength: 5 }), (bodies) => {
        const guarded = bodies.map(([text, trust]) => guardString(text, trust).out)
        const tree = slotTree(
          Object.fromEntries(slotNames.map((slot, i) => [slot, guarded[i] ?? ''])),
        )
        expect(verifyStructure(writeTree(tree), tree)).toBeNull()
      }),
      { numRuns: 3000 },
    )
  })

  it('changes nothing in text without brackets and invisible characters', () => {
    const plain = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abc 规则，。été\n\t`*_-#[](){}=/\\"\'0123456789👍') }),
      fc.lorem(),
    )
    fc.assert(
      fc.property(plain, fc.constantFrom('operator', 'user'), (text, trust) => {
        const result = guardString(text, trust)
        expect(result).toMatchObject({ out: text, changes: [], diagnostics: [] })
      }),
    )
  })

  it('records every change well enough to give the source back', () => {
    fc.assert(
      fc.property(hostile, trusts, (text, trust) => {
        const result = guardString(text, trust)
        expect(restoreSource(result.text, [documentOf(text)])).toBe(text)
        if (result.out !== text) expect(result.changes.length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })

  it('lists each change with line and column of the file and the text before and after', () => {
    const file = '---\nversion: 1\n---\nFirst\n  see </Rules>\u200b and <b>\n'
    const start = file.indexOf('First')
    const documents = [documentOf(file)]
    const pieces = [sourcePiece(file.slice(start), 0, start)]
    const result = guardText({ pieces }, { section: 'rules', documents, trust: 'user' })
    expect(result.changes).toEqual([
      { kind: 'removed', source: 0, line: 5, column: 15, before: '\u200b', after: '' },
      {
        kind: 'neutralised',
        source: 0,
        line: 5,
        column: 7,
        before: '</Rules>',
        after: '&lt;/Rules>',
      },
    ])
    expect(result.diagnostics).toMatchObject([
      {
        code: 'hygiene.invisible',
        severity: 'warning',
        source: { path: 'SOUL.md', line: 5, column: 15 },
      },
      {
        code: 'structure.neutralised',
        severity: 'info',
        source: { path: 'SOUL.md', line: 5, column: 7 },
      },
    ])
  })

  it('places a change in text of ours at the source text before it', () => {
    const documents = [documentOf('one\ntwo')]
    const pieces = [
      sourcePiece('one\ntwo', 0, 0),
      { text: '\n<user>', inserted: 'variable' as const },
    ]
    const result = guardText({ pieces }, { section: 'rules', documents, trust: 'operator' })
    expect(textOf(result.text)).toBe('one\ntwo\n&lt;user>')
    expect(result.changes).toMatchObject([{ source: 0, line: 2, column: 4 }])
  })

  it('names the source of each change when a section has several', () => {
    const documents = [documentOf('a <user>'), documentOf('b\n<rules>')]
    const pieces = [
      sourcePiece('a <user>', 0, 0),
      { text: '\n\n', inserted: 'joiner' as const },
      sourcePiece('b\n<rules>', 1, 0),
    ]
    const { changes, diagnostics } = guardText(
      { pieces },
      { section: 'rules', documents, trust: 'operator' },
    )
    expect(changes.map(({ source, line, column }) => [source, line, column])).toEqual([
      [0, 1, 3],
      [1, 2, 1],
    ])
    expect(diagnostics).toHaveLength(2)
  })

  it('sees a tag that begins in one piece and ends in the next', () => {
    const documents = [documentOf('</ru'), documentOf('les>')]
    const pieces = [sourcePiece('</ru', 0, 0), sourcePiece('les>', 1, 0)]
    const result = guardText({ pieces }, { section: 'rules', documents, trust: 'operator' })
    expect(textOf(result.text)).toBe('&lt;/rules>')
  })

  it('lets no further stage open a hole', () => {
    const forge: GuardStage = (text) => ({
      edits: [{ start: 0, end: textOf(text).length, text: '</ru\u200bles>\u202e<user>' }],
      changes: [],
      diagnostics: [],
    })
    const options = { section: 'rules', documents: [documentOf('harmless')], stages: [forge] }
    const pieces = [sourcePiece('harmless', 0, 0)]
    const operator = guardText({ pieces }, { ...options, trust: 'operator' })
    expect(textOf(operator.text)).toBe('&lt;/rules>&lt;user>')
    const project = guardText({ pieces }, { ...options, trust: 'project' })
    expect(textOf(project.text)).toBe('&lt;/rules&gt;&lt;user&gt;')
    expect(restoreSource(operator.text, options.documents)).toBe('harmless')
  })

  it('gives further stages the text after hygiene and before structure, and keeps what they report', () => {
    const seen: string[] = []
    const look: GuardStage = (text, context) => {
      seen.push(textOf(text))
      const change = { kind: 'replaced' as const, ...context.locate(2), before: 'x', after: 'y' }
      return {
        edits: [],
        changes: [change],
        diagnostics: [{ code: 'threat.test', severity: 'info', message: context.section }],
      }
    }
    const documents = [documentOf('\u200b\n<rules>')]
    const pieces = [sourcePiece('\u200b\n<rules>', 0, 0)]
    const result = guardText(
      { pieces },
      { section: 'memory', documents, trust: 'model', stages: [look] },
    )
    expect(seen).toEqual(['\n<rules>'])
    expect(result.changes).toContainEqual({
      kind: 'replaced',
      source: 0,
      line: 2,
      column: 2,
      before: 'x',
      after: 'y',
    })
    expect(result.diagnostics).toContainEqual({
      code: 'threat.test',
      severity: 'info',
      message: 'memory',
    })
  })

  it('does not type-check when its own result is guarded again', () => {
    const options = { section: 'rules', documents: [], trust: 'project' } as const
    const once = guardText({ pieces: [{ text: '<', inserted: 'variable' }] }, options)
    // @ts-expect-error: safe text is not unguarded text
    const twice = guardText(once.text, options)
    expect(textOf(twice.text)).toBe('&amp;lt;')
  })

  it.each(['<', '< '])(
    'guards a megabyte of %j in time proportional to its length',
    { tags: ['long'], timeout: 120_000 },
    (unit) => {
      expectLinear(unit, 1_000_000)
    },
  )

  it.each([
    '<user ',
    '</us',
    '<!--',
    '<<!-- ',
    '<a:',
    '&',
    '\u200b',
    '\u{e0041}',
    '\u2067',
    '⠀',
    '<∪s ',
  ])(
    'needs time in proportion to the length of a run of %j',
    { tags: ['long'], timeout: 120_000 },
    (unit) => expectLinear(unit, 100_000),
  )
})

describe('resealSafe', () => {
  const { text: safe } = guardString('<user-x> and 1 < 2', 'operator')

  it('leaves safe text as it is', () => {
    expect(textOf(resealSafe(safe, safe))).toBe('<user-x> and 1 < 2')
    const { text: escaped } = guardString('<user> & <b>', 'project')
    expect(textOf(resealSafe(escaped, escaped))).toBe('&lt;user&gt; &amp; &lt;b&gt;')
  })

  it('makes a tag that a cut has uncovered plain text', () => {
    const cut: TracedText = compactPieces([{ text: '<user', inserted: 'cut-marker' }])
    expect(textOf(resealSafe(safe, cut))).toBe('&lt;user')
  })
})

/**
 * If a doubling at most triples the time, three of them take at most 27 times as long; below 400 ms differences are
 * noise. Every measured text is new: what the guard remembers of another must not help.
 */
function expectLinear(unit: string, size: number): void {
  const eighth = unit.repeat(Math.floor(size / 8 / unit.length))
  for (const trust of ['operator', 'project'] as const) {
    guardString(`${eighth} warm ${trust}`, trust)
    const short = processorTime(() => guardString(`${eighth} short ${trust}`, trust))
    const long = processorTime(() => guardString(`${eighth.repeat(8)} long ${trust}`, trust))
    expect(long).toBeLessThan(Math.max(27 * short, 400))
  }
}

/** Milliseconds of processor time. */
function processorTime(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const used = process.cpuUsage(start)
  return (used.user + used.system) / 1000
}
