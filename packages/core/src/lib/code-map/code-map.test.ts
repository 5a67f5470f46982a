import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodeMap, createCodeMap } from './code-map.ts'
import { renderCodeMap } from './render-code-map.ts'

const many = (folder: string, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/f${from + index}.py`)
const foldersOf = (map: CodeMap): string[] => map.rows.map(({ folder }) => folder)

/** What a map accounts for, counted from its rows alone. */
const accounted = ({ rows, left }: CodeMap): number =>
  rows.reduce((sum, { files }) => sum + files, 0) + left.files

describe('createCodeMap', () => {
  it('gives each folder at the top a row, dot folders and the top last', () => {
    const map = createCodeMap(['b/x.go', 'a/y.rs', '.github/ci.yml', 'README.md', 'a/z.rs'])
    expect(foldersOf(map)).toEqual(['a', 'b', '.github', ''])
    expect(map.rows[0]).toEqual({
      folder: 'a',
      files: 2,
      within: '',
      folders: [],
      names: ['y.rs', 'z.rs'],
      more: { folders: 0, files: 0 },
    })
  })

  it('opens a folder that holds more than a quarter of everything', () => {
    const map = createCodeMap([...many('src/core', 40), ...many('src/ui', 35), ...many('docs', 9)])
    expect(foldersOf(map)).toEqual(['docs', 'src/core', 'src/ui'])
  })

  it('names what lies in the folder that holds nearly everything', () => {
    const map = createCodeMap([
      ...many('a/src/lib/x', 30),
      ...many('a/src/lib/y', 30),
      'a/LICENSE',
      ...many('b', 200),
    ])
    const [row] = map.rows
    expect(row).toMatchObject({ folder: 'a', files: 61, within: 'src/lib', names: [] })
    expect(row?.folders).toEqual([
      { name: 'x', files: 30 },
      { name: 'y', files: 30 },
    ])
    expect(row?.more).toEqual({ folders: 0, files: 1 })
  })

  it('counts the smallest folders where there are too many', () => {
    const paths = Array.from({ length: 20 }, (_, index) => many(`d${index}`, index + 1)).flat()
    const map = createCodeMap(paths)
    expect(map.rows).toHaveLength(14)
    expect(map.left).toEqual({ folders: 6, files: 1 + 2 + 3 + 4 + 5 + 6 })
    expect(foldersOf(map)).not.toContain('d0')
  })

  it('keeps room for files beside many folders', () => {
    const folders = Array.from({ length: 30 }, (_, index) => many(`a/d${index}`, 30 - index)).flat()
    const [row] = createCodeMap([...folders, ...many('a', 8), ...many('b', 2_000)]).rows
    expect(row?.folders.map(({ name }) => name)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4'])
    expect(row?.names).toHaveLength(5)
    expect(row?.more).toEqual({ folders: 25, files: 3 })
  })

  it('shows a submodule without files', () => {
    const map = createCodeMap(['lib/sub/', 'vendor/', 'a.c'])
    expect(renderCodeMap(map).text).toBe(
      'lib (0): sub/ submodule\nvendor (submodule)\n(top) (1): a.c\n',
    )
  })

  it('is empty for nothing', () => {
    expect(createCodeMap([])).toEqual({ files: 0, rows: [], left: { folders: 0, files: 0 } })
    expect(renderCodeMap(createCodeMap([])).text).toBe('')
  })

  const name = fc.constantFrom(
    'a',
    'b',
    '.c',
    'src',
    'ü',
    '日本',
    '<x>',
    'long-name.ts',
    '__proto__',
  )
  const paths = fc.array(
    fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
  )

  it('accounts for every file, in whatever order they come', () => {
    fc.assert(
      fc.property(paths, fc.integer({ min: 1, max: 16 }), (list, maxRows) => {
        const map = createCodeMap(list, { maxRows })
        expect(map.files).toBe(new Set(list).size)
        expect(accounted(map)).toBe(map.files)
        expect(map.rows.length).toBeLessThanOrEqual(maxRows)
        expect(createCodeMap([...list].reverse(), { maxRows })).toEqual(map)
        for (const row of map.rows) {
          const named = row.folders.reduce((sum, { files }) => sum + files, 0) + row.names.length
          expect(named + row.more.files).toBeLessThanOrEqual(row.files)
          if (row.more.folders === 0) expect(named + row.more.files).toBe(row.files)
        }
      }),
    )
  })

  it('never writes more than there is room for, and says how many lines it left out', () => {
    fc.assert(
      fc.property(paths, fc.integer({ min: 1, max: 400 }), (list, room) => {
        const map = createCodeMap(list)
        const { text, cut } = renderCodeMap(map, room)
        expect([...text].length).toBeLessThanOrEqual(room)
        const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('…'))
        expect(lines).toHaveLength(map.rows.length - cut)
        if (text !== '' && cut > 0) expect(text).toMatch(/… \d+ more places?, \d+ files?\n$/)
      }),
    )
  })
})

describe('renderCodeMap', () => {
  it('quotes a name that could end its line, open an element or deceive a reader', () => {
    const names = ['a\nb', '<x>', 'x, y', 'a\u202eb', ' lead', 'q"q', 'plain-ü_1.ts']
    const { text } = renderCodeMap(createCodeMap(names.map((one) => `d/${one}`)))
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toContain('"a\\u{a}b"')
    expect(text).toContain('"<x>"')
    expect(text).toContain('"x, y"')
    expect(text).toContain('"a\\u{202e}b"')
    expect(text).toContain('" lead"')
    expect(text).toContain('"q\\"q"')
    expect(text).toContain(', plain-ü_1.ts')
  })

  it('names less before it leaves out a line', () => {
    const map = createCodeMap([
      ...many('a', 30),
      ...many('b', 30),
      ...many('c', 30),
      ...many('d', 30),
    ])
    const whole = renderCodeMap(map)
    const tight = renderCodeMap(map, 200)
    expect(whole.text).toContain('+20 files')
    expect(tight).toMatchObject({ cut: 0 })
    expect(tight.text).toContain('+27 files')
    expect(renderCodeMap(map, 70)).toEqual({
      text: 'a (30): f0.py, f1.py, f10.py, +27 files\n… 3 more places, 90 files\n',
      cut: 3,
    })
  })
})
