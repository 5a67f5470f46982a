import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanThreats } from '../../../packages/core/src/threats.ts'
import { attackLines } from './attack-lines.ts'

/** What structure is made of, white space that is none of ASCII, half characters, and attacks. */
const PART = fc.oneof(
  fc.constantFrom(
    ...[...'>#|-*`~<!/[]()"\'\\%&;=.:_ \t\n\r', '\r\n', '\u00a0', '\u3000', '\u2028', '\ufeff'],
    ...[
      '\u200b',
      '\u200d',
      '\u202e',
      '\u{e0041}',
      '\ufe0f',
      '\ud83d',
      '\udc00',
      '\u0301',
      '\u001b',
    ],
    ...[
      '<!--',
      '-->',
      '```',
      '---\n',
      '&#x69;',
      '\\x69',
      '%69',
      'aWdub3Jl',
      '69676e',
      '中',
      'я',
      'é',
    ],
  ),
  fc.constantFrom(...attackLines().map(({ text }) => text)),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

describe('scanThreats', () => {
  it('takes any text, and names places in it, in their order', () => {
    const text = fc.array(PART, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (any) => {
        const { findings } = scanThreats(any)
        const starts = findings.map(({ span }) => span.start)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        for (const { span } of findings) {
          expect(span.start).toBeGreaterThanOrEqual(0)
          expect(span.end).toBeGreaterThanOrEqual(span.start)
          expect(span.end).toBeLessThanOrEqual(any.length)
        }
      }),
      { numRuns: 2000, examples: [['> \u00a0> quoted'], ['>\n>\u3000>\n']] },
    )
  })
})
