import { describe, expect, it } from 'vitest'
import { describeDrift } from './describe-drift.ts'

const TEXT = '# One\n\nfirst\n\n## Two\n\nsecond\nthird\n'

describe('describeDrift', () => {
  it.each([
    ['a line of another wording', TEXT.replace('second', 'other'), 'Two'],
    ['a line that is gone', TEXT.replace('third\n', ''), 'Two'],
    ['a line too many', TEXT.replace('first', 'first\nmore'), 'One'],
    ['more at the end', `${TEXT}more\n`, 'Two'],
    ['another first line', TEXT.replace('# One', '# Uno'), 'One'],
    ['nothing at all', '', 'One'],
  ])('names the heading above %s', (_, there, heading) => {
    expect(describeDrift(there, TEXT)).toEqual({ heading, source: null })
  })

  it('has no heading where there is none', () => {
    expect(describeDrift('a\n', 'b\n').heading).toBeNull()
  })
})
