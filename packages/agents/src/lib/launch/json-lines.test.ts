import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLines } from './json-lines.ts'

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const size of sizes) {
    yield bytes.subarray(start, start + size)
    start += size
  }
  yield bytes.subarray(start)
}

async function linesOf(
  text: string,
  sizes: readonly number[],
  maxBytes?: number,
): Promise<string[]> {
  const lines: string[] = []
  for await (const line of splitLines(chunksOf(Buffer.from(text), sizes), maxBytes))
    lines.push(line)
  return lines
}

describe('splitLines', () => {
  it('gives the same lines however the bytes are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\r\n]/g, '')),
          { maxLength: 8 },
        ),
        fc.array(fc.nat({ max: 9 })),
        async (lines, sizes) => {
          expect(await linesOf(lines.map((line) => `${line}\n`).join(''), sizes)).toEqual(lines)
        },
      ),
    )
  })

  it('keeps characters whole that stand across two chunks', async () => {
    expect(await linesOf('人\n', [1, 1])).toEqual(['人'])
  })

  it('takes CRLF line ends and a last line without one', async () => {
    expect(await linesOf('a\r\nb', [])).toEqual(['a', 'b'])
  })

  it('accepts a line of exactly the cap and refuses one byte more', async () => {
    expect(await linesOf('12345\n', [2], 5)).toEqual(['12345'])
    await expect(linesOf('123456\n', [], 5)).rejects.toMatchObject({ code: 'protocol' })
    await expect(linesOf('123456', [3, 3], 5)).rejects.toMatchObject({ code: 'protocol' })
  })

  it('caps a line at 10 MB by default', async () => {
    const cap = 10 * 1024 * 1024
    expect((await linesOf('x'.repeat(cap), []))[0]).toHaveLength(cap)
    await expect(linesOf('x'.repeat(cap + 1), [])).rejects.toThrow(`${cap} bytes`)
  })
})
