import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scanThreats } from '../../../packages/core/src/threats.ts'
import { attackLines } from './attack-lines.ts'

/** Written without a look at the rules, and not read while rules were written: a rule for one of them ends their use. */
interface UnreadLines {
  readonly attacks: readonly { readonly id: string; readonly paraphrases: readonly string[] }[]
  readonly honest: readonly string[]
}

const lines: UnreadLines = JSON.parse(
  readFileSync(new URL('unread-lines.json', import.meta.url), 'utf8'),
)

const countOf = (texts: readonly string[], levels: readonly string[]): number =>
  texts.filter((text) =>
    scanThreats(text).findings.some(({ severity }) => levels.includes(severity)),
  ).length

describe('lines that no rule was written for', () => {
  const read = new Set(attackLines().flatMap(({ text, paraphrases }) => [text, ...paraphrases]))
  const all = lines.attacks.flatMap(({ paraphrases }) => paraphrases)
  /** Two people found the same words for two of them. */
  const attacks = all.filter((text) => !read.has(text))

  it('are five other wordings of each of the 48 attack lines, and 100 honest lines', () => {
    expect(lines.attacks.map(({ paraphrases }) => paraphrases.length)).toEqual(Array(48).fill(5))
    expect(lines.honest).toHaveLength(100)
    expect(new Set([...all, ...lines.honest]).size).toBe(48 * 5 + 100)
    expect(attacks).toHaveLength(48 * 5 - 2)
  })

  it('are flagged where they attack, at least 80 of 100', () => {
    const flagged = countOf(attacks, ['medium', 'high', 'critical'])
    expect(flagged).toBeGreaterThanOrEqual(0.8 * attacks.length)
  })

  it('pass where they are honest, all but 2 of 100', () => {
    expect(countOf(lines.honest, ['high', 'critical'])).toBeLessThanOrEqual(2)
  })
})
