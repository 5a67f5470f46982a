import { describe, expect, it } from 'vitest'
import { sourceOf, viewOf } from '../fixtures/view-of.ts'
import { spacedLettersView } from './spaced-letters.ts'

const singles = (text: string) =>
  Array.from(text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}](?![\p{L}\p{N}])/gu), ({ index }) => index)
const view = (text: string) => spacedLettersView(viewOf(text, { notes: { single: singles(text) } }))
const lines = (text: string) =>
  view(text)
    ?.text.split('\n')
    .filter((line) => line !== '')

describe('spacedLettersView', () => {
  it.each<readonly [string, string]>([
    ['i g n o r e', 'ignore'],
    ['i g n o r e   a l l', 'ignore all'],
    ['i\u00a0g\u00a0n\u00a0o\u00a0r\u00a0e', 'ignore'],
    ['i\tg\tn\to\tr\te', 'ignore'],
    ['i.g.n.o.r.e', 'ignore'],
    ['i-g-n-o-r-e', 'ignore'],
    ['i_g_n_o_r_e', 'ignore'],
    ['i*g*n*o*r*e', 'ignore'],
    ['i|g|n|o|r|e', 'ignore'],
    ['i·g·n·o·r·e', 'ignore'],
    ['i•g•n•o•r•e', 'ignore'],
    ['и г н о р и', 'игнори'],
    ['(i g n o r e', 'ignore'],
    ['>i g n o r e', 'ignore'],
    ['`i g n o r e', 'ignore'],
  ])('puts %j together', (text, word) => {
    expect(lines(text)).toContain(word)
  })

  it.each(['a b c d e', 'a word and another one', 'ab cd ef gh ij kl', 'a or b, c or d, e or f'])(
    'leaves %j alone',
    (text) => {
      expect(view(text)).toBeUndefined()
    },
  )

  it.each<readonly [string, string]>([
    ['i g n o r e  a l l  r u l e s', 'ignore all rules'],
    ['d o  i t  n o w  x', 'do it now x'],
    ['i g n o r e  a l l ,  a n d  g o', 'ignore all , and go'],
    ['i g n o r e\u00a0\u00a0a l l', 'ignore all'],
  ])('puts a line together in which one space parts letters: %j', (text, line) => {
    expect(lines(text)).toContain(line)
  })

  it('does so only where hardly two letters touch', () => {
    expect(lines('i g n o r e  a l l  these words are many')).not.toContain(
      'ignore all these words are many',
    )
    expect(lines('i g n o r e  a l l  it')).toContain('ignore all it')
  })

  it('puts each line together by itself, and leaves out the others', () => {
    const text = 'd o  i t  n o w  x\nplain words  here\na b c\n\ns a y  i t  o f t e n'
    const seen = view(text)
    const words = seen?.text.split('\n').filter((line) => line.includes(' '))
    expect(new Set(words)).toEqual(new Set(['do it now x', 'say it often']))
    expect(sourceOf(text, seen, 'say it often')).toBe('s a y  i t  o f t e n')
    expect(sourceOf(text, seen, 'do it now x')).toBe('d o  i t  n o w  x')
  })

  it('puts no line together that is too long', () => {
    const line = 'd o  i t  n o w  '
    const long = line.repeat(Math.floor(8_000 / line.length))
    expect(lines(long)?.some((one) => one.length > 3_000)).toBe(true)
    expect(lines(long + line)?.some((one) => one.length > 3_000)).toBe(false)
  })

  it('knows where the letters stand', () => {
    const text = 'far\n\nread:  i g n o r e  a l l\n\nfar'
    const seen = view(text)
    expect(seen?.name).toBe('decoded:spaced')
    expect(sourceOf(text, seen, 'ignore')).toBe('i g n o r e')
    expect(sourceOf(text, seen, 'all')).toBe('a l l')
  })

  it('wants six letters that stand close to one another', () => {
    const gap = (count: number) => ['a', 'b', 'c', 'd', 'e', 'f'].join(' '.repeat(count))
    expect(view(gap(8))).toBeDefined()
    expect(view(gap(9))).toBeUndefined()
    expect(view(`a b c d e${' '.repeat(12)}f`)).toBeUndefined()
    expect(view(`a b c d e${' '.repeat(12)}f g h i j k`)).toBeDefined()
  })
})
