import { parseText } from '@onesoul/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectFile } from '../project/worktree.ts'
import type { ProjectVerdict } from './ownership.ts'
import { reportLostBytes, toProjectInputs } from './project-inputs.ts'

const fileAt = (path: string, text = path): ProjectFile => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ref = { root: 'worktree', kind: 'project', name, path, sha256: text } as const
  const directory = path
    .split('/')
    .slice(0, -1)
    .filter((one) => one !== '.claude')
    .join('/')
  return {
    path,
    name,
    directory,
    text,
    sizeBytes: text.length,
    sha256: text,
    document: parseText(ref, text).value,
  }
}

/** Marks same texts as discovery does. */
const marked = (files: readonly ProjectFile[]): readonly ProjectFile[] =>
  files.map((file) => {
    const first = files.find((other) => other.text === file.text)
    return first && first !== file ? { ...file, sameAs: first.path } : file
  })

const native = (path: string, imports?: readonly string[]): ProjectVerdict => ({
  path,
  delivery: 'native',
  reason: 'it reads it itself',
  ...(imports && { imports }),
})

const decide = (
  files: readonly ProjectFile[],
  verdicts: readonly ProjectVerdict[] = [],
  mode: 'all' | 'first' | 'off' = 'all',
) =>
  toProjectInputs({ files: marked(files), verdicts, mode, cwd: '', trusted: true }).map((one) => [
    one.document.ref.path,
    one.delivery,
    one.reason,
  ])

describe('toProjectInputs', () => {
  it('injects what nobody reads and leaves the rest to the agent', () => {
    expect(decide([fileAt('AGENTS.md'), fileAt('CLAUDE.md')], [native('CLAUDE.md')])).toEqual([
      ['AGENTS.md', 'inject', undefined],
      ['CLAUDE.md', 'native', 'it reads it itself'],
    ])
  })

  it('delivers the same text once: the native file counts, wherever it stands', () => {
    const files = [fileAt('AGENTS.md', 'x'), fileAt('CLAUDE.md', 'x'), fileAt('a/AGENTS.md', 'x')]
    expect(decide(files, [native('CLAUDE.md')])).toEqual([
      ['AGENTS.md', 'duplicate', 'the same text as CLAUDE.md'],
      ['a/AGENTS.md', 'duplicate', 'the same text as CLAUDE.md'],
      ['CLAUDE.md', 'native', 'it reads it itself'],
    ])
    expect(decide(files).map((row) => row[1])).toEqual(['inject', 'duplicate', 'duplicate'])
  })

  it('does not inject what a native file imports', () => {
    const files = [fileAt('AGENTS.md'), fileAt('CLAUDE.md', '@AGENTS.md')]
    expect(decide(files, [native('CLAUDE.md', ['AGENTS.md'])])[0]).toEqual([
      'AGENTS.md',
      'duplicate',
      'imported by CLAUDE.md',
    ])
    const copy = fileAt('a/AGENTS.md', 'AGENTS.md')
    expect(decide([...files, copy], [native('CLAUDE.md', ['AGENTS.md'])])[1]).toEqual([
      'a/AGENTS.md',
      'duplicate',
      'the same text as AGENTS.md',
    ])
  })

  it('lets an override stand for the AGENTS.md beside it, unless it is blank', () => {
    const files = [fileAt('AGENTS.override.md'), fileAt('AGENTS.md'), fileAt('a/AGENTS.md')]
    expect(decide(files).map((row) => row[1])).toEqual(['inject', 'shadowed', 'inject'])
    const blank = [fileAt('AGENTS.override.md', ' \n'), fileAt('AGENTS.md')]
    expect(decide(blank)).toEqual([
      ['AGENTS.override.md', 'shadowed', 'the file is empty'],
      ['AGENTS.md', 'inject', undefined],
    ])
  })

  it('shadows by mode, and tells which', () => {
    const files = [fileAt('CLAUDE.md'), fileAt('a/AGENTS.md')]
    expect(decide(files, [], 'first')).toEqual([
      ['a/AGENTS.md', 'inject', undefined],
      ['CLAUDE.md', 'shadowed', 'project.mode is first and there is a/AGENTS.md'],
    ])
    expect(decide([fileAt('CLAUDE.md')], [], 'first').map((row) => row[1])).toEqual(['inject'])
    expect(decide(files, [native('CLAUDE.md')], 'off').map((row) => row[1])).toEqual([
      'shadowed',
      'native',
    ])
  })

  it('leaves out what by a convention of the agent another file stands for', () => {
    const reason = 'AGENTS.override.md stands for it'
    const verdict = { path: 'AGENTS.md', delivery: 'shadowed' as const, reason }
    const files = [fileAt('AGENTS.md'), fileAt('AGENTS.override.md', 'another')]
    const [one] = decide(files, [verdict, native('AGENTS.override.md')], 'all')
    expect(one).toEqual(['AGENTS.md', 'shadowed', reason])
  })

  it('never delivers a text twice and never loses one', () => {
    const paths = [
      'AGENTS.md',
      'CLAUDE.md',
      '.claude/CLAUDE.md',
      'a/AGENTS.md',
      'a/CLAUDE.md',
      'a/CLAUDE.local.md',
    ]
    const one = fc.record({ text: fc.constantFrom('x', 'y', 'z'), isNative: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: paths.length }), (given) => {
        const files = given.map(({ text }, index) => fileAt(paths[index] ?? '', text))
        const verdicts = given.flatMap(({ isNative }, index) =>
          isNative ? [native(paths[index] ?? '')] : [],
        )
        const rows = toProjectInputs({
          files: marked(files),
          verdicts,
          mode: 'all',
          cwd: '',
          trusted: false,
        })
        for (const text of new Set(given.map((entry) => entry.text))) {
          const same = rows.filter((row) => row.document.text === text)
          const natives = same.filter((row) => row.delivery === 'native').length
          const injected = same.filter((row) => row.delivery === 'inject').length
          expect(injected).toBe(natives > 0 ? 0 : 1)
        }
      }),
    )
  })
})

describe('reportLostBytes', () => {
  it('names a native file that does not arrive whole', () => {
    expect(reportLostBytes([{ ...native('AGENTS.md'), lostBytes: 12 }, native('B')])).toMatchObject(
      [{ code: 'project.native-cut', severity: 'warning', source: { path: 'AGENTS.md' } }],
    )
  })
})
