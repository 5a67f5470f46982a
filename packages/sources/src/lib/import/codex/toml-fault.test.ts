import { describe, expect, it } from 'vitest'
import { tomlFault } from './toml-fault.ts'

describe('tomlFault', () => {
  it('finds nothing in what is TOML', () => {
    const text = [
      '\uFEFF# a comment',
      'model = "gpt # 5" # said',
      'a.b."c d" = \'x\'',
      'n = -1_000.5e3',
      'd = 1979-05-27 07:32:00Z',
      'on = true',
      'text = """',
      'key without value',
      'a \\""" quote"""',
      "raw = '''[\n'''",
      'list = [ # more',
      '  "a", [1, 2],',
      '  { k = "v", "q" = 1, x.y = true },',
      ']',
      'empty = ""',
      '[projects."/work/x y"]',
      '  [[mcp . servers]]',
      'env = { A = "b" }\r',
      '',
    ].join('\n')
    expect(tomlFault(text)).toBeNull()
    expect(tomlFault('')).toBeNull()
    expect(tomlFault('a = 1')).toBeNull()
  })

  it.each([
    ['a key without a value', 'a = 1\nb =\nc = 2\n', 2],
    ['words', 'a = 1\nthis is no TOML\n', 2],
    ['a text that nothing ends', 'a = "x\nb = 1\n', 1],
    ['a long text that nothing ends', 'a = 1\nb = """x\n', 2],
    ['a list that nothing ends', 'a = [1,\n2\n[t]\nb = 1\n', 1],
    ['a bare word', 'model = gpt\n', 1],
    ['a table that nothing ends', '[a\nb = 1\n', 1],
    ['two values', 'a = 1 2\n', 1],
    ['brackets that do not match', 'a = [1}\n', 1],
  ])('names the line of %s', (_, text, line) => {
    expect(tomlFault(text)).toBe(line)
  })
})
