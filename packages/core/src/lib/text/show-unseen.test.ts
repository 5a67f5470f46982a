import { describe, expect, it } from 'vitest'
import { showUnseen } from './show-unseen.ts'

describe('showUnseen', () => {
  it('writes out what acts on a terminal, breaks a line, hides or turns text', () => {
    expect(showUnseen('a\u001b[2Jb\nc\u2028d\u202ee\u200bf\ud800')).toBe(
      'a\\u{1b}[2Jb\\u{a}c\\u{2028}d\\u{202e}e\\u{200b}f\\u{d800}',
    )
  })

  it('keeps letters, emoji with their joiners, and what shall stay', () => {
    expect(showUnseen('你好 👩\u200d💻 می\u200cخواهم')).toBe('你好 👩\u200d💻 می\u200cخواهم')
    expect(showUnseen('a\n\tb\r', '\n\t')).toBe('a\n\tb\\u{d}')
  })
})
