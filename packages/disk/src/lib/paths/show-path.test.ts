import { describe, expect, it } from 'vitest'
import { showPath } from './show-path.ts'

describe('showPath', () => {
  it('escapes what could act on a terminal or mislead the eye', () => {
    expect(showPath('/a\u001b[2J\n\u202etxt.exe')).toBe('/a\\u{1b}[2J\\u{a}\\u{202e}txt.exe')
  })

  it('leaves names of any language as they are', () => {
    expect(showPath('/家/Übung/SOUL.md')).toBe('/家/Übung/SOUL.md')
  })
})
