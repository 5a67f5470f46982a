import { execFileSync } from 'node:child_process'
import { chmod, rm, truncate, writeFile } from 'node:fs/promises'
import { resolvePolicy, type ThreatFinding } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { scanBytes, scanPaths } from './scan-paths.ts'
import type { ScanText } from './scan-report.ts'

/** Finds the words `BAD` (high) and `WORST` (critical), and ends a text at `STOP`. */
const scan: ScanText = (text) => ({
  findings: [...text.matchAll(/BAD|WORST/g)].map(
    ({ 0: word, index }): ThreatFinding => ({
      rule: `test.${word.toLowerCase()}`,
      version: 1,
      family: 'test',
      severity: word === 'BAD' ? 'high' : 'critical',
      form: 'plain',
      message: `holds ${word}`,
      span: { start: index, end: index + word.length },
      view: 'raw',
    }),
  ),
  partial: text.includes('STOP') ? ['it says stop'] : [],
})

const rules = { scan, policy: resolvePolicy(), overrides: [] }
const options = (cwd: string) => ({ ...rules, cwd, trustOf: () => 'project' as const })

describe('scanPaths', () => {
  it('reads every file of a folder in order and says what it found where', async () => {
    const tree = await createTempTree({
      'b/SKILL.md': '# B\n\nsome BAD words\n',
      'a.md': 'fine\n',
      'node_modules/x/a.md': 'BAD',
      '.git/config': 'BAD',
      '.hidden/c.md': 'BAD',
    })
    const report = await scanPaths(['.'], options(tree.dir))
    expect(report.files.map(({ path, verdict }) => [path, verdict])).toEqual([
      ['.hidden/c.md', 'block'],
      ['a.md', 'clean'],
      ['b/SKILL.md', 'block'],
    ])
    expect(report.skipped).toEqual(['.git', 'node_modules'])
    expect(report.files[2]).toMatchObject({ bytes: 20, trust: 'project', worst: 'quote' })
    expect(report.files[2]?.findings).toMatchObject([
      {
        rule: 'test.bad',
        action: 'quote',
        line: 3,
        column: 6,
        endLine: 3,
        endColumn: 9,
        excerpt: { text: 'some BAD words', start: 5, end: 8, goesOn: false },
      },
    ])
    expect(await scanPaths(['.'], options(tree.dir))).toEqual(report)
  })

  it('reads a folder that is skipped when the person names it', async () => {
    const tree = await createTempTree({ 'node_modules/x/a.md': 'BAD' })
    const { files } = await scanPaths(['node_modules'], options(tree.dir))
    expect(files.map((one) => one.path)).toEqual(['node_modules/x/a.md'])
  })

  it('leaves out what whoever calls names, and says so', async () => {
    const tree = await createTempTree({ 'state/a.md': 'BAD', 'b.md': 'fine' })
    const leaveOut = [tree.path('state')]
    const report = await scanPaths(['.'], { ...options(tree.dir), leaveOut })
    expect([report.files.length, report.skipped]).toEqual([1, ['state']])
    expect((await scanPaths(['state'], { ...options(tree.dir), leaveOut })).files).toHaveLength(1)
  })

  it('reads a file once, however often it is named', async () => {
    const tree = await createTempTree({ 'd/a.md': 'BAD' })
    const { files } = await scanPaths(['d/a.md', 'd', 'd/', '.'], options(tree.dir))
    expect(files.map((one) => one.path)).toEqual(['d/a.md'])
  })

  it('follows links inside the folder once, and names those that lead out of it', async () => {
    const outside = await createTempTree({ 'secret.md': 'BAD' })
    const tree = await createTempTree({ 'top/a.md': 'fine', 'top/node_modules/m/b.md': 'BAD' })
    await tree.link('top/CLAUDE.md', 'a.md')
    await tree.link('top/module', 'node_modules/m')
    await tree.link('top/loop', '.')
    await tree.link('top/sub/up', '..')
    await tree.link('top/circle', 'circle')
    await tree.link('top/dead', 'nowhere')
    await tree.link('top/out.md', outside.path('secret.md'))
    await tree.link('top/folder-out', outside.dir)
    const report = await scanPaths(['top'], options(tree.dir))
    expect(report.files.map((one) => [one.path, one.verdict])).toEqual([
      ['top/a.md', 'clean'],
      ['top/module/b.md', 'block'],
    ])
    expect(report.deadLinks).toEqual([
      { path: 'top/circle', reason: 'a link that goes in a circle' },
      { path: 'top/dead', reason: 'a link that leads nowhere' },
    ])
    expect(report.unseen).toEqual([
      {
        path: 'top/folder-out',
        reason: `a link out of the folder, to ${outside.dir}: not followed`,
      },
      {
        path: 'top/out.md',
        reason: `a link out of the folder, to ${outside.path('secret.md')}: not followed`,
      },
    ])
  })

  it('calls clean only what it saw whole', async () => {
    const tree = await createTempTree({ 'stop.md': 'STOP', 'both.md': 'STOP BAD' })
    await tree.write('picture.png', new Uint8Array([0x89, 0x50, 0, 0, 0xff, 0xfe, 0]))
    await tree.write('bytes.bin', new Uint8Array(100).fill(0xff))
    await tree.write('nul.md', 'one\0 BAD\n')
    await tree.write(
      'latin.md',
      new Uint8Array([0x63, 0x61, 0x66, 0xe9, ...Buffer.from(' and more words')]),
    )
    await writeFile(tree.path('sparse.md'), 'x')
    await truncate(tree.path('sparse.md'), 100 * 1024 * 1024)
    execFileSync('mkfifo', [tree.path('pipe.md')])
    const { files } = await scanPaths(['.'], options(tree.dir))
    expect(Object.fromEntries(files.map((one) => [one.path, one.verdict]))).toEqual({
      'both.md': 'block',
      'bytes.bin': 'partial',
      'latin.md': 'clean',
      'nul.md': 'block',
      'picture.png': 'partial',
      'pipe.md': 'partial',
      'sparse.md': 'partial',
      'stop.md': 'partial',
    })
    const reasons = Object.fromEntries(files.map((one) => [one.path, one.partial.join()]))
    expect(reasons['pipe.md']).toBe('is a FIFO, not a regular file')
    expect(reasons['sparse.md']).toMatch(/^has 104857600 bytes; at most 16777216 are read$/)
    expect(reasons['nul.md']).toContain('NUL')
    expect(files.filter((one) => one.opaque).map((one) => one.path)).toEqual([
      'bytes.bin',
      'nul.md',
      'picture.png',
    ])
  })

  it('names a folder that cannot be listed and a path where nothing stands', async () => {
    const tree = await createTempTree({ 'closed/a.md': 'BAD', 'open.md': 'fine' })
    await chmod(tree.path('closed'), 0)
    const { files, unseen } = await scanPaths(['.', 'gone.md'], options(tree.dir))
    await chmod(tree.path('closed'), 0o700)
    expect(unseen).toContainEqual({ path: 'gone.md', reason: 'nothing stands there' })
    // Whoever may read everything, such as root, reads this as well.
    const listed = files.some((one) => one.path === 'closed/a.md')
    const named = unseen.some((one) => one.path === 'closed' && one.reason.includes('EACCES'))
    expect(listed).not.toBe(named)
  })

  it('goes on when a file is removed while it scans', async () => {
    const tree = await createTempTree({ 'a.md': 'fine', 'b.md': 'BAD', 'c.md': 'fine' })
    const removing: ScanText = (text, given) => {
      rm(tree.path('b.md'), { force: true }).catch(() => undefined)
      return scan(text, given)
    }
    const onText = () => execFileSync('rm', ['-f', tree.path('b.md')])
    const { files } = await scanPaths(['.'], { ...options(tree.dir), scan: removing, onText })
    expect(files.map((one) => [one.path, one.verdict])).toEqual([
      ['a.md', 'clean'],
      ['b.md', 'partial'],
      ['c.md', 'clean'],
    ])
  })

  it('keeps the worst of ten thousand findings and counts them all', async () => {
    const tree = await createTempTree({
      'a.md': `${'BAD '.repeat(9000)}WORST ${'BAD '.repeat(999)}`,
    })
    const [file] = (await scanPaths(['a.md'], options(tree.dir))).files
    expect(file?.findings).toHaveLength(25)
    expect(file?.findings.at(-1)?.rule).toBe('test.worst')
    expect(file?.notListed).toEqual([{ family: 'test', count: 9975 }])
    expect(file?.counts).toMatchObject({ high: 9999, critical: 1 })
    expect(file?.worst).toBe('stub')
  })

  it('stops at the limit of files and says so', async () => {
    const tree = await createTempTree({ 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' })
    const { files, unseen } = await scanPaths(['.'], { ...options(tree.dir), maxFiles: 2 })
    expect(files).toHaveLength(2)
    expect(unseen[0]?.reason).toContain('more than 2 files')
  })

  it.each([
    'scanner: ignore',
    'nosec',
    '# noqa',
    'ferret-ignore',
    'onesoul: ignore',
    'eslint-disable',
  ])('obeys nothing that a text says about scanning: %s', async (line) => {
    const text = `<!-- ${line} -->\n${line}\nBAD # ${line}\n${line}\n`
    const tree = await createTempTree({
      'a.md': text,
      '.scanignore': '*',
      '.onesoul.yaml': 'guard: {}',
    })
    const { files } = await scanPaths(['.'], options(tree.dir))
    expect(files.find((one) => one.path === 'a.md')).toMatchObject({
      verdict: 'block',
      counts: { high: 1 },
      overridden: 0,
    })
  })
})

describe('scanBytes', () => {
  const place = { path: '-', absolute: '', trust: 'project' } as const
  const text = 'first\n\nsome BAD\nwords\n\nlast\n'
  const look = (given: string, overrides: Parameters<typeof scanBytes>[1]['overrides'] = []) =>
    scanBytes(Buffer.from(given), { ...rules, overrides, place })
  const accept = (sha256: string, rule = 'test.bad') => ({
    rule,
    sha256,
    reason: 'looked at',
    until: '2999-01-01',
  })

  it('lets an override of the block stand while other blocks change', () => {
    const block = look(text).findings[0]?.block ?? ''
    const changed = text.replace('first', 'other').replaceAll('\n', '\r\n')
    const file = look(changed, [accept(block)])
    expect(file).toMatchObject({ verdict: 'info', overridden: 1, worst: 'pass' })
    expect(file.findings[0]?.override).toEqual({ reason: 'looked at', until: '2999-01-01' })
    const edited = look(text.replace('words', 'word'), [accept(block)])
    expect(edited).toMatchObject({ verdict: 'block', overridden: 0 })
  })

  it('lets an override of the file stand while the file is the same', () => {
    const sha256 = look(text).sha256 ?? ''
    expect(look(text, [accept(sha256)])).toMatchObject({ overridden: 1, verdict: 'info' })
    expect(look(`${text} `, [accept(sha256)])).toMatchObject({ overridden: 0, verdict: 'block' })
  })

  it('overrides no other rule', () => {
    const { sha256 } = look(text)
    expect(look(text, [accept(sha256 ?? '', 'test.worst')])).toMatchObject({ overridden: 0 })
  })
})
