import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseArguments, promptWords, withoutOption } from './arguments.ts'

describe('parseArguments', () => {
  it.each<[string, string[], Record<string, string>, string[]]>([
    ['nothing', [], {}, []],
    ['a value in the next word', ['--model', 'p/m'], { model: 'p/m' }, []],
    ['a value after an equals sign', ['--model=p/m=x'], { model: 'p/m=x' }, []],
    ['a short option', ['-m', 'p/m'], { model: 'p/m' }, []],
    ['a short option with its value', ['-mp/m'], { model: 'p/m' }, []],
    ['the last of two', ['-m', 'a/b', '--model', 'c/d'], { model: 'c/d' }, []],
    ['a switch', ['--auto', 'x'], { auto: '' }, ['x']],
    ['joined switches', ['-cs', 'ses_1'], { continue: '', session: 'ses_1' }, []],
    ['an option that takes several words', ['-f', 'a', 'b', '--auto'], { file: 'a', auto: '' }, []],
    ['a value that looks like a switch', ['--title', '--auto'], { title: '--auto' }, []],
    ['words', ['serve', '-', '--pure'], { pure: '' }, ['serve', '-']],
    ['what follows two dashes', ['--pure', '--', '--attach'], { pure: '' }, ['--attach']],
    ['an option without its value', ['--session'], { session: '' }, []],
  ])('reads %s', (_, args, options, words) => {
    const parsed = parseArguments(args)
    expect(Object.fromEntries(parsed.options)).toEqual(options)
    expect(parsed.words).toEqual(words)
  })
})

describe('withoutOption', () => {
  it.each<[string[], string[]]>([
    [
      ['--auto', '--agent', 'plan'],
      ['--auto', '--agent', 'plan'],
    ],
    [['--model', 'p/m', '--auto'], ['--auto']],
    [['--model=p/m', '-m', 'p/m', '-mp/m'], []],
    [
      ['--title', '--model', 'x'],
      ['--title', '--model', 'x'],
    ],
    [
      ['-cm', 'p/m', '-f', 'a', 'b'],
      ['--continue', '-f', 'a', 'b'],
    ],
    [
      ['-m', 'p/m', '--', '-m', 'x'],
      ['--', '-m', 'x'],
    ],
  ])('takes the model out of %j', (args, kept) => {
    expect(withoutOption(args, 'model')).toEqual(kept)
  })
})

describe('promptWords', () => {
  it('joins to the prompt again, without a word that OpenCode would quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '"', '-', 'é') }), (prompt) => {
        const words = promptWords(prompt)
        expect(words.join(' ')).toBe(prompt)
        expect(words.filter((word) => word.includes(' '))).toEqual([])
      }),
    )
  })

  it.each(['1e3', '007', '0x1F', '-3', '.5', '5.', '42\n'])(
    'keeps a prompt with %j in one word, because a number ends the run',
    (number) => {
      expect(promptWords(`fix ${number} now`)).toEqual([`fix ${number} now`])
    },
  )

  it.each(['v1', '1.2.3', '42,', '#7', '1e', '0xg', '-'])('splits at %j', (word) => {
    expect(promptWords(`fix ${word} now`)).toEqual(['fix', word, 'now'])
  })
})
