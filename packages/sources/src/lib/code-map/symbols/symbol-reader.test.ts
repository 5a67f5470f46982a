import { describe, expect, it } from 'vitest'
import { LANGUAGE_SAMPLES } from './fixtures/language-samples.ts'
import { type FoundGrammars, findGrammars } from './grammars.ts'
import { languageOf, SOURCE_LANGUAGES, type SourceLanguage } from './languages.ts'
import { createSymbolReader } from './symbol-reader.ts'

const installed = (): FoundGrammars => {
  const found = findGrammars(import.meta.url)
  if (found === null) throw new Error('the grammars are not installed: npm install')
  return found
}

const reader = createSymbolReader(installed())

const languageNamed = (grammar: string): SourceLanguage => {
  const found = SOURCE_LANGUAGES.find((one) => one.grammar === grammar)
  if (!found) throw new Error(`no language ${grammar}`)
  return found
}

const read = async (path: string, text: string) => {
  const found = await reader.read(text, languageOf(path) ?? languageNamed('typescript'))
  if (typeof found === 'string') throw new Error(found)
  return found
}

describe('createSymbolReader', () => {
  it.each(LANGUAGE_SAMPLES)(
    'reads the definitions of $grammar',
    async ({ grammar, text, expected }) => {
      const found = await reader.read(text, languageNamed(grammar))
      if (typeof found === 'string') throw new Error(found)
      const lines = found.definitions.map(({ line, reach, parent, name, signature }) => {
        return `${line} ${reach} ${parent ?? '-'} ${name} | ${signature}`
      })
      expect(lines.join('\n')).toBe(expected)
    },
  )

  it('has a sample of every language', () => {
    expect(LANGUAGE_SAMPLES.map(({ grammar }) => grammar)).toEqual(
      SOURCE_LANGUAGES.map(({ grammar }) => grammar),
    )
  })

  it('counts names in code, and none in comments and strings', async () => {
    const { references } = await read(
      'a.go',
      '// New Cart\nfunc f() { New(); x.New(); y("New `Cart`") }',
    )
    expect(references.find(([name]) => name === 'New')).toEqual(['New', 1, 1])
    expect(references.find(([name]) => name === 'Cart')).toBeUndefined()
    expect(references.find(([name]) => name === 'f')).toBeUndefined()
  })

  it('takes of a module only what it imports, and what is a member', async () => {
    const text = `import { send as post } from './mail.ts'\nconst text = 1\npost(text, other, a.length)\n`
    const { references } = await read('a.ts', text)
    expect(references.map(([name]) => name).sort()).toEqual(['length', 'send', 'text'])
    const script = await read('a.js', 'const { send } = require("./mail"); send(other)')
    expect(script.references.map(([name]) => name)).toContain('other')
  })

  it('keeps what a module exports by a list apart from what it does not', async () => {
    const text = 'function a() {}\nfunction b() {}\nexport { b }\n'
    const { definitions } = await read('a.js', text)
    expect(definitions.map(({ name, reach }) => [name, reach])).toEqual([
      ['a', 'file'],
      ['b', 'project'],
    ])
  })

  it('reads what it can of a broken file, in any script', async () => {
    const { definitions } = await read('a.py', 'def größe(: \n  pass\ndef 日本():\n  pass\n')
    expect(definitions.map(({ name }) => name)).toContain('日本')
  })

  it('says that a grammar is not there', async () => {
    const elsewhere = { ...installed(), pathOf: (): string => '/nonexistent/grammar.wasm' }
    const found = await createSymbolReader(elsewhere).read('x', languageNamed('go'))
    expect(found).toBe('no-grammar')
  })
})

describe('findGrammars', () => {
  it('finds nothing where the package is not installed', () => {
    expect(findGrammars('/nonexistent/module.js')).toBeNull()
  })
})
