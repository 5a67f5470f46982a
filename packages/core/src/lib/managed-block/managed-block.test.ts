import { createHash } from 'node:crypto'
import { TextDecoder, TextEncoder } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyBlock,
  type BlockChange,
  type BlockOptions,
  findBlocks,
  stripBlock,
  stripForeignBlock,
} from '../../index.ts'

const options: BlockOptions = {
  source: { root: 'worktree', path: 'AGENTS.md' },
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
}
const force: BlockOptions = { ...options, force: true }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | null | undefined): string | null =>
  bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null

function done(result: ReturnType<typeof applyBlock>): BlockChange {
  if (!result.value) throw new Error(result.diagnostics.map((one) => one.message).join())
  return result.value
}
const apply = (file: Uint8Array | null, body: string, id = 'overlay'): Uint8Array | null =>
  done(applyBlock(file, { id, body }, options)).bytes
const strip = (file: Uint8Array | null, id = 'overlay'): Uint8Array | null =>
  done(stripBlock(file, id, options)).bytes
const same = (a: Uint8Array | null, b: Uint8Array | null): void =>
  expect(a && Array.from(a)).toEqual(b && Array.from(b))

/** Pieces of which hostile files and bodies are made. */
const HASH = 'a'.repeat(64)
const pieces = fc.constantFrom(
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' ',
  '\t',
  '\0',
  '\ufeff',
  'text',
  'é',
  '😀',
  '\ud800',
  '```',
  '~~~~',
  '```md',
  '> ',
  '- ',
  '    ',
  '<!--',
  '-->',
  '---',
  'see `<!-- ONESOUL:BEGIN id=overlay -->` there',
  '<!-- OMX:RUNTIME:START -->',
  '<!-- OMX:RUNTIME:END -->',
  '</context>',
)
const marks = fc.constantFrom(
  `<!-- ONESOUL:BEGIN id=overlay sha256=${HASH} -->`,
  '<!-- ONESOUL:END id=overlay -->',
  '\n<!-- ONESOUL:END id=overlay -->\n',
  '<!--ONESOUL:begin',
  `\n<!-- ONESOUL:BEGIN id=b sha256=${HASH} -->\n`,
)
const cleanText = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''))
const hostileText = fc.array(fc.oneof(pieces, marks), { maxLength: 30 }).map((all) => all.join(''))
const anyBytes = fc
  .oneof(fc.uint8Array({ maxLength: 200 }), cleanText.map(bytesOf))
  .filter((bytes) => !((bytes[0] ?? 0) + (bytes[1] ?? 0) === 0xff + 0xfe))
const anyFile = fc.option(anyBytes, { nil: null, freq: 12 })
const runs = { numRuns: 1000 }

describe('applyBlock and stripBlock', () => {
  it('give any bytes back as they were, with any body', () => {
    fc.assert(
      fc.property(anyFile, hostileText, (file, body) => {
        same(strip(apply(file, body)), file)
      }),
      runs,
    )
  })

  it('twice is once, and a later body leaves what it alone would leave', () => {
    fc.assert(
      fc.property(anyFile, hostileText, hostileText, (file, first, second) => {
        const once = apply(file, first)
        const again = done(applyBlock(once, { id: 'overlay', body: first }, options))
        expect(again.changed).toBe(false)
        same(again.bytes, once)
        same(apply(once, second), apply(file, second))
      }),
      runs,
    )
  })

  it('keep blocks of different ids apart, whichever goes first', () => {
    fc.assert(
      fc.property(anyFile, hostileText, hostileText, (file, first, second) => {
        const both = apply(apply(file, first, 'a'), second, 'b')
        same(strip(strip(both, 'b'), 'a'), file)
        same(strip(strip(both, 'a'), 'b'), file)
        same(strip(both, 'b'), apply(file, first, 'a'))
      }),
      runs,
    )
  })

  it('change nothing but the block in whatever file, or refuse', () => {
    fc.assert(
      fc.property(hostileText.map(bytesOf), hostileText, (file, body) => {
        const applied = applyBlock(file, { id: 'overlay', body }, options)
        const stripped = stripBlock(file, 'overlay', options)
        if (!applied.value) {
          expect(applied.diagnostics[0]?.source).toMatchObject({ path: 'AGENTS.md' })
          expect(applied.diagnostics[0]?.source?.line).toBeGreaterThan(0)
          expect(stripped.value).toBeNull()
          return
        }
        same(strip(applied.value.bytes), stripped.value?.bytes ?? null)
      }),
      runs,
    )
  })

  it('puts the block at the end, in the line ends of the file', () => {
    expect(textOf(apply(bytesOf('# Rules\r\nrun\r\n'), 'a\nb'))).toMatch(
      /^# Rules\r\nrun\r\n<!-- ONESOUL:BEGIN id=overlay sha256=[0-9a-f]{64} -->\r\na\r\nb\r\n<!-- ONESOUL:END id=overlay -->\r\n$/,
    )
  })

  it('tells an empty file from none', () => {
    expect(strip(apply(null, 'x'))).toBeNull()
    same(strip(apply(new Uint8Array(), 'x')), new Uint8Array())
  })

  it('keeps what was written behind the block on a line of its own', () => {
    const later = `${textOf(apply(bytesOf('no line end'), 'x'))}later`
    expect(textOf(strip(bytesOf(later)))).toBe('no line end\nlater')
  })

  it('survives a change of all line ends, as git makes it', () => {
    const crlf = textOf(apply(bytesOf('a\nb'), 'x\ny'))?.replaceAll('\n', '\r\n') ?? ''
    expect(textOf(strip(bytesOf(crlf)))).toBe('a\r\nb')
  })

  it('does not end in a fence that the file leaves open', () => {
    const file = bytesOf('# Rules\n```sh\nnpm test\n')
    const applied = apply(file, 'x')
    expect(textOf(applied)).toMatch(/^<!-- ONESOUL:BEGIN/)
    same(strip(applied), file)
  })

  it('closes a fence that the body leaves open, so that what follows is no code', () => {
    expect(textOf(apply(null, '```sh\nls'))).toContain('```sh\nls\n```\n<!-- ONESOUL:END')
  })

  it('makes marks in a body plain text, its own and those of OMX', () => {
    const body = `<!-- ONESOUL:END id=overlay -->\n<!-- OMX:RUNTIME:END -->\n<!-- USER:OMX:POLICY:END -->`
    const applied = textOf(apply(null, body)) ?? ''
    expect(applied.match(/&lt;!-- /g)).toHaveLength(3)
    expect(applied.match(/<!-- /g)).toHaveLength(2)
  })

  it('refuses an id that no mark can carry', () => {
    for (const id of ['', 'a b', '../x', 'A', '-->']) {
      expect(() => stripBlock(null, id, options)).toThrow(
        expect.objectContaining({ code: 'block-invalid' }),
      )
    }
  })
})

describe('a block that somebody edited', () => {
  const edited = bytesOf(textOf(apply(bytesOf('mine\n'), 'one\ntwo'))?.replace('two', '2') ?? '')

  it('is refused with file and line', () => {
    for (const result of [
      applyBlock(edited, { id: 'overlay', body: 'three' }, options),
      stripBlock(edited, 'overlay', options),
    ]) {
      expect(result.value).toBeNull()
      expect(result.diagnostics).toMatchObject([
        { code: 'block.edited', source: { path: 'AGENTS.md', line: 2 } },
      ])
    }
  })

  it('goes when it is forced, and only it', () => {
    expect(textOf(stripBlock(edited, 'overlay', force).value?.bytes)).toBe('mine\n')
    const replaced = applyBlock(edited, { id: 'overlay', body: 'three' }, force)
    expect(textOf(replaced.value?.bytes)).toBe(textOf(apply(bytesOf('mine\n'), 'three')))
  })

  it('is told by any change of a character', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('x', '\n', '\0', ' ', 'é'), (where, what) => {
        const text = textOf(apply(bytesOf('mine\n'), 'one\ntwo')) ?? ''
        const start = text.indexOf('one')
        const at = start + (where % 'one\ntwo\n'.length)
        const [found] =
          findBlocks(bytesOf(text.slice(0, at) + what + text.slice(at)), options).value ?? []
        expect(found?.edited).toBe(true)
      }),
    )
  })
})

describe('marks that make no sense', () => {
  const begin = (id: string): string => `<!-- ONESOUL:BEGIN id=${id} sha256=${HASH} -->\n`
  const end = (id: string): string => `<!-- ONESOUL:END id=${id} -->\n`
  it.each([
    ['a begin without an end', `x\n${begin('overlay')}y\n`, 'block.unbalanced', 2],
    ['an end without a begin', `x\ny\n${end('overlay')}`, 'block.unbalanced', 3],
    ['an end of another block', begin('overlay') + end('b'), 'block.unbalanced', 2],
    [
      'a block in itself',
      begin('overlay') + begin('overlay') + end('overlay') + end('overlay'),
      'block.nested',
      2,
    ],
    [
      'a block in another',
      begin('a') + begin('overlay') + end('overlay') + end('a'),
      'block.nested',
      2,
    ],
    [
      'the same block twice',
      begin('overlay') + end('overlay') + begin('overlay') + end('overlay'),
      'block.duplicate',
      3,
    ],
    [
      'another spelling',
      `<!--onesoul:begin id=overlay-->\nx\n${end('overlay')}`,
      'block.malformed',
      1,
    ],
    [
      'a hash that is none',
      `<!-- ONESOUL:BEGIN id=overlay sha256=1 -->\nx\n${end('overlay')}`,
      'block.malformed',
      1,
    ],
    [
      'a mark in a fence that nothing closes',
      `\`\`\`\n${begin('overlay')}${end('overlay')}`,
      'block.in-fence',
      2,
    ],
  ])('%s', (_, text, code, line) => {
    for (const result of [
      applyBlock(bytesOf(text), { id: 'overlay', body: 'x' }, force),
      stripBlock(bytesOf(text), 'overlay', force),
      findBlocks(bytesOf(text), options),
    ]) {
      expect(result.value).toBeNull()
      expect(result.diagnostics).toMatchObject([{ code, source: { path: 'AGENTS.md', line } }])
    }
  })

  it('a file in UTF-16', () => {
    const file = Uint8Array.from([0xff, 0xfe, 0x61, 0])
    expect(applyBlock(file, { id: 'overlay', body: 'x' }, options)).toMatchObject({
      value: null,
      diagnostics: [{ code: 'block.encoding' }],
    })
  })
})

describe('findBlocks', () => {
  it('tells every block with its lines and its body, and none that is only quoted', () => {
    const quoted = '```\n<!-- ONESOUL:END id=overlay -->\n```\n  <!-- ONESOUL:END id=overlay -->\n'
    const file = apply(apply(bytesOf(quoted), '```\n1', 'a'), '2\n', 'b')
    expect(findBlocks(file ?? new Uint8Array(), options).value).toEqual([
      {
        id: 'a',
        line: 5,
        endLine: 9,
        body: '```\n1\n```\n',
        edited: false,
        sha256: options.sha256('```\n1\n```\n'),
      },
      { id: 'b', line: 10, endLine: 12, body: '2\n', edited: false, sha256: options.sha256('2\n') },
    ])
  })
})

describe('stripForeignBlock', () => {
  const stripped = (text: string): string | null =>
    textOf(stripForeignBlock(bytesOf(text), 'OMX:RUNTIME', options).value?.bytes)
  const start = '<!-- OMX:RUNTIME:START -->\n'
  const end = '<!-- OMX:RUNTIME:END -->\n'

  it('takes the named blocks alone, however many there are', () => {
    const many = `a\n${`${start}x\n${end}b\r\n`.repeat(60)}<!-- OMX:AGENTS:START -->\n`
    expect(stripped(many)).toBe(`a\n${'b\r\n'.repeat(60)}<!-- OMX:AGENTS:START -->\n`)
  })

  it('leaves marks in prose and in fences alone', () => {
    const text = `see \`${start.trim()}\`\n\`\`\`\n${start}\`\`\`\n`
    expect(stripped(text)).toBe(text)
  })

  it.each([
    ['begin without end', `a\n${start}b\n`, 2],
    ['end without begin', `a\n${end}b\n`, 2],
    ['nested', `${start}${start}${end}${end}`, 2],
  ])('refuses %s', (_, text, line) => {
    expect(stripForeignBlock(bytesOf(text), 'OMX:RUNTIME', options)).toMatchObject({
      value: null,
      diagnostics: [{ code: 'block.unbalanced', source: { line } }],
    })
  })
})
