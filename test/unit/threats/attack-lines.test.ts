import { describe, expect, it } from 'vitest'
import { scanThreats } from '../../../packages/core/src/threats.ts'
import { attackLines, benignLines } from './attack-lines.ts'

const isAtLeast = (levels: readonly string[]) => (text: string) =>
  scanThreats(text).findings.some(({ severity }) => levels.includes(severity))
const isFlagged = isAtLeast(['medium', 'high', 'critical'])
const isBlocked = isAtLeast(['high', 'critical'])

describe('attackLines', () => {
  const lines = attackLines()

  it('are 48 lines with five paraphrases each, none twice', () => {
    const texts = lines.flatMap(({ text, paraphrases }) => [text, ...paraphrases])
    expect(lines.map(({ paraphrases }) => paraphrases.length)).toEqual(Array(48).fill(5))
    expect(new Set(texts).size).toBe(48 * 6)
    expect(texts.join('\n')).not.toMatch(/\\(?:n|u|tags|selectors|bits)\b/)
  })

  it('are flagged, at least 44 of the 48', () => {
    const missed = lines.filter(({ text }) => !isFlagged(text)).map(({ id }) => id)
    expect(missed.length, `missed: ${missed.join(' ')}`).toBeLessThanOrEqual(4)
  })

  it('are flagged in other words too, at least 80 of 100', () => {
    const missed = lines.flatMap(({ id, paraphrases }) =>
      paraphrases.flatMap((text, index) => (isFlagged(text) ? [] : [`${id}.${index + 1}`])),
    )
    expect(missed.length, `missed: ${missed.join(' ')}`).toBeLessThanOrEqual(0.2 * 48 * 5)
  })
})

describe('benignLines', () => {
  it('are 22 lines, each with its own number', () => {
    expect(new Set(benignLines().map(({ id }) => id)).size).toBe(22)
  })

  it.each(benignLines())('$id is not blocked', ({ text }) => {
    expect(isBlocked(text)).toBe(false)
  })
})
