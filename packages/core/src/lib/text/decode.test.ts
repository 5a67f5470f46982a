import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, MAX_DECODE_ISSUES } from './decode.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const kinds = (value: Uint8Array) => decodeText(value).issues.map((issue) => issue.kind)
const countOf = (values: readonly number[], part: readonly number[]) =>
  values.filter((_, i) => part.every((byte, k) => values[i + k] === byte)).length
const utf16 = (text: string, order: 'LE' | 'BE') =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) =>
      order === 'LE' ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    ),
  )

describe('decodeText', () => {
  it('decodes what an encoder wrote, without an issue', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const text = value.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '')
        fc.pre(!text.startsWith('\ufeff'))
        expect(decodeText(new TextEncoder().encode(text))).toEqual({ text, issues: [] })
      }),
    )
  })

  it('agrees with the platform decoder on any bytes: one U+FFFD for each maximal invalid sequence', () => {
    const lead = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc1,
      0xc2,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0xff,
      0x9f,
      0xa0,
      0x90,
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(lead, fc.integer({ min: 1, max: 255 })), { maxLength: 24 }),
        (values) => {
          const input = Uint8Array.from(values)
          fc.pre(!kinds(input).includes('utf16'))
          const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)
          const decoded = decodeText(input)
          expect(decoded.text).toBe(expected)
          const genuine = expected.split('\ufffd').length - 1 - countOf(values, [0xef, 0xbf, 0xbd])
          expect(decoded.issues).toHaveLength(genuine)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('names the bytes, line and column of an invalid sequence', () => {
    expect(decodeText(bytes(0x61, 0x0a, 0x62, 0xe4, 0xb8, 0x63)).issues).toEqual([
      { kind: 'invalid-utf8', line: 2, column: 2, message: 'invalid UTF-8 (E4 B8) became U+FFFD' },
    ])
  })

  it.each([
    ['overlong', [0xc0, 0xaf], 2],
    ['surrogate', [0xed, 0xa0, 0x80], 3],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 4],
    ['cut off at the end', [0xf0, 0x9f, 0x98], 1],
  ])('counts %s as %j → %i issues', (_name, values, count) => {
    const decoded = decodeText(Uint8Array.from(values as number[]))
    expect(decoded.text).toBe('\ufffd'.repeat(count as number))
    expect(decoded.issues).toHaveLength(count as number)
  })

  it('keeps a byte order mark at offset 0', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: '\ufeffa', issues: [] })
  })

  it('removes NUL with one issue a run', () => {
    const decoded = decodeText(bytes(0x61, 0, 0, 0x62, 0))
    expect(decoded.text).toBe('ab')
    expect(decoded.issues).toEqual([
      { kind: 'nul', line: 1, column: 2, message: '2 NUL characters were removed' },
      { kind: 'nul', line: 1, column: 3, message: '1 NUL character was removed' },
    ])
  })

  it.each(['LE', 'BE'] as const)(
    'decodes UTF-16 %s by its mark and never counts its zero bytes as NUL',
    (order) => {
      const text = '\ufeff规则 and 😀\r\n'
      expect(decodeText(utf16(text, order))).toEqual({
        text,
        issues: [
          {
            kind: 'utf16',
            line: 1,
            column: 1,
            message: `the file is UTF-16 ${order} and was decoded`,
          },
        ],
      })
    },
  )

  it('replaces lone surrogates and half a unit of UTF-16, and removes its NUL characters', () => {
    expect(decodeText(utf16('\ufeffa\ud800b', 'LE')).text).toBe('\ufeffa\ufffdb')
    expect(kinds(utf16('\ufeffa\udc00\ud800', 'BE'))).toEqual(['utf16', 'utf16', 'utf16'])
    expect(decodeText(Uint8Array.from([...utf16('\ufeffa', 'LE'), 0x62])).text).toBe(
      '\ufeffa\ufffd',
    )
    expect(kinds(utf16('\ufeffa\0\0b', 'LE'))).toEqual(['utf16', 'nul'])
  })

  it('counts what is beyond the listed issues in a last one', () => {
    const { text, issues } = decodeText(new Uint8Array(5000).fill(0xff).fill(0x61, 0, 2))
    expect(text).toHaveLength(5000)
    expect(issues).toHaveLength(MAX_DECODE_ISSUES + 1)
    expect(issues.at(-1)?.message).toBe('4898 more places like this one follow from here')
  })

  it('decodes at 50 MB/s and more, or at a tenth of what the platform decoder reaches on a busy machine', () => {
    const line = 'Run the tests before every commit. Never push to main. 提交前运行测试。😀\n'
    const sample = new TextEncoder().encode(line.repeat(50_000))
    const platform = new TextDecoder()
    const ours = bestRate(sample, () => decodeText(sample))
    const native = bestRate(sample, () => platform.decode(sample))
    expect(ours).toBeGreaterThan(Math.min(50, native / 10))
  })
})

/** MB per second of processor time, the best of five. */
function bestRate(sample: Uint8Array, run: () => unknown): number {
  const rates = [1, 2, 3, 4, 5].map(() => {
    const start = process.cpuUsage()
    run()
    const used = process.cpuUsage(start)
    return sample.length / (used.user + used.system)
  })
  return Math.max(...rates)
}
