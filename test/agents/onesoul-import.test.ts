import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agentProgram } from './harness/agent-programs.ts'
import { type OneSoulStage, setOneSoulStage, type Traced } from './harness/onesoul.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram, PATIENT } from './harness/onesoul-programs.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'

const RULE = 'Every buoy is painted before the equinox 浮标在春分前上漆'
const IMPORTED = 'A lantern is never left without oil 灯里永远有油'

/** Where a program looks for the files of Claude Code's person: its own folder, else the usual one. */
const claudeFolder = ({ id }: OneSoulProgram): string =>
  id === 'claude-code' ? 'claude' : 'home/.claude'

/** The person's own files of one agent, and who of the four reads them by itself. */
const SOURCES = [
  {
    from: 'claude',
    folder: claudeFolder,
    files: (folder: string) => ({
      [`${folder}/CLAUDE.md`]: `# Rules\n\n<!-- a note -->\n${RULE}.\n`,
    }),
    native: ['claude-197', 'claude-332', 'opencode'],
  },
  {
    from: 'codex',
    folder: () => 'codex',
    files: (folder: string) => ({ [`${folder}/AGENTS.md`]: `# Rules\n\n${RULE}.\n` }),
    native: ['codex'],
  },
] as const

describe.each(ONESOUL_PROGRAMS)('onesoul init --from, then trace $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  async function importFrom(
    source: (typeof SOURCES)[number],
    more: (folder: string) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<(...args: readonly string[]) => Promise<Traced>> {
    const folder = source.folder(program)
    const files = (): Readonly<Record<string, string>> => ({
      ...source.files(folder),
      ...more(folder),
    })
    stage = await setOneSoulStage(program, {
      files: (sandbox, modelUrl) => ({ ...program.files(sandbox, modelUrl), ...files() }),
    })
    const { base } = stage.sandbox
    const home = join(base, 'imported')
    const args = ['--from', source.from, '--source', join(base, folder), '--home', home]
    const { code, stdout } = await stage.onesoul('init', ...args)
    expect(code, stdout).toBe(0)
    const command = JSON.stringify(agentProgram(program.name))
    await appendFile(
      join(home, 'config.yaml'),
      `\nagents:\n  ${program.id}: { command: ${command} }\n`,
    )
    return (...flags) => stage.trace('a question', '--home', home, ...flags)
  }

  it.each(SOURCES)('brings the rules of $from once', PATIENT, async (source) => {
    const trace = await importFrom(source)
    const isNative = (source.native as readonly string[]).includes(program.name)
    const { receipt, requests, stderr } = await trace()
    expect(receipt.verdict, stderr).toBe('proven')
    const rules = receipt.sections.find((section) => section.id === 'rules')
    expect(rules?.verdict).toBe(isNative ? 'native' : 'delivered')
    const bodies = requests.map((request) => request.body)
    const turns = bodies.filter((body) => countIn(body, RULE) > 0)
    expect(turns.length).toBeGreaterThan(0)
    for (const body of turns) {
      expect(countIn(body, RULE)).toBe(1)
      expect(instructionsOf(body).split('<rules>').length - 1).toBe(isNative ? 0 : 1)
    }
  })

  it.runIf(program.id === 'claude-code')(
    'brings what CLAUDE.md imports, and rules beside it, once',
    PATIENT,
    async () => {
      const [claude] = SOURCES
      const trace = await importFrom(claude, (folder) => ({
        [`${folder}/CLAUDE.md`]: `# Rules\n\n${RULE}. @more.md\n`,
        [`${folder}/more.md`]: `${IMPORTED}.\n`,
        [`${folder}/rules/own.md`]: 'A rule of its own.\n',
      }))
      const { receipt, requests, stderr } = await trace()
      expect(receipt.verdict, stderr).toBe('proven')
      expect(receipt.sections.find((one) => one.id === 'rules')?.verdict).toBe('native')
      const [turn] = requests.map((one) => one.body).filter((body) => countIn(body, RULE) > 0)
      expect([RULE, IMPORTED, 'A rule of its own'].map((text) => countIn(turn, text))).toEqual([
        1, 1, 1,
      ])
      const bare = await trace('--', '--setting-sources', 'project')
      expect(bare.receipt.sections.find((one) => one.id === 'rules')?.verdict).toBe('delivered')
    },
  )
})
