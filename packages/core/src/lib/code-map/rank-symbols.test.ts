import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankSymbols } from './rank-symbols.ts'
import type { SymbolDefinition, SymbolFile } from './symbol-file.ts'

const definition = (name: string, more: Partial<SymbolDefinition> = {}): SymbolDefinition => ({
  name,
  line: 1,
  signature: `function ${name}()`,
  parent: null,
  reach: 'project',
  ...more,
})

const file = (
  path: string,
  names: readonly (string | SymbolDefinition)[],
  references: SymbolFile['references'] = [],
): SymbolFile => ({
  path,
  definitions: names.map((one) => (typeof one === 'string' ? definition(one) : one)),
  references,
})

const order = (files: readonly SymbolFile[]): string[] =>
  rankSymbols(files).map(({ file: { definitions }, index }) => definitions[index]?.name ?? '')

describe('rankSymbols', () => {
  it('puts what others name before what nobody names', () => {
    const files = [
      file('a', ['idle', 'used']),
      file('b', ['reader'], [['used', 1, 0]]),
      file('c', ['writer'], [['used', 1, 0]]),
    ]
    expect(order(files)[0]).toBe('used')
    expect(order(files)).toHaveLength(4)
  })

  it('lets the vote of a file weigh more that many vote for', () => {
    const users = ['u1', 'u2', 'u3'].map((path) => file(path, [], [['hub', 1, 0]]))
    const files = [
      ...users,
      file('hub', ['hub'], [['below', 1, 0]]),
      file('x', ['below']),
      file('lone', [], [['other', 1, 0]]),
      file('y', ['other']),
    ]
    expect(order(files).indexOf('below')).toBeLessThan(order(files).indexOf('other'))
  })

  it('counts a vote less the more files define the name', () => {
    const files = [
      file('a', ['same']),
      file('b', ['same']),
      file('c', ['sole']),
      file(
        'u',
        [],
        [
          ['same', 1, 0],
          ['sole', 1, 0],
        ],
      ),
    ]
    expect(order(files)[0]).toBe('sole')
  })

  it('counts a long name of several words more, and a private one less', () => {
    const files = [
      file('a', ['_hidden', 'readFile', 'run']),
      file(
        'u',
        [],
        [
          ['_hidden', 1, 0],
          ['readFile', 1, 0],
          ['run', 1, 0],
        ],
      ),
    ]
    expect(order(files)).toEqual(['readFile', 'run', '_hidden'])
  })

  it('counts many uses more than one, and not as many times', () => {
    const files = [
      file('a', ['once', 'often']),
      file(
        'u',
        [],
        [
          ['once', 1, 0],
          ['often', 100, 0],
        ],
      ),
    ]
    const [often, once] = rankSymbols(files)
    expect(often?.index).toBe(1)
    expect((often?.rank ?? 0) / (once?.rank ?? 1)).toBeLessThan(12)
  })

  it('gives a member no vote for the bare name, and a function hardly one for a member of that name', () => {
    const member = definition('length', { reach: 'member' })
    const bare = [file('a', [member]), file('b', ['other']), file('u', [], [['length', 9, 0]])]
    expect(rankSymbols(bare)[0]?.rank).toBeLessThan(0.6)
    const asMember = [file('a', ['length']), file('b', [member]), file('u', [], [['length', 0, 9]])]
    expect(rankSymbols(asMember)[0]?.file.path).toBe('b')
  })

  it('gives what only its own file can name no vote of another', () => {
    const local = definition('settings', { reach: 'file' })
    const files = [file('a', [local]), file('b', ['settings']), file('u', [], [['settings', 1, 0]])]
    expect(rankSymbols(files)[0]?.file.path).toBe('b')
  })

  it('takes no vote of a file for itself', () => {
    const files = [
      file('a', ['self'], [['self', 50, 0]]),
      file('b', ['used']),
      file('u', [], [['used', 1, 0]]),
    ]
    expect(order(files)[0]).toBe('used')
  })

  it('has nothing to say of nothing', () => {
    expect(rankSymbols([])).toEqual([])
    expect(rankSymbols([file('a', [])])).toEqual([])
  })

  it('gives the same ranks in whatever order the files come, together 1', () => {
    const name = fc.constantFrom('alpha', 'beta', 'gammaDelta', '_eps', 'zeta')
    const any = fc.record({
      names: fc.array(name, { maxLength: 4 }),
      references: fc.uniqueArray(fc.tuple(name, fc.nat(9), fc.nat(9)), {
        selector: ([one]) => one,
        maxLength: 5,
      }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (list) => {
        const files = list.map(({ names, references }, index) =>
          file(`f${index}`, names, references),
        )
        const ranked = rankSymbols(files)
        expect(rankSymbols([...files].reverse())).toEqual(ranked)
        expect(ranked).toHaveLength(list.reduce((sum, { names }) => sum + names.length, 0))
        const total = ranked.reduce((sum, { rank }) => sum + rank, 0)
        if (ranked.length > 0) expect(total).toBeCloseTo(1, 9)
      }),
    )
  })
})
