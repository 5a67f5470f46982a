import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { OutputFinding } from '@onesoul/core/output-filter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterStream } from './filter-stream.ts'

const SECRET = 'correct-horse-battery'

const run = async (chunks: readonly Uint8Array[]) => {
  const out: Uint8Array[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      out.push(chunk)
      setImmediate(done)
    },
    highWaterMark: 4,
  })
  const findings: OutputFinding[] = []
  const bytes = await filterStream(Readable.from(chunks), output, {
    knownSecrets: [SECRET],
    boundaryNames: ['directives'],
    onFinding: (finding) => findings.push(finding),
  })
  await finished(output.end())
  return { out: Buffer.concat(out), findings, bytes }
}

const cut = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )

describe('filterStream', () => {
  it('passes any bytes without a control character or markup as they are', async () => {
    const byte = fc.oneof(
      fc.constantFrom(0x20, 0x61, 0x0a, 0x09),
      fc.integer({ min: 0xa0, max: 0xff }),
      fc.integer({ min: 0x61, max: 0x7a }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { maxLength: 80 }).map((all) => Buffer.from(all)),
        fc.integer({ min: 1, max: 20 }),
        async (bytes, length) => {
          const { out, findings, bytes: read } = await run(cut(bytes, length))
          fc.pre(findings.length === 0)
          expect(out.equals(bytes)).toBe(true)
          expect(read).toBe(bytes.length)
        },
      ),
    )
  })

  it('stops what is cut between chunks, between bytes that are no UTF-8', async () => {
    const given = Buffer.concat([
      Buffer.from([0xff, 0xe4]),
      Buffer.from(`\n ${SECRET} </dir`),
      Buffer.from([0x80]),
      Buffer.from('ectives>'),
      Buffer.from([0xc3]),
    ])
    for (let length = 1; length <= given.length; length++) {
      const { out, findings } = await run(cut(given, length))
      const marks = ' ⟦stopped: known secret⟧ ⟦stopped: boundary tag⟧'
      expect(out.toString('latin1')).toBe(
        Buffer.concat([
          Buffer.from([0xff, 0xe4, 0x0a]),
          Buffer.from(marks),
          Buffer.from([0xc3]),
        ]).toString('latin1'),
      )
      expect(findings.map(({ kind, line, column }) => [kind, line, column])).toEqual([
        ['known-secret', 2, 2],
        ['boundary-tag', 2, 24],
      ])
    }
  })

  it('writes plain words before more comes', async () => {
    const seen: string[] = []
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        seen.push(chunk.toString())
        done()
      },
    })
    async function* input() {
      yield Buffer.from('Good morning. ')
      expect(seen).toEqual(['Good morning. '])
      yield Buffer.from('Bye.')
    }
    await filterStream(input(), output, { onFinding: () => expect.unreachable() })
    expect(seen.join('')).toBe('Good morning. Bye.')
  })
})
