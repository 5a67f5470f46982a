import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, type StageOptions, setOneSoulStage } from './harness/onesoul.ts'
import { SENTENCES, TARGET } from './harness/onesoul-home.ts'
import {
  findProgram,
  type OneSoulProgram,
  openCodeConfig,
  PATIENT,
} from './harness/onesoul-programs.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'
import { snapshotTree } from './harness/tree-snapshot.ts'

/** What a person set for the slot that we use too. */
interface OwnValue {
  readonly what: string
  /** Where the receipt says that it was found. */
  readonly where: (stage: OneSoulStage) => string
  readonly text: string
}

interface Row {
  readonly program: OneSoulProgram['name']
  readonly title: string
  readonly values: readonly OwnValue[]
  readonly options?: StageOptions
  /** After `--`. */
  readonly args?: (stage: OneSoulStage) => readonly string[]
  readonly env?: (stage: OneSoulStage) => Readonly<Record<string, string>>
  /** Below the sandbox: the person's configuration of the program. */
  readonly configDir: string
}

const FLAG: OwnValue = {
  what: '--append-system-prompt',
  where: () => 'flag',
  text: 'A word of mine from the flag: the tea is green',
}
const FILE: OwnValue = {
  what: '--append-system-prompt-file',
  where: ({ sandbox }) => join(sandbox.base, 'own.md'),
  text: 'A word of mine from a file: 打印机在二楼',
}
const flagArgs = [FLAG.what, FLAG.text]
const fileArgs = ({ sandbox }: OneSoulStage) => [FILE.what, join(sandbox.base, 'own.md')]
const ownFile = { files: () => ({ 'own.md': `${FILE.text}\n` }) }
const claude = (program: 'claude-197' | 'claude-332') => ({ program, configDir: 'claude' }) as const

const DEVELOPER: OwnValue = {
  what: 'developer_instructions',
  where: ({ sandbox }) => join(sandbox.base, 'codex/config.toml'),
  text: 'A word of mine from config.toml: 计数用十进制',
}

const instructions = (where: OwnValue['where'], text: string): OwnValue => ({
  what: 'instructions',
  where,
  text,
})
const OPENCODE_VALUES: readonly OwnValue[] = [
  {
    what: 'AGENTS.md',
    where: ({ sandbox }) => join(sandbox.home, '.config/opencode/AGENTS.md'),
    text: 'A word of mine that OpenCode finds by itself',
  },
  instructions(({ sandbox }) => join(sandbox.home, 'global.md'), 'A word of mine for all projects'),
  instructions(
    ({ sandbox }) => join(sandbox.tree, 'project.md'),
    'A word of mine for this project',
  ),
  instructions(({ sandbox }) => join(sandbox.home, 'content.md'), 'A word of mine for this shell'),
]
const [FOUND, GLOBAL, PROJECT, CONTENT] = OPENCODE_VALUES.map(({ text }) => `${text}\n`)

/** With `$schema`, which OpenCode would write into it. */
const PROJECT_CONFIG = JSON.stringify({
  $schema: 'https://opencode.ai/config.json',
  instructions: ['project.md'],
})

const ROWS: readonly Row[] = [
  { ...claude('claude-197'), title: FLAG.what, values: [FLAG], args: () => flagArgs },
  {
    ...claude('claude-197'),
    title: FILE.what,
    values: [FILE],
    options: ownFile,
    args: fileArgs,
  },
  {
    ...claude('claude-332'),
    title: 'both append flags',
    values: [FILE, FLAG],
    options: ownFile,
    args: (stage) => [...flagArgs, ...fileArgs(stage)],
  },
  {
    program: 'codex',
    title: DEVELOPER.what,
    values: [DEVELOPER],
    options: {
      files: (sandbox, modelUrl) => {
        const codex = findProgram('codex').files(sandbox, modelUrl)
        const [path, text] = Object.entries(codex)[0] ?? ['', '']
        return { [path]: `${DEVELOPER.what} = "${DEVELOPER.text}"\n${text}` }
      },
    },
    configDir: 'codex',
  },
  {
    program: 'opencode',
    title: 'AGENTS.md and instructions of all three places',
    values: OPENCODE_VALUES,
    options: {
      tree: { 'project.md': PROJECT ?? '', 'opencode.json': PROJECT_CONFIG },
      files: (_, modelUrl) => ({
        'home/.config/opencode/AGENTS.md': FOUND ?? '',
        'home/global.md': GLOBAL ?? '',
        'home/content.md': CONTENT ?? '',
        'home/.config/opencode/opencode.json': JSON.stringify({
          ...openCodeConfig(modelUrl),
          instructions: ['~/global.md'],
        }),
      }),
    },
    env: () => ({
      OPENCODE_CONFIG_CONTENT:
        '{ // mine\n "instructions": ["{env:HOME}/content.md",], "share": "disabled" }',
    }),
    configDir: 'home/.config/opencode',
  },
]

describe('onesoul trace', () => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it.each(ROWS)('sends the person’s own $title of $program before ours', PATIENT, async (row) => {
    stage = await setOneSoulStage(findProgram(row.program), row.options)
    await stage.onesoul('trust', '--yes')
    const config = await snapshotTree(join(stage.sandbox.base, row.configDir))
    const args = row.args ? ['--', ...row.args(stage)] : []
    const traced = await stage.traceWith(row.env?.(stage) ?? {}, 'a question', ...TARGET, ...args)
    const { code, stderr, receipt, requests } = traced
    expect(code, stderr).toBe(0)
    expect(receipt.verdict).toBe('proven')
    expect(receipt.userSources).toEqual(
      row.values.map(({ what, where }) => ({ what, where: where(stage), found: true })),
    )

    expect(receipt.upstream?.baseUrl.startsWith(stage.model.url)).toBe(true)
    expect(requests).toHaveLength(receipt.counts.requests)

    const turn = requests[(receipt.turns[0]?.request.index ?? 0) - 1]?.body
    const texts = [...row.values.map(({ text }) => text), '<agent-configuration', SENTENCES.persona]
    for (const text of texts) expect([text, countIn(turn, text)]).toEqual([text, 1])
    const places = texts.map((text) => instructionsOf(turn).indexOf(text))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))

    const after = await snapshotTree(join(stage.sandbox.base, row.configDir))
    for (const [path, entry] of Object.entries(config)) {
      if (!path.endsWith('.claude.json')) expect([path, after[path]]).toEqual([path, entry])
    }
    expect(stage.sandbox.git('status', '--porcelain')).toBe('')
  })
})
