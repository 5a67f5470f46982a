import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram, PATIENT } from './harness/onesoul-programs.ts'
import { countIn } from './harness/raw-body.ts'

type Status = 'included' | 'native' | 'shadowed'
type Names = OneSoulProgram['name']

interface WorkTree {
  readonly tree: string
  readonly folder: string
  /** By file: what becomes of its rule; by program where programs differ. */
  readonly files: Readonly<Record<string, Status | Readonly<Record<Names, Status>>>>
}

/** What the two versions of Claude Code, Codex and OpenCode do with a file. */
const each = (
  claude197: Status,
  claude332: Status,
  codex: Status,
  opencode: Status,
): Readonly<Record<Names, Status>> => ({
  'claude-197': claude197,
  'claude-332': claude332,
  codex,
  opencode,
})

const WORK_TREES: readonly WorkTree[] = [
  {
    tree: 'files of all agents, in a folder and above it',
    folder: 'sub',
    files: {
      '.hermes.md': 'included',
      '.cursorrules': 'included',
      '.cursor/rules/style.mdc': 'included',
      '.github/copilot-instructions.md': 'included',
      'GEMINI.md': 'included',
      'AGENTS.md': each('included', 'included', 'native', 'native'),
      'CLAUDE.md': each('native', 'native', 'included', 'included'),
      'CLAUDE.local.md': each('native', 'native', 'included', 'included'),
      'sub/AGENTS.md': each('included', 'included', 'native', 'native'),
      'sub/CLAUDE.md': each('native', 'native', 'included', 'included'),
      'sub/.hermes.md': 'included',
    },
  },
  {
    tree: 'an override on both levels',
    folder: 'sub',
    files: {
      'AGENTS.md': each('shadowed', 'native', 'shadowed', 'native'),
      'AGENTS.override.md': each('included', 'included', 'native', 'included'),
      'sub/AGENTS.md': each('shadowed', 'native', 'shadowed', 'native'),
      'sub/AGENTS.override.md': each('included', 'included', 'native', 'included'),
    },
  },
]

/** A rule that stands nowhere else. */
function ruleOf(path: string): string {
  return `Read the chart of ${path.replaceAll(/[^a-z]+/gi, ' ').trim()} before you cast off`
}

function textOf(path: string): string {
  return path.endsWith('.mdc')
    ? `---\ndescription: A rule for all files.\nalwaysApply: true\n---\n${ruleOf(path)}.\n`
    : `${ruleOf(path)}.\n`
}

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it.each(WORK_TREES)(
    'brings each rule once or says what stands for it: $tree',
    PATIENT,
    async ({ folder, files }) => {
      const paths = Object.keys(files)
      const tree = Object.fromEntries(paths.map((path) => [path, textOf(path)]))
      stage = await setOneSoulStage(program, { tree: { ...tree, 'sub/notes.txt': 'x' }, folder })
      expect((await stage.onesoul('trust', '--yes')).code).toBe(0)
      const { code, stderr, receipt, requests } = await stage.trace('a question', ...TARGET)
      expect(code, stderr).toBe(0)
      expect(receipt.verdict).toBe('proven')
      const turn = requests[(receipt.turns[0]?.request.index ?? 0) - 1]?.body

      const { manifest } = await stage.session()
      const found = paths.map((path) => {
        const section = manifest.sections.find(({ id }) => id === `project:${path}`)
        return [path, section?.status, countIn(turn, ruleOf(path))]
      })
      expect(found).toEqual(
        paths.map((path) => {
          const stated = files[path]
          const status = typeof stated === 'string' ? stated : stated?.[program.name]
          return [path, status, status === 'shadowed' ? 0 : 1]
        }),
      )
    },
  )
})
