import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { toProjectInputs } from '../inputs/project-inputs.ts'
import { discoverProject } from './discover.ts'

interface Case {
  readonly files: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Without a repository. */
  readonly bare?: boolean
  /** What reaches the model, in order. */
  readonly all: readonly string[]
  readonly first: readonly string[]
}

/** Each file says its own path, so that no two are the same text. */
const at = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, `rules of ${path}\n`]))

const CASES: Readonly<Record<string, Case>> = {
  'a planted file above a folder in no repository': {
    files: at('AGENTS.md', '.hermes.md', 'CLAUDE.md', '.cursorrules', 'w/AGENTS.md'),
    cwd: 'w',
    bare: true,
    all: ['w/AGENTS.md'],
    first: ['w/AGENTS.md'],
  },
  'the nearest .hermes.md, before everything else': {
    files: at('.hermes.md', 'a/.hermes.md', 'a/b/AGENTS.md', 'a/b/CLAUDE.md'),
    cwd: 'a/b',
    all: ['.hermes.md', 'a/.hermes.md', 'a/b/AGENTS.md', 'a/b/CLAUDE.md'],
    first: ['a/.hermes.md'],
  },
  'HERMES.md only where there is no .hermes.md': {
    files: { ...at('HERMES.md', 'a/.hermes.md', 'a/HERMES.md', 'b.md') },
    cwd: 'a',
    all: ['HERMES.md', 'a/.hermes.md'],
    first: ['a/.hermes.md'],
  },
  'an empty .hermes.md, which hides nothing': {
    files: { '.hermes.md': ' \n', ...at('HERMES.md', 'AGENTS.md') },
    all: ['HERMES.md', 'AGENTS.md'],
    first: ['HERMES.md'],
  },
  'the chain of AGENTS.md with a copy': {
    files: { ...at('AGENTS.md', 'pkg/AGENTS.md'), 'pkg/app/AGENTS.md': 'rules of AGENTS.md\n' },
    cwd: 'pkg/app',
    all: ['AGENTS.md', 'pkg/AGENTS.md'],
    first: ['AGENTS.md', 'pkg/AGENTS.md'],
  },
  'AGENTS.override.md before AGENTS.md before agents.md': {
    files: at('AGENTS.override.md', 'AGENTS.md', 'a/AGENTS.md', 'a/agents.md', 'a/b/agents.md'),
    cwd: 'a/b',
    all: ['AGENTS.override.md', 'a/AGENTS.md', 'a/b/agents.md'],
    first: ['AGENTS.override.md', 'a/AGENTS.md', 'a/b/agents.md'],
  },
  'an override of white space, which hides nothing': {
    files: { 'AGENTS.override.md': '\n \n', ...at('AGENTS.md') },
    all: ['AGENTS.md'],
    first: ['AGENTS.md'],
  },
  'CLAUDE.md of the working directory': {
    files: at('CLAUDE.md', 'a/claude.md', 'a/.cursorrules'),
    cwd: 'a',
    all: ['CLAUDE.md', 'a/claude.md', 'a/.cursorrules'],
    first: ['a/claude.md'],
  },
  'CLAUDE.md above the working directory alone': {
    files: at('CLAUDE.md', 'a/.cursorrules'),
    cwd: 'a',
    all: ['CLAUDE.md', 'a/.cursorrules'],
    first: ['a/.cursorrules'],
  },
  '.cursorrules with its rules, sorted': {
    files: at(
      '.cursorrules',
      '.cursor/rules/b.mdc',
      '.cursor/rules/a.mdc',
      '.cursor/rules/x/c.mdc',
    ),
    all: ['.cursorrules', '.cursor/rules/a.mdc', '.cursor/rules/b.mdc', '.cursor/rules/x/c.mdc'],
    first: ['.cursorrules', '.cursor/rules/a.mdc', '.cursor/rules/b.mdc', '.cursor/rules/x/c.mdc'],
  },
  'rules that count on request alone': {
    files: {
      '.cursor/rules/asked.mdc': '---\ndescription: when asked\nalwaysApply: false\n---\nasked\n',
      '.cursor/rules/typed.mdc': '---\nglobs: *.ts\nalwaysApply: false\n---\ntyped\n',
      '.cursor/rules/note.md': 'no rule\n',
    },
    all: ['.cursor/rules/typed.mdc'],
    first: ['.cursor/rules/typed.mdc'],
  },
  'GEMINI.md and the instructions of Copilot, after the others': {
    files: at(
      'GEMINI.md',
      'a/GEMINI.md',
      '.github/copilot-instructions.md',
      'a/.github/copilot-instructions.md',
    ),
    cwd: 'a',
    all: ['GEMINI.md', 'a/GEMINI.md', '.github/copilot-instructions.md'],
    first: ['GEMINI.md', 'a/GEMINI.md'],
  },
  'every convention in one directory': {
    files: at(
      '.github/copilot-instructions.md',
      'GEMINI.md',
      '.cursorrules',
      'CLAUDE.md',
      'AGENTS.md',
      '.hermes.md',
    ),
    all: [
      '.hermes.md',
      'AGENTS.md',
      'CLAUDE.md',
      '.cursorrules',
      'GEMINI.md',
      '.github/copilot-instructions.md',
    ],
    first: ['.hermes.md'],
  },
  'what a file brings in that does not count': {
    files: { ...at('AGENTS.md', 'style.md'), 'CLAUDE.md': '@style.md\n' },
    all: ['AGENTS.md', 'CLAUDE.md', 'style.md'],
    first: ['AGENTS.md'],
  },
  'a submodule, which is a root of its own': {
    files: { ...at('AGENTS.md', 'lib/AGENTS.md'), 'lib/.git': 'gitdir: ../.git/modules/lib\n' },
    cwd: 'lib',
    all: ['lib/AGENTS.md'],
    first: ['lib/AGENTS.md'],
  },
}

const inputsOf = async ({ files, cwd = '', bare = false }: Case, mode: 'all' | 'first') => {
  const tree = await createTempTree(files)
  if (!bare) await tree.folder('.git')
  const found = await discoverProject({ cwd: tree.path(cwd), userHome: '/home/nobody-here' })
  const inputs = toProjectInputs({ ...found, mode, verdicts: [], trusted: true })
  const from = found.root === tree.dir ? '' : `${found.root.slice(tree.dir.length + 1)}/`
  return { found, inputs, from }
}

const delivered = async (one: Case, mode: 'all' | 'first') => {
  const { inputs, from } = await inputsOf(one, mode)
  return inputs
    .filter(({ delivery }) => delivery === 'inject')
    .map(({ document }) => `${from}${document.ref.path}`)
}

describe('the instruction files of a work tree', () => {
  it.each(Object.entries(CASES))('are, for %s, those of the mode', async (_, one) => {
    expect(await delivered(one, 'all')).toEqual(one.all)
    expect(await delivered(one, 'first')).toEqual(one.first)
  })

  it.each(Object.entries(CASES))(
    'are each told with a reason where they do not count: %s',
    async (_, one) => {
      for (const mode of ['all', 'first'] as const) {
        const { found, inputs } = await inputsOf(one, mode)
        expect(inputs).toHaveLength(found.files.length)
        const silent = inputs.filter(({ delivery, reason }) => delivery !== 'inject' && !reason)
        expect(silent).toEqual([])
      }
    },
  )

  it('are stripped of frontmatter, that of a rule which is no YAML too, and say what they are about', async () => {
    const { found, inputs } = await inputsOf(
      {
        files: {
          '.hermes.md': '---\nkeep: [Safety]\n---\nhermes\n',
          '.cursor/rules/ts.mdc': '---\ndescription:\nglobs: *.ts,*.tsx\n---\nrule\n',
          '.cursor/rules/all.mdc': '---\nglobs: *.py\nalwaysApply: true\n---\nalways\n',
        },
        all: [],
        first: [],
      },
      'all',
    )
    expect(
      inputs.map(({ document, appliesTo }) => [
        document.text.slice(document.body.start),
        appliesTo,
      ]),
    ).toEqual([
      ['hermes\n', undefined],
      ['always\n', undefined],
      ['rule\n', '*.ts, *.tsx'],
    ])
    expect(found.diagnostics).toEqual([])
  })

  it('are cut from afar: the nearest last, then the weightiest convention', async () => {
    const { inputs } = await inputsOf(
      {
        files: at('AGENTS.md', 'CLAUDE.md', 'a/AGENTS.md', 'a/CLAUDE.md', 'a/.hermes.md'),
        cwd: 'a',
        all: [],
        first: [],
      },
      'all',
    )
    const byRank = [...inputs].sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0))
    expect(byRank.map(({ document }) => document.ref.path)).toEqual([
      'a/.hermes.md',
      'a/AGENTS.md',
      'a/CLAUDE.md',
      'AGENTS.md',
      'CLAUDE.md',
    ])
  })

  it('are no more than a hundred rules of Cursor in a directory', async () => {
    const rules = Array.from({ length: 120 }, (_, index) => `.cursor/rules/${1000 + index}.mdc`)
    const { found } = await inputsOf({ files: at(...rules), all: [], first: [] }, 'all')
    expect(found.files).toHaveLength(100)
    expect(found.diagnostics.map(({ code }) => code)).toEqual(['project.too-many'])
  })
})
