import { describe, expect, it } from 'vitest'
import { attackLines, benignLines } from './attack-lines.ts'

describe('attackLines', () => {
  it('are 48 lines with five paraphrases each, none twice', () => {
    const lines = attackLines()
    const texts = lines.flatMap(({ text, paraphrases }) => [text, ...paraphrases])
    expect(lines.map(({ paraphrases }) => paraphrases.length)).toEqual(Array(48).fill(5))
    expect(new Set(texts).size).toBe(48 * 6)
    expect(texts.join('\n')).not.toMatch(/\\(?:n|u|tags|selectors|bits)\b/)
  })
})

describe('benignLines', () => {
  it('are 22 lines, each with its own number', () => {
    expect(new Set(benignLines().map(({ id }) => id)).size).toBe(22)
  })
})
