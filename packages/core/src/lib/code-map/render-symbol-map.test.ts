import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../text/tokens.ts'
import { renderSymbolMap } from './render-symbol-map.ts'
import type { RankedSymbol, SymbolFile } from './symbol-file.ts'

const fileOf = (path: string, signatures: readonly string[]): SymbolFile => ({
  path,
  definitions: signatures.map((signature, index) => ({
    name: signature,
    line: index + 1,
    signature,
    parent: null,
    reach: 'project',
  })),
  references: [],
})

const inOrder = (files: readonly SymbolFile[]): readonly RankedSymbol[] =>
  files.flatMap((file) => file.definitions.map((_, index) => ({ file, index, rank: 0 })))

describe('renderSymbolMap', () => {
  it('writes files by path, with the line of each definition', () => {
    const files = [fileOf('src/b.ts', ['class B']), fileOf('src/a.ts', ['x()', 'y()'])]
    expect(renderSymbolMap(inOrder(files))).toEqual({
      text: 'src/a.ts\n  1 x()\n  2 y()\nsrc/b.ts\n  1 class B\n',
      tokens: expect.any(Number),
      shown: { definitions: 3, files: 2 },
      left: { definitions: 0, files: 0 },
    })
  })

  it('shows a member below what it is a member of, also when that was not chosen', () => {
    const file: SymbolFile = {
      path: 'a.py',
      definitions: [
        { name: 'A', line: 3, signature: 'class A', parent: null, reach: 'project' },
        { name: 'f', line: 9, signature: 'def f(self)', parent: 0, reach: 'member' },
      ],
      references: [],
    }
    const { text, shown } = renderSymbolMap([{ file, index: 1, rank: 1 }])
    expect(text).toBe('a.py\n  3 class A\n    9 def f(self)\n')
    expect(shown).toEqual({ definitions: 2, files: 1 })
  })

  it('counts what is left out, files without definitions too', () => {
    const files = Array.from({ length: 40 }, (_, index) =>
      fileOf(`f${index}.ts`, ['run()', 'go()']),
    )
    const { text, shown, left } = renderSymbolMap(inOrder(files), { maxTokens: 60, files: 90 })
    expect(shown.definitions + left.definitions).toBe(80)
    expect(shown.files + left.files).toBe(90)
    expect(text.split('\n').at(-2)).toBe(
      `… ${left.definitions} more definitions, ${left.files} more files`,
    )
  })

  it('lets no name and no signature end its line or act on a terminal', () => {
    const { text } = renderSymbolMap(inOrder([fileOf('a\nb.ts', ['f(\u001b[2J\u2028)'])]))
    expect(text).toBe('"a\\u{a}b.ts"\n  1 f(\\u{1b}[2J\\u{2028})\n')
  })

  it('clips a long signature, never through a character', () => {
    const { text } = renderSymbolMap(inOrder([fileOf('a', [`${'x'.repeat(118)}😀 and more`])]))
    expect(text).toBe(`a\n  1 ${'x'.repeat(118)}…\n`)
  })

  it('has no text where there is no room, and no definition', () => {
    expect(renderSymbolMap([])).toMatchObject({ text: '', tokens: 0 })
    const tight = renderSymbolMap(inOrder([fileOf('a', ['f()'])]), { maxTokens: 1 })
    expect(tight).toMatchObject({ text: '', left: { definitions: 1, files: 1 } })
  })

  it('is within 5 % of its tokens where there is enough to say, and never more', () => {
    const word = fc.stringMatching(/^[a-zA-Z]{1,20}$/)
    const signature = fc
      .tuple(word, fc.array(word, { maxLength: 3 }))
      .map(([name, parameters]) => `export function ${name}(${parameters.join(', ')}): void`)
    const file = fc.record({
      folders: fc.array(word, { maxLength: 3 }),
      signatures: fc.array(signature, { minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 600, max: 3000 }),
        (list, maxTokens) => {
          const files = list.map(({ folders, signatures }, index) =>
            fileOf([...folders, `${index}.ts`].join('/'), signatures),
          )
          const ranked = inOrder(files)
          const map = renderSymbolMap(ranked, { maxTokens })
          expect(map.tokens).toBe(estimateTokens(map.text))
          expect(map.tokens).toBeLessThanOrEqual(maxTokens * 1.05)
          const whole = renderSymbolMap(ranked, { maxTokens: 1_000_000 })
          if (map.left.definitions > 0) expect(map.tokens).toBeGreaterThanOrEqual(maxTokens * 0.95)
          else expect(map.text).toBe(whole.text)
        },
      ),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
