import { chmod, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram } from './harness/onesoul-programs.ts'
import { leftoversOf } from './harness/traces-of-a-run.ts'

const SLOT = 'slack/dev-bot/TOOLS.md'

/** What a program says when it is asked for its version. */
const VERSION_LINES: Readonly<Record<OneSoulProgram['typed'], string>> = {
  claude: '2.1.332 (Claude Code)',
  codex: 'codex-cli 0.171.0',
  opencode: '1.18.33',
}

/** Stands in for a program: it notes everything that it is called with. */
const noteCalls = (base: string, typed: string): string => `#!/bin/sh
echo "called with: $*" >> '${base}/calls'
[ "$1" = --version ] && echo '${VERSION_LINES[typed]}'
`

describe.each(ONESOUL_PROGRAMS)('onesoul with $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  async function set(files: Readonly<Record<string, string>>): Promise<void> {
    stage = await setOneSoulStage(program, {
      command: (base) => join(base, 'agent.sh'),
      config: 'required: [TOOLS.md]\n',
      files: ({ base }) => ({ ...files, 'agent.sh': noteCalls(base, program.typed) }),
    })
    await chmod(join(stage.sandbox.base, 'agent.sh'), 0o700)
  }

  async function calls(): Promise<readonly string[]> {
    const text = await readFile(join(stage.sandbox.base, 'calls'), 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean)
  }

  it.each(['run', 'run --print-command', 'trace', 'trace --offline'])(
    'starts nothing when a required slot cannot be read: %s',
    async (command) => {
      const [verb = '', ...flags] = command.split(' ')
      await set({ [`soul/agent-configs/${SLOT}/file`]: 'a folder stands where the file should be' })
      const outcome = await stage.onesoul(verb, program.typed, 'a question', ...TARGET, ...flags)
      expect(outcome.code, outcome.stderr).toBe(4)
      expect(outcome.stdout).toBe('')
      expect(outcome.stderr).toContain(SLOT)
      expect(outcome.stderr).toMatch(/folder|directory/)
      expect(outcome.stderr).toContain('nothing was started')
      expect(await calls()).toEqual([])
      expect(stage.model.requests()).toEqual([])
      const sessions = await readdir(join(stage.home, 'state/sessions')).catch(() => [])
      expect(sessions).toEqual([])
      expect(await leftoversOf(stage)).toEqual([])
    },
  )

  it('starts the same program when it can be read', async () => {
    await set({})
    await stage.onesoul('run', program.typed, 'a question', ...TARGET)
    const [version, ...more] = await calls()
    expect(version).toBe('called with: --version')
    expect(more).not.toEqual([])
  })
})
