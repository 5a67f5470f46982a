import { describe, expect, it } from 'vitest'
import { rememberByText } from './remember.ts'

const counted = (maxChars: number) => {
  const seen: string[] = []
  const remembered = rememberByText((text) => {
    seen.push(text)
    return text.length
  }, maxChars)
  return { seen, remembered }
}
const long = (letter: string): string => letter.repeat(200)

describe('rememberByText', () => {
  it('computes once for one text, and says the same as without it', () => {
    const { seen, remembered } = counted(1000)
    expect([remembered(long('a')), remembered(long('a')), remembered(long('b'))]).toEqual([
      200, 200, 200,
    ])
    expect(seen).toEqual([long('a'), long('b')])
  })

  it('forgets the oldest text when the limit is passed', () => {
    const { seen, remembered } = counted(500)
    for (const letter of ['a', 'b', 'c', 'b', 'a']) remembered(long(letter))
    expect(seen.map(([letter]) => letter)).toEqual(['a', 'b', 'c', 'a'])
  })

  it('holds no text that is larger than the limit alone, nor short ones', () => {
    const { seen, remembered } = counted(100)
    for (const text of [long('a'), long('a'), 'short', 'short']) remembered(text)
    expect(seen).toHaveLength(4)
  })
})
