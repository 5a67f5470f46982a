import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Row {
  /** What failed elsewhere. */
  readonly elsewhere: string
  readonly here: string
  /** The last column: tests as `path › name`, or the reason why there is none. */
  readonly proof: string
}

/** The rows of every table of a page; a heading and its line are none. */
function rowsOf(page: string): readonly Row[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| elsewhere '))
    .map((line) => {
      const [elsewhere = '', here = '', ...rest] = line.slice(2).replace(/ ?\|$/, '').split(' | ')
      return { elsewhere, here, proof: rest.join(' | ') }
    })
}

/** What stands in code in the last column: the tests. */
function testsOf({ proof }: Row): readonly string[] {
  return [...proof.matchAll(/(`+)(.+?)\1(?!`)/g)].map(([, , text]) => text ?? '')
}

/** What is wrong with a row; nothing when each test that it names is there. */
function faultsOf(row: Row): readonly string[] {
  const tests = testsOf(row)
  if (row.elsewhere.trim() === '' || row.here.trim() === '') return [`a cell is empty: ${row.here}`]
  if (tests.length === 0) {
    const reason = /^no test: .{20,}/.test(row.proof)
    return reason ? [] : [`neither a test nor a reason: ${row.elsewhere}`]
  }
  return tests.flatMap((test) => {
    const [path = '', ...name] = test.split(' › ')
    if (!/^(?:packages|test)\//.test(path) || !existsSync(join(root, path))) {
      return [`there is no file ${path}`]
    }
    return titlesIn(path).has(name.join(' › ')) ? [] : [`there is no such test in ${path}: ${name}`]
  })
}

const known = new Map<string, ReadonlySet<string>>()

/** The titles of the tests in a file that are not skipped for good; of many at once, their template. */
function titlesIn(path: string): ReadonlySet<string> {
  const seen = known.get(path)
  if (seen) return seen
  const titles = new Set<string>()
  const text = readFileSync(join(root, path), 'utf8')
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.add(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023))
  known.set(path, titles)
  return titles
}

/** `it`, `it.each(rows)`, `it.runIf(here)` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it'
  if (ts.isCallExpression(callee)) return isTest(callee.expression)
  if (!ts.isPropertyAccessExpression(callee)) return false
  return !['skip', 'todo'].includes(callee.name.text) && isTest(callee.expression)
}

describe('docs/regressions.md', () => {
  const rows = rowsOf(readFileSync(join(root, 'docs/regressions.md'), 'utf8'))

  it('names for each failure elsewhere a test that is there, or why there is none', () => {
    expect(rows.length).toBeGreaterThanOrEqual(48)
    expect(rows.filter((row) => testsOf(row).length > 0).length).toBeGreaterThanOrEqual(48)
    expect(rows.flatMap(faultsOf)).toEqual([])
    expect(new Set(rows.map((row) => row.elsewhere)).size).toBe(rows.length)
  })

  it('is read by a check that finds a wrong name, a missing file and an empty cell', () => {
    const [row] = rows
    const [named = ''] = row ? testsOf(row) : []
    const faults = (proof: string): readonly string[] =>
      faultsOf({ elsewhere: 'x', here: 'y', proof })
    expect(faults(`\`${named}\``)).toEqual([])
    expect(faults(`\`${named} or so\``)).toEqual([expect.stringContaining('no such test')])
    expect(faults(`\`${named}\`<br>\`test/unit/gone.test.ts › x\``)).toEqual([
      'there is no file test/unit/gone.test.ts',
    ])
    expect(faults('')).toEqual([expect.stringContaining('neither a test nor a reason')])
    expect(faults('no test: later')).toHaveLength(1)
    expect(faults('no test: needs the gateway, which this version lacks')).toEqual([])
    expect(faultsOf({ elsewhere: 'x', here: ' ', proof: `\`${named}\`` })).toHaveLength(1)
  })

  it('does not take a test that is skipped, or words in a comment, for a test', () => {
    const skipped = 'test/unit/corpus.test.ts'
    const text = readFileSync(join(root, skipped), 'utf8')
    expect(text).toContain('NOT RUN')
    expect([...titlesIn(skipped)].some((title) => title.includes('NOT RUN'))).toBe(false)
    expect(titlesIn(skipped)).toContain('knows every string of the corpus')
    expect(titlesIn('test/unit/regressions.test.ts')).not.toContain('it.each(rows)')
  })
})
