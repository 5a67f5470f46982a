import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceRef } from '../model/source.ts'
import { isCleared, parseDocument, parseText } from './parse-document.ts'

const ref: SourceRef = {
  root: 'configs',
  kind: 'slot',
  name: 'SOUL.md',
  path: 'SOUL.md',
  sha256: '',
}
const read = (text: string) => {
  const { value, diagnostics } = parseText(ref, text)
  return {
    body: value.text.slice(value.body.start, value.body.end),
    frontmatter: value.frontmatter,
    codes: diagnostics.map((diagnostic) => diagnostic.code),
    lines: diagnostics.map((diagnostic) => diagnostic.source?.line),
    fixes: diagnostics.map((diagnostic) => diagnostic.fix),
  }
}

describe('parseDocument', () => {
  it('decodes bytes and keeps the body byte for byte, CRLF and final newline included', () => {
    const bytes = new TextEncoder().encode('---\r\nversion: 1\r\n---\r\n\r\n a\r\nb\r\n')
    const { value, diagnostics } = parseDocument(ref, bytes)
    expect(value.text.slice(value.body.start)).toBe('\r\n a\r\nb\r\n')
    expect(value.frontmatter?.version).toBe('1')
    expect(diagnostics).toEqual([])
  })
})

describe('parseText', () => {
  it('recognises frontmatter after a byte order mark', () => {
    expect(read('\ufeff---\nversion: 2\n---\nBody')).toMatchObject({ body: 'Body', codes: [] })
  })

  it('allows blanks after both fences and ... as the closing one', () => {
    expect(read('---  \nversion: 1\n--- \t\nBody').body).toBe('Body')
    expect(read('---\nversion: 1\n...\nBody').body).toBe('Body')
  })

  it('accepts an empty block', () => {
    expect(read('---\n---\nBody')).toMatchObject({ body: 'Body', frontmatter: { keep: [] } })
  })

  it('takes a thematic break followed by prose and another break as content, whole', () => {
    const text = '---\nAlways ask before deleting.\n\nNever push.\n---\nRest'
    expect(read(text)).toMatchObject({ body: text, frontmatter: null, codes: [] })
  })

  it.each([
    '\n---\na: 1\n---\nx',
    ' ---\na: 1\n---\nx',
    '----\na: 1\n----\nx',
    '--- a\nb: 1\n---\n',
  ])('takes %j as content', (text) => {
    expect(read(text)).toMatchObject({ body: text, frontmatter: null })
  })

  it('keeps an unclosed block as content and says so', () => {
    const text = '---\nversion: 1\nBody without an end'
    expect(read(text)).toMatchObject({ body: text, codes: ['frontmatter.unclosed'] })
  })

  it('keeps an unparsable block as content with the line of the file', () => {
    const text = '---\nversion: 1\ndescription: [a\n---\nBody'
    const result = read(text)
    expect(result).toMatchObject({ body: text, codes: ['frontmatter.invalid'] })
    expect(result.lines[0]).toBeGreaterThanOrEqual(3)
  })

  it('executes nothing and injects nothing for ---js', () => {
    const text = '---js\n({ get version() { throw new Error("ran") } })\n---\nBody'
    expect(read(text)).toMatchObject({ body: text, codes: ['frontmatter.language-tag'] })
  })

  it.each([
    ['an alias', 'a: &x [1]\nb: *x'],
    ['a custom tag', 'a: !!js/function "x"'],
    ['a duplicate key', 'a: 1\na: 2'],
    ['a second document', 'a: 1\n--- !x\nb: 2'],
  ])('refuses %s as frontmatter and keeps it as content', (_, yaml) => {
    const text = `---\n${yaml}\n---\nBody`
    expect(read(text)).toMatchObject({ body: text, codes: ['frontmatter.invalid'] })
  })

  it('does not let a key reach the prototype', () => {
    const result = read('---\n__proto__: x\nversion: 1\n---\nB')
    expect(result.codes).toEqual(['frontmatter.refused-key'])
    expect(Object.getPrototypeOf(result.frontmatter?.unknown)).toBe(Object.prototype)
  })

  it('reads known keys as text and keeps unknown ones', () => {
    const result = read(
      '---\nversion: 1.10\nkeep: [Release, Rollback]\nbudget: 9000\ninherit: append\naudience: group:ops\nowner: no\n---\nB',
    )
    expect(result.frontmatter).toEqual({
      version: '1.10',
      keep: ['Release', 'Rollback'],
      budget: 9000,
      inherit: 'append',
      audience: 'group:ops',
      unknown: { owner: 'no' },
    })
  })

  it('reports a value that does not fit and ignores it', () => {
    const result = read('---\ninherit: merge\nbudget: -3\nlanguage: fr\n---\nB')
    expect(result.codes).toEqual(Array(3).fill('frontmatter.bad-value'))
    expect(result.frontmatter).toEqual({ keep: [], unknown: {} })
  })

  it.each(['everyone', 'Public', '[public]', ''])(
    'reads an audience that is none, %j, as the owner alone and says so',
    (value) => {
      const { diagnostics, value: document } = parseText(ref, `---\naudience: ${value}\n---\nB`)
      expect(document.frontmatter?.audience).toBe('owner')
      expect(diagnostics).toMatchObject([
        {
          code: 'frontmatter.bad-value',
          message: expect.stringMatching(/^audience: must .*; until .* the owner alone sees/),
          source: { line: 2 },
        },
      ])
    },
  )

  it.each([
    ['a misspelt key', '---\naudiance: group:ops\n---\nB', 'unknown-key', 'B'],
    ['a block that is no YAML', '---\naudience: group: ops\n---\nB', 'invalid', null],
    ['a block without an end', '---\nversion: 1\naudience: owner\n\nB\n', 'unclosed', null],
  ])('hides a file from all but the owner for %s of an audience', (_, text, code, body) => {
    const { diagnostics, value } = parseText(ref, text)
    expect(value.frontmatter?.audience).toBe('owner')
    expect(text.slice(value.body.start)).toBe(body ?? text)
    expect(diagnostics).toMatchObject([
      { code: `frontmatter.${code}`, message: expect.stringContaining('the owner alone sees') },
    ])
  })

  it('hides nothing for an audience that is spoken of below the frontmatter', () => {
    const text = '---\nversion: 1\nOpen end.\n\naudience: everybody\n'
    expect(parseText(ref, text).value.frontmatter).toBeNull()
  })

  it('names a key that is one typing error away from a known one, and keeps the others silently', () => {
    const { diagnostics, value } = parseText(
      ref,
      '---\nversion: 1\ninherits: append\nkeeps: [A]\naudiance: public\nKeep: x\nname: x\nrevision: 2\nkeys: y\n---\nB',
    )
    expect(diagnostics).toMatchObject([
      {
        code: 'frontmatter.unknown-key',
        severity: 'warning',
        message: 'the key "inherits" has no effect; did you mean inherit?',
        source: { line: 3 },
        fix: 'rename it to inherit',
      },
      { message: 'the key "keeps" has no effect; did you mean keep?', source: { line: 4 } },
      {
        message: expect.stringMatching(
          /^the key "audiance" has no effect; did you mean audience\?/,
        ),
        source: { line: 5 },
      },
      { message: 'the key "Keep" has no effect; did you mean keep?', source: { line: 6 } },
    ])
    expect(value.frontmatter?.unknown).toMatchObject({ inherits: 'append', name: 'x', keys: 'y' })
  })

  it('survives a block of 64 KiB and a line that is longer', () => {
    const long = `---\ndescription: ${'x'.repeat(70_000)}\n---\nBody`
    expect(read(long)).toMatchObject({ body: long, codes: ['frontmatter.invalid'] })
    const body = 'y'.repeat(200_000)
    expect(read(`---\nversion: 1\n---\n${body}`).body).toBe(body)
  })

  it('round-trips: what is before the body and the body are the file', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '---\nversion: 1\n---\n', '\ufeff---\n---\n'),
        fc.string({ unit: 'binary' }),
        (head, tail) => {
          const { value } = parseText(ref, head + tail)
          expect(value.text).toBe(head + tail)
          expect(value.body.end).toBe((head + tail).length)
          if (head !== '') expect(value.text.slice(value.body.start)).toBe(tail)
        },
      ),
    )
  })
})

describe('fix lines', () => {
  const three = 'put a line of three dashes after the last key, or remove the one on line 1'
  it.each([
    ['---\nversion: 1\nBody', 1, three],
    ['---\nversion: 1\ninherit: merge\n---\nB', 3, /`inherit: append`/],
    ['---\nlanguage: fr\n---\nB', 2, /`language: en`/],
    ['---\nversion: [1]\n---\nB', 2, /`version: 1`/],
    ['---js\n1\n---\nB', 1, /`---` alone/],
    ['---\na: [b\n---\nB', 3, /correct the YAML/],
    ['---\nversion: 1\n__proto__: x\n---\nB', 3, /remove it/],
  ])('%j: one, at line %i', (text, line, fix) => {
    const found = read(text)
    expect(found.lines).toEqual([line])
    expect(found.fixes).toEqual([typeof fix === 'string' ? fix : expect.stringMatching(fix)])
  })

  it.each([
    [[0x41, 0xff], 'decode.invalid-utf8', 'save the file as UTF-8'],
    [[0xff, 0xfe, 0x41, 0x00], 'decode.utf16', 'save the file as UTF-8'],
    [[0x41, 0x00], 'decode.nul', 'remove the NUL characters from the file'],
  ])('bytes %j: one for %s', (bytes, code, fix) => {
    const { diagnostics } = parseDocument(ref, Uint8Array.from(bytes))
    expect(diagnostics).toMatchObject([{ code, fix }])
  })
})

describe('isCleared', () => {
  it.each([
    ['', true],
    [' \n\t\n', true],
    ['---\nversion: 1\n---\n', true],
    ['\ufeff', true],
    ['x', false],
  ])('%j: %s', (text, cleared) => {
    expect(isCleared(parseText(ref, text).value)).toBe(cleared)
  })
})
