import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { createCodeMap } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import {
  addNote,
  findProjectPlace,
  gatherOverlay,
  OVERLAY_PRESETS,
  type ProjectPlace,
  writeProjectState,
} from '../../index.ts'

const ports = { sha256: (text: string) => createHash('sha256').update(text).digest('hex') }

async function createProject(files: Readonly<Record<string, string>> = {}): Promise<{
  readonly tree: TempTree
  readonly place: ProjectPlace
}> {
  const below = Object.entries(files).map(([name, text]) => [`repo/${name}`, text])
  const tree = await createTempTree({ 'repo/.git/HEAD': '', ...Object.fromEntries(below) })
  const options = { home: tree.path('home'), cwd: tree.path('repo'), userHome: tree.path('user') }
  return { tree, place: await findProjectPlace(options) }
}

/** The text of each section, by its heading. */
async function sectionsOf(place: ProjectPlace): Promise<Readonly<Record<string, string>>> {
  const { value } = await gatherOverlay(place, { ports })
  const parts = (value?.text ?? '').split(/^## /m).slice(1)
  return Object.fromEntries(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      return [heading, lines.join('\n').trim()]
    }),
  )
}

const PLANNING = { modes: [{ name: 'plan', planning: true }] }

describe('gatherOverlay', () => {
  it('has the required sections of a work tree that nothing is known of, and one for searching', async () => {
    const { place } = await createProject()
    expect(Object.keys(await sectionsOf(place))).toEqual([
      'Sub-agents',
      'Before a compaction',
      'Searching',
      'Work tree',
    ])
  })

  it('names the five steps before a compaction with commands that are taken', async () => {
    const { place } = await createProject()
    const text = (await sectionsOf(place))['Before a compaction'] ?? ''
    const steps = [...text.matchAll(/^\d\. `onesoul state write (\w+) '(.*)'`$/gm)]
    expect(steps.map(([, kind]) => kind)).toEqual([
      'goal',
      'progress',
      'decisions',
      'files',
      'checks',
    ])
    for (const [, kind, json] of steps) {
      await writeProjectState(place, kind as 'goal', { value: JSON.parse(json ?? '') })
    }
  })

  it('reads what is kept in the home', async () => {
    const { place } = await createProject()
    await addNote(place, { kind: 'priority', text: 'Use <b>pnpm</b>.' })
    await addNote(place, { kind: 'working', text: 'not this one' })
    const modes = [{ name: 'review', phase: 'tests', iteration: 2, maxIterations: 5 }]
    await writeProjectState(place, 'modes', { value: { modes } })
    await writeProjectState(place, 'memory', {
      value: { techStack: 'Rust', directives: ['No unsafe'] },
    })
    const workers = [{ name: 'ann', role: 'reviewer', task: 'the parser' }]
    await writeProjectState(place, 'team', { value: { name: 'core', goal: 'ship', workers } })
    const now = new Date(Date.UTC(2026, 0, 2, 3, 4))
    await writeProjectState(place, 'goal', { value: { goal: 'ship' }, now })
    expect(await sectionsOf(place)).toMatchObject({
      'Priority notes': '- Use &lt;b&gt;pnpm&lt;/b&gt;.',
      'Active modes': '- review: phase tests, iteration 2 of 5',
      'Project memory': '- Tech stack: Rust\n- No unsafe',
      Team: 'core: ship\n- ann, reviewer: the parser',
      'Work tree': expect.stringContaining('goal (2026-01-02T03:04Z)'),
    })
  })

  it('says what lies where, within its limit, whatever files are called', async () => {
    const { place } = await createProject()
    const paths = [
      'd0/<system>.md',
      ...Array.from({ length: 400 }, (_, index) => `d${index % 30}/a-long-name-${index}.ts`),
    ]
    const { value } = await gatherOverlay(place, { ports, codeMap: createCodeMap(paths) })
    const record = value?.sections.find(({ id }) => id === 'map')
    expect(record).toMatchObject({ status: 'included', maxChars: 1000 })
    expect(record?.chars).toBeGreaterThan(400)
    expect(value?.text).toContain('d0 (15): ')
    expect(value?.text).toContain('&lt;system&gt;.md')
    expect(value?.text).not.toContain('<system>')
    const order = value?.sections.map(({ id }) => id) ?? []
    expect(order.indexOf('map')).toBe(order.indexOf('modes') - 1)
  })

  it('reads .onesoul and an existing .omx, and writes into neither', async () => {
    const { tree, place } = await createProject({
      '.onesoul/notes.md': 'From the repository.\n',
      '.omx/notepad.md':
        '### PRIORITY x\nno\n```\n## PRIORITY\nno\n```\n## PRIORITY\nFrom OMX.\n## MANUAL\nno\n',
      '.omx/project-memory.json': JSON.stringify({
        techStack: { lang: 'Go', tools: ['make', 'buf'] },
        conventions: 'gofmt',
        directives: [
          { directive: 'Never push', priority: 'high' },
          { directive: 'low', priority: 'low' },
        ],
        notes: ['no'],
      }),
      '.omx/state/skill-active-state.json': '{"active":true,"skill":"ralph"}',
      '.omx/state/ralph-state.json':
        '{"active":true,"iteration":3,"max_iterations":9,"current_phase":"verify"}',
      '.omx/state/team-state.json': '{"active":false}',
    })
    expect(await sectionsOf(place)).toMatchObject({
      'Priority notes': 'From the repository.\n\nFrom OMX.',
      'Project memory':
        '- Tech stack: lang: Go; tools: make, buf\n- Conventions: gofmt\n- Never push',
      'Active modes': '- ralph: phase verify, iteration 3 of 9, planning',
    })
    await tree.write('repo/.omx/project-memory.json', '{')
    const { diagnostics } = await gatherOverlay(place, { ports })
    expect(diagnostics).toMatchObject([
      { code: 'overlay.unreadable', source: { path: '.omx/project-memory.json' } },
    ])
  })

  it('follows no link out of the work tree', async () => {
    const { tree, place } = await createProject()
    await tree.write('secret.md', 'secret\n')
    await tree.link('repo/.onesoul/notes.md', tree.path('secret.md'))
    const { value, diagnostics } = await gatherOverlay(place, { ports })
    expect(value?.text).not.toContain('secret')
    expect(diagnostics.map(({ code }) => code)).toEqual(['overlay.unreadable'])
  })

  it.each([
    ['nothing is planned', {}, undefined],
    ['no plans', { modes: PLANNING }, /^BLOCKED: there are no requirements/],
    [
      'requirements alone',
      { modes: PLANNING, plans: ['prd-a'] },
      /^BLOCKED: prd-a\.md .* write test-spec-a\.md/,
    ],
    [
      'a pair',
      { modes: PLANNING, plans: ['prd-a', 'test-spec-a'] },
      /^OPEN: .*prd-a\.md and test-spec-a\.md/,
    ],
    [
      'a pair of names that do not match',
      { modes: PLANNING, plans: ['prd-a', 'test-spec-b'] },
      /^BLOCKED/,
    ],
    [
      'newer requirements',
      { modes: PLANNING, plans: ['prd-a', 'test-spec-a', 'prd-b'] },
      /^BLOCKED: prd-b/,
    ],
  ])('says what the planning gate says: %s', async (_, given, expected) => {
    const { modes, plans = [] } = given as { modes?: unknown; plans?: readonly string[] }
    const { tree, place } = await createProject()
    for (const [index, name] of plans.entries()) {
      const folder = index === 0 ? '.omx' : '.onesoul'
      const path = await tree.write(`repo/${folder}/plans/${name}.md`, 'x\n')
      await utimes(path, index + 1, index + 1)
    }
    if (modes !== undefined) await writeProjectState(place, 'modes', { value: modes })
    const gate = (await sectionsOf(place))['Planning gate']
    if (expected === undefined) expect(gate).toBeUndefined()
    else expect(gate).toMatch(expected)
  })

  it('counts no empty plan', async () => {
    const { place } = await createProject({
      '.onesoul/plans/prd-a.md': 'x',
      '.onesoul/plans/test-spec-a.md': ' \n',
    })
    await writeProjectState(place, 'modes', { value: PLANNING })
    expect((await sectionsOf(place))['Planning gate']).toMatch(/^BLOCKED: test-spec-a\.md is empty/)
  })

  it('has the same bytes while nothing changes, and its only times at the end', async () => {
    const { place } = await createProject({ '.onesoul/notes.md': 'x\n' })
    await writeProjectState(place, 'goal', { value: { goal: 'a' }, now: new Date(0) })
    const text = async (): Promise<string> =>
      (await gatherOverlay(place, { ports })).value?.text ?? ''
    const before = await text()
    expect(await text()).toBe(before)
    await writeProjectState(place, 'goal', { value: { goal: 'a' }, now: new Date(61_000) })
    const after = await text()
    const frozen = before.slice(0, before.indexOf('## Work tree'))
    expect(frozen.length).toBeGreaterThan(500)
    expect(after.startsWith(frozen)).toBe(true)
    expect(after).not.toBe(before)
  })

  it('keeps to the limits of its preset, and says what is cut', async () => {
    const { place } = await createProject({
      '.onesoul/notes.md': 'A line of its own.\n\n'.repeat(60),
    })
    for (const preset of ['default', 'omx'] as const) {
      const { value, diagnostics } = await gatherOverlay(place, { ports, preset })
      const notes = value?.sections.find(({ id }) => id === 'notes')
      const cap = OVERLAY_PRESETS[preset].sections.notes ?? 0
      expect(notes).toMatchObject({ status: 'cut', limit: 'section', maxChars: cap })
      expect(notes?.chars).toBeLessThanOrEqual(cap)
      expect(value?.chars).toBeLessThanOrEqual(3500)
      expect(diagnostics.map(({ code }) => code)).toEqual(['overlay.cut'])
    }
  })

  it('is refused with names and sizes when the required sections do not fit', async () => {
    const { place } = await createProject()
    const { value, diagnostics } = await gatherOverlay(place, { ports, maxChars: 300 })
    expect(value).toBeNull()
    expect(diagnostics).toMatchObject([
      {
        code: 'overlay.required',
        message: expect.stringMatching(/routing \d+, compaction \d+, session \d+/),
      },
    ])
  })
})
