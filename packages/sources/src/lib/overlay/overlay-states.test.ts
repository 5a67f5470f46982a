import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createCodeMap } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { findProjectPlace, gatherOverlay } from '../../index.ts'

const ports = { sha256: (text: string) => createHash('sha256').update(text).digest('hex') }

interface State {
  /** In the work tree; later ones are newer. */
  readonly files?: Readonly<Record<string, string>>
  /** What is kept of the work tree in the home; newer than the work tree's. */
  readonly kept?: Readonly<Record<string, string>>
  readonly map?: readonly string[]
  /** Names that the diagnostics mention, in order. Default: none. */
  readonly told?: readonly string[]
  /** What stands below the heading, whole; `null`: there is no such section. */
  readonly text: string | null
}

const saved = (value: unknown): string =>
  JSON.stringify({ schemaVersion: 1, at: '2026-01-02T03:04:05.000Z', value })

const notes = (...given: readonly (readonly [kind: string, text: string])[]): string =>
  JSON.stringify({
    schemaVersion: 1,
    nextId: given.length + 1,
    notes: given.map(([kind, text], index) => ({ id: index + 1, kind, text, at: '2026-01-02' })),
  })

const PLANNING = { 'state/modes.json': saved({ modes: [{ name: 'plan', planning: true }] }) }
const RALPH = { '.omx/state/ralph-state.json': '{"active":true}' }
const OPEN = 'OPEN: implement what prd-a.md and test-spec-a.md say.'
const blocked = (reason: string): string =>
  `BLOCKED: ${reason}. Implement nothing before both are in .onesoul/plans/.`
const NONE = blocked('there are no requirements: write prd-NAME.md')

async function sectionOf(heading: string, state: State): Promise<string | null> {
  const tree = await createTempTree({ 'repo/.git/HEAD': '' })
  const options = { home: tree.path('home'), cwd: tree.path('repo'), userHome: tree.path('user') }
  const place = await findProjectPlace(options)
  const paths = [
    ...Object.entries(state.files ?? {}).map(([name, text]) => [tree.path(`repo/${name}`), text]),
    ...Object.entries(state.kept ?? {}).map(([name, text]) => [join(place.folder, name), text]),
  ] as const
  for (const [index, [path = '', text = '']] of paths.entries()) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await utimes(path, index + 1, index + 1)
  }
  const codeMap = state.map ? { codeMap: createCodeMap(state.map) } : {}
  const { value, diagnostics } = await gatherOverlay(place, { ports, ...codeMap })
  const told = state.told ?? []
  expect(diagnostics.map(({ code }) => code)).toEqual(told.map(() => 'overlay.unreadable'))
  for (const [index, name] of told.entries()) {
    expect(`${diagnostics[index]?.source?.path} ${diagnostics[index]?.message}`).toContain(name)
  }
  const parts = `\n${value?.text ?? ''}`.split(/\n## /).slice(1)
  const found = parts.find((part) => part.startsWith(`${heading}\n`))
  return found?.slice(heading.length).trim() ?? null
}

const TABLE: Readonly<Record<string, Readonly<Record<string, State>>>> = {
  'What lies where': {
    'no map is asked for': { text: null },
    'no files': { map: [], text: null },
    files: { map: ['src/a.ts', 'README.md'], text: 'src (1): a.ts\n(top) (1): README.md' },
  },
  'Active modes': {
    'nothing is known': { text: null },
    'none is active': { kept: { 'state/modes.json': saved({ modes: [] }) }, text: null },
    'one with all that can be said': {
      kept: {
        'state/modes.json': saved({
          modes: [{ name: 'm', phase: 'p', iteration: 1, maxIterations: 4, planning: true }],
        }),
      },
      text: '- m: phase p, iteration 1 of 4, planning',
    },
    'one without a word': {
      kept: { 'state/modes.json': saved({ modes: [{ name: 'm' }, { name: 'n', iteration: 3 }] }) },
      text: '- m\n- n: iteration 3',
    },
    'of another tool, inactive': {
      files: { '.omx/state/team-state.json': '{"active":false}' },
      text: null,
    },
    'of another tool, by name alone': {
      files: { '.omx/state/skill-active-state.json': '{"active":true,"skill":"review"}' },
      text: '- review',
    },
    'of another tool, several': {
      files: {
        '.omx/state/skill-active-state.json':
          '{"active":true,"active_skills":[{"skill":"a"},{"skill":"b"},7]}',
        '.omx/state/b-state.json': '{"active":true,"current_phase":"x"}',
      },
      text: '- b: phase x\n- a',
    },
    'details that are no JSON': {
      files: {
        '.omx/state/ralph-state.json': '{',
        '.omx/state/skill-active-state.json': '{"active":true,"skill":"ralph"}',
      },
      told: ['.omx/state/ralph-state.json'],
      text: '- ralph: planning',
    },
    'both name one: that of the home counts': {
      files: { '.omx/state/m-state.json': '{"active":true,"iteration":9}' },
      kept: { 'state/modes.json': saved({ modes: [{ name: 'm', iteration: 1 }] }) },
      text: '- m: iteration 1',
    },
    'what was saved is damaged': {
      kept: { 'state/modes.json': '{' },
      told: ['modes.json'],
      text: null,
    },
  },
  'Priority notes': {
    'no notes': { text: null },
    'of other kinds alone': {
      kept: { 'notes.json': notes(['working', 'w'], ['manual', 'm']) },
      text: null,
    },
    'two, one with two lines': {
      kept: { 'notes.json': notes(['priority', 'a\nb'], ['working', 'w'], ['priority', 'c']) },
      text: '- a\n  b\n- c',
    },
    'an empty file': { files: { '.onesoul/notes.md': ' \n' }, text: null },
    'a file with CRLF': { files: { '.onesoul/notes.md': 'a\r\nb\r\n' }, text: 'a\r\nb' },
    'a notepad without a part for it': {
      files: { '.omx/notepad.md': '## WORKING MEMORY\nno\n### PRIORITY\nno\n' },
      text: null,
    },
    'a notepad': {
      files: { '.omx/notepad.md': '## PRIORITY\nyes\n### more\nyes\n## MANUAL\nno\n' },
      text: 'yes\n### more\nyes',
    },
    'all three': {
      kept: { 'notes.json': notes(['priority', 'home']) },
      files: { '.onesoul/notes.md': 'own\n', '.omx/notepad.md': '## PRIORITY\ntheirs\n' },
      text: '- home\n\nown\n\ntheirs',
    },
    'what was noted is damaged, and the rest stays': {
      kept: { 'notes.json': '{}' },
      files: { '.onesoul/notes.md': 'own\n' },
      told: ['notes.json'],
      text: 'own',
    },
  },
  'Project memory': {
    'nothing is known': { text: null },
    saved: {
      kept: { 'state/memory.json': saved({ build: 'make', directives: ['a', 'b'] }) },
      text: '- Build: make\n- a\n- b',
    },
    'a file of the work tree': {
      files: { '.onesoul/project-memory.json': '{"conventions":"gofmt","directives":["a"]}' },
      text: '- Conventions: gofmt\n- a',
    },
    'of another tool: its directives of high priority': {
      files: {
        '.omx/project-memory.json':
          '{"techStack":{"lang":"Go"},"directives":[{"text":"a","priority":"high"},{"text":"b","priority":"low"}],"notes":["no"]}',
      },
      text: '- Tech stack: lang: Go\n- a',
    },
    'a list in place of an object': { files: { '.omx/project-memory.json': '[]' }, text: null },
    'no JSON': {
      files: {
        '.onesoul/project-memory.json': 'x',
        '.omx/project-memory.json': '{"build":"make"}',
      },
      told: ['.onesoul/project-memory.json'],
      text: '- Build: make',
    },
    'all three': {
      kept: { 'state/memory.json': saved({ build: 'a' }) },
      files: {
        '.onesoul/project-memory.json': '{"build":"b"}',
        '.omx/project-memory.json': '{"build":"c"}',
      },
      text: '- Build: a\n\n- Build: b\n\n- Build: c',
    },
  },
  Team: {
    'no team': { text: null },
    'without workers': {
      kept: { 'state/team.json': saved({ name: 't', workers: [] }) },
      text: 't',
    },
    'with workers': {
      kept: {
        'state/team.json': saved({
          name: 't',
          goal: 'g',
          workers: [
            { name: 'a', role: 'r' },
            { name: 'b', role: 'r', task: 'x' },
          ],
        }),
      },
      text: 't: g\n- a, r\n- b, r: x',
    },
    damaged: { kept: { 'state/team.json': saved({ name: 't' }) }, told: ['team.json'], text: null },
  },
  'Planning gate': {
    'no mode': { files: { '.onesoul/plans/prd-a.md': 'x' }, text: null },
    'a mode that does not plan': {
      kept: {
        'state/modes.json': saved({ modes: [{ name: 'm' }, { name: 'n', planning: false }] }),
      },
      text: null,
    },
    'a mode of another tool that is over': {
      files: { '.omx/state/ralph-state.json': '{"active":false}' },
      text: null,
    },
    'no plans': { kept: PLANNING, text: NONE },
    'no plans, by a mode of another tool': { files: RALPH, text: NONE },
    'a test specification alone': {
      kept: PLANNING,
      files: { '.onesoul/plans/test-spec-a.md': 'x' },
      text: NONE,
    },
    'empty requirements': {
      kept: PLANNING,
      files: { '.onesoul/plans/prd-a.md': ' \n', '.onesoul/plans/test-spec-a.md': 'x' },
      text: blocked('every prd-NAME.md is empty'),
    },
    'requirements alone': {
      kept: PLANNING,
      files: { '.onesoul/plans/prd-a.md': 'x' },
      text: blocked('prd-a.md has no test specification of the same name: write test-spec-a.md'),
    },
    'an empty test specification': {
      kept: PLANNING,
      files: { '.onesoul/plans/prd-a.md': 'x', '.onesoul/plans/test-spec-a.md': '\n' },
      text: blocked('test-spec-a.md is empty'),
    },
    'a pair': {
      kept: PLANNING,
      files: { '.onesoul/plans/prd-a.md': 'x', '.onesoul/plans/test-spec-a.md': 'x' },
      text: OPEN,
    },
    'a pair in two folders': {
      kept: PLANNING,
      files: { '.omx/plans/prd-a.md': 'x', '.onesoul/plans/test-spec-a.md': 'x' },
      text: OPEN,
    },
    'a pair in the home': {
      kept: { ...PLANNING, 'plans/prd-a.md': 'x', 'plans/test-spec-a.md': 'x' },
      text: OPEN,
    },
    'newer requirements in the home': {
      files: { '.onesoul/plans/prd-a.md': 'x', '.onesoul/plans/test-spec-a.md': 'x' },
      kept: { ...PLANNING, 'plans/prd-b.md': 'x' },
      text: blocked('prd-b.md has no test specification of the same name: write test-spec-b.md'),
    },
    'newer requirements that are empty': {
      files: {
        '.onesoul/plans/prd-a.md': 'x',
        '.onesoul/plans/test-spec-a.md': 'x',
        '.onesoul/plans/prd-b.md': '',
      },
      kept: PLANNING,
      text: OPEN,
    },
  },
  'Work tree': {
    'nothing is saved': { text: 'repo; nothing is saved of earlier work.' },
    'one kind is saved': {
      kept: { 'state/goal.json': saved({ goal: 'g' }) },
      text: 'repo; saved: goal (2026-01-02T03:04Z). Read it with `onesoul state read`.',
    },
    'one of two is damaged': {
      kept: { 'state/goal.json': saved({ goal: 'g' }), 'state/files.json': '{' },
      told: ['files.json'],
      text: 'repo; saved: goal (2026-01-02T03:04Z). Read it with `onesoul state read`.',
    },
  },
}

it('tells of a plan in the home that cannot be read', async () => {
  const tree = await createTempTree({ 'repo/.git/HEAD': '', 'secret.md': 'x' })
  const options = { home: tree.path('home'), cwd: tree.path('repo'), userHome: tree.path('user') }
  const place = await findProjectPlace(options)
  const plan = `home/${place.label}/plans/prd-a.md`
  await tree.write(`home/${place.label}/state/modes.json`, PLANNING['state/modes.json'])
  await tree.link(plan, tree.path('secret.md'))
  const { value, diagnostics } = await gatherOverlay(place, { ports })
  expect(value?.text).toContain(NONE)
  const source = { root: 'home', path: plan.slice('home/'.length) }
  expect(diagnostics).toMatchObject([{ code: 'overlay.unreadable', source }])
})

const rows = Object.entries(TABLE).flatMap(([heading, states]) =>
  Object.entries(states).map(([name, state]) => [heading, name, state] as const),
)

describe('every section of an overlay', () => {
  it.each(rows)('%s: %s', async (heading, _, state) => {
    expect(await sectionOf(heading, state)).toBe(state.text)
  })
})
