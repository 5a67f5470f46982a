import type { SectionRecord } from '@onesoul/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage, type Traced } from './harness/onesoul.ts'
import { TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram, PATIENT } from './harness/onesoul-programs.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'

const SENTENCE = {
  'AGENTS.md': 'Name every branch after the buoy that it passes',
  'CLAUDE.md': 'Write each commit message like an entry of a logbook',
} as const
type FileName = keyof typeof SENTENCE
const FILES: readonly FileName[] = ['AGENTS.md', 'CLAUDE.md']

/** Says whether it is markup or quoted data, wherever it stands. */
const textOf = (name: FileName): string => `# ${name}\n\n${SENTENCE[name]} <b>${name}</b> & more.\n`
const MARKUP = (name: FileName): string => `${SENTENCE[name]} <b>${name}</b> & more.`
const QUOTED = (name: FileName): string =>
  `${SENTENCE[name]} &lt;b&gt;${name}&lt;/b&gt; &amp; more.`

/** The turns of onesoul-turns.test.ts have neither file, and list every section. */
const WORK_TREES: readonly (readonly FileName[])[] = [['AGENTS.md'], ['CLAUDE.md'], FILES]

/** The files that each program reads by itself, per work tree. */
const NATIVE: Readonly<Record<OneSoulProgram['name'], readonly (readonly FileName[])[]>> = {
  'claude-197': [[], ['CLAUDE.md'], ['CLAUDE.md']],
  'claude-332': [['AGENTS.md'], ['CLAUDE.md'], ['CLAUDE.md']],
  codex: [['AGENTS.md'], [], ['AGENTS.md']],
  opencode: [['AGENTS.md'], ['CLAUDE.md'], ['AGENTS.md']],
}

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  async function traceWith(files: readonly FileName[], trusted: boolean): Promise<Traced> {
    const tree = Object.fromEntries(files.map((name) => [name, textOf(name)]))
    stage = await setOneSoulStage(program, { tree })
    if (trusted) expect((await stage.onesoul('trust', '--yes')).code).toBe(0)
    return stage.trace('a question', ...TARGET)
  }

  const rows = WORK_TREES.map((files, row) => ({
    tree: files.join(' and '),
    files,
    native: NATIVE[program.name][row] ?? [],
  }))

  it.each(rows)(
    'brings each rule of a trusted work tree once: $tree',
    async ({ files, native }) => {
      const traced = await traceWith(files, true)
      const turn = onlyTurn(traced)
      const sections = await projectSections(stage)
      expect(sections.map(({ id }) => id)).toEqual(files.map((name) => `project:${name}`))
      for (const name of files) {
        const isNative = native.includes(name)
        expect(sections.find(({ id }) => id === `project:${name}`)).toMatchObject({
          status: isNative ? 'native' : 'included',
          half: 'directives',
          trust: 'operator',
        })
        expect(verdictOf(traced, name)).toBe(isNative ? 'native' : 'delivered')
        expect(countIn(turn, SENTENCE[name])).toBe(1)
        expect(countIn(turn, MARKUP(name))).toBe(1)
        expect(countIn(halvesOf(turn).directives, SENTENCE[name])).toBe(isNative ? 0 : 1)
      }
    },
  )

  it('quotes an untrusted work tree as data, once', PATIENT, async () => {
    const files = FILES
    const traced = await traceWith(files, false)
    const turn = onlyTurn(traced)
    expect(traced.stderr).toContain('quoted as data, because nobody trusted it')
    const sections = await projectSections(stage)
    expect(sections.map(({ id }) => id)).toEqual(files.map((name) => `project:${name}`))
    for (const name of files) {
      expect(sections.find(({ id }) => id === `project:${name}`)).toMatchObject({
        status: 'included',
        half: 'context',
        trust: 'project',
      })
      expect(verdictOf(traced, name)).toBe('delivered')
      expect(countIn(turn, SENTENCE[name])).toBe(1)
      expect(countIn(halvesOf(turn).context, QUOTED(name))).toBe(1)
    }
  })
})

/** The raw body of the one turn; a file that nobody wrote is not in it. */
function onlyTurn({ code, stderr, receipt, requests }: Traced): unknown {
  expect(code, stderr).toBe(0)
  expect(receipt.verdict).toBe('proven')
  const [index, ...more] = receipt.turns.map(({ request }) => request.index)
  expect(more).toEqual([])
  const turn = requests[(index ?? 0) - 1]?.body
  const listed = receipt.sections.map(({ id }) => id)
  const absent = FILES.filter((name) => !listed.includes(`project:${name}`))
  for (const name of absent) expect(countIn(turn, SENTENCE[name])).toBe(0)
  return turn
}

function verdictOf({ receipt }: Traced, name: FileName): string | undefined {
  return receipt.sections.find(({ id }) => id === `project:${name}`)?.verdict
}

async function projectSections(stage: OneSoulStage): Promise<readonly SectionRecord[]> {
  const { manifest } = await stage.session()
  return manifest.sections.filter(({ id }) => id.startsWith('project:'))
}

/** The two halves of ours, cut out of what the model obeys. */
function halvesOf(turn: unknown): { readonly directives: string; readonly context: string } {
  const [before = '', after = '', ...more] = instructionsOf(turn).split('\n</directives>\n')
  expect(more).toEqual([])
  const directives = before.split('<directives').at(-1) ?? ''
  const [context = '', ...rest] = after.split('\n</context>')
  expect(rest).toHaveLength(1)
  return { directives, context }
}
