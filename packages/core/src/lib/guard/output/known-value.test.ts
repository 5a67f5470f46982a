import { describe, expect, it } from 'vitest'
import { createOutputFilter, filterOutput } from './output-filter.ts'

/** Put together here, so that no scanner of repositories takes the test for a leak. */
const LONG = 'aB3dE5gH7jK9mN1pQ2sT4vW6'.concat('yZ8.cF0-hJ2_lN4=pR6~tV8:')
const findingsOf = (text: string, knownSecrets: readonly string[]) =>
  filterOutput(text, { knownSecrets }).findings

describe('filterOutput, known values', () => {
  it('knows a secret of 48 characters by each half', () => {
    expect(LONG).toHaveLength(48)
    for (const half of [LONG.slice(0, 24), LONG.slice(24)])
      expect(findingsOf(`a ${half} b`, [LONG])).toMatchObject([
        { kind: 'known-secret', span: { start: 2, end: 26 } },
      ])
  })

  it('knows a shorter one, and one with blanks in it, as a whole alone', () => {
    expect(findingsOf(LONG.slice(0, 24), [LONG.slice(1)])).toEqual([])
    expect(findingsOf(LONG.slice(0, 24), [LONG.slice(0, 47)])).toEqual([])
    const phrase = 'the first words of a long secret, and then the rest of it'
    expect(findingsOf(phrase.slice(0, 24), [phrase])).toEqual([])
    expect(findingsOf(`!${LONG.slice(0, 24)}`, [`!${LONG}`])).toEqual([])
    expect(findingsOf(LONG.slice(0, 24), [`${LONG}!`])).toEqual([])
    expect(findingsOf(phrase, [phrase])).toHaveLength(1)
  })

  it('takes the longest of two that begin alike, in either order', () => {
    for (const secrets of [
      ['horse-one', 'horse-one-two'],
      ['horse-one-two', 'horse-one'],
    ])
      expect(findingsOf('horse-one-two', secrets)).toMatchObject([{ span: { start: 0, end: 13 } }])
  })

  it('takes a value of six characters', () => {
    expect(findingsOf('a horses b', ['horses'])).toHaveLength(1)
  })

  it('says whether the prompt or a secret is leaving', () => {
    const { findings } = filterOutput('canary-1 secret-1', {
      canary: 'canary-1',
      knownSecrets: ['secret-1'],
    })
    expect(findings.map(({ message }) => message)).toEqual([
      'The output holds the canary of the prompt: the prompt is leaving.',
      'The output holds a secret of this installation.',
    ])
  })

  it('names the place in the whole output, however much went before', () => {
    const filter = createOutputFilter({ canary: 'canary-1' })
    for (const chunk of ['a'.repeat(700), 'b'.repeat(700), 'canary-1', ' and']) filter.push(chunk)
    filter.end()
    expect(filter.findings).toMatchObject([{ span: { start: 1400, end: 1408 } }])
  })

  it('tells what was wrong with how it is used', () => {
    expect(() => filterOutput('', { canary: 'short' })).toThrow(
      'A canary or secret must have at least 6 characters.',
    )
    const filter = createOutputFilter()
    filter.end()
    expect(() => filter.push('')).toThrow('The output filter has ended.')
  })
})
