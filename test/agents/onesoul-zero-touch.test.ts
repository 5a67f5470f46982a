import { afterEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../support/processes.ts'
import { agentProgram } from './harness/agent-programs.ts'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { PRIVATE_WORDS, SENTENCES, TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { filesOfARun, leftoversOf, processesOf, wordsOfARun } from './harness/traces-of-a-run.ts'
import { treeHash } from './harness/tree-snapshot.ts'
import { watchArgv } from './harness/watch-argv.ts'

/** As long as a short answer of a model takes; a program that ends at once leaves work of its own undone. */
const THINKING_MS = 1500
/** Longer than a test takes. */
const FOREVER_MS = 900_000

const TREE = { 'AGENTS.md': 'A rule of the project.\n', 'src/main.txt': 'content\n' }
const SCRIPT = [
  { when: { text: 'a question for ever' }, delayMs: FOREVER_MS },
  { delayMs: THINKING_MS },
]

/** Files of the work tree itself. */
const treeOnly = { rename: (path: string) => (/^\.git(?:\/|$)/.test(path) ? null : path) }

describe.each(ONESOUL_PROGRAMS)('onesoul run $typed ($version)', (program) => {
  const stages: OneSoulStage[] = []
  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close()
  })
  async function set(): Promise<OneSoulStage> {
    const stage = await setOneSoulStage(program, { script: SCRIPT, tree: TREE })
    stages.push(stage)
    return stage
  }

  it(
    'prints and leaves what a bare run prints and leaves, and shows nothing in /proc',
    PATIENT,
    async () => {
      const [ours, bare] = [await set(), await set()]
      const { tree } = ours.sandbox
      const before = await treeHash(tree, treeOnly)
      await ours.onesoul('trust', '--yes')

      const watch = watchArgv(process.pid)
      const run = await ours.onesoul('run', program.typed, 'a question', ...TARGET)
      const seen = watch.stop()
      const alone = await bare.bare('a question')

      expect(run.code, run.stderr).toBe(0)
      expect([run.code, run.stdout]).toEqual([alone.code, alone.stdout])
      expect(run.stderr).toMatch(/^onesoul: delivered \d+ sections, [\d,]+ tokens; proven on/m)

      const commands = seen.map(({ argv }) => argv.join(' '))
      expect(commands.some((line) => line.includes('main.cjs run'))).toBe(true)
      expect(commands.some((line) => line.includes(agentProgram(program.name)))).toBe(true)
      const shown = JSON.stringify(seen)
      for (const words of [...PRIVATE_WORDS, ...Object.values(SENTENCES)]) {
        expect(shown).not.toContain(words)
      }

      expect(ours.sandbox.git('status', '--porcelain')).toBe('')
      expect(await treeHash(tree, treeOnly)).toBe(before)
      expect(await filesOfARun(ours)).toEqual(await filesOfARun(bare))
      expect(await wordsOfARun(ours)).toEqual(await wordsOfARun(bare))
      expect(await leftoversOf(ours)).toEqual([])
    },
  )
})

/** The others at random moments: onesoul-crash.test.ts. */
const KILLED = ONESOUL_PROGRAMS.filter(({ name }) => name === 'claude-332' || name === 'codex')

describe.each(KILLED)('onesoul run $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it('leaves nothing when it is killed, after the next start', PATIENT, async () => {
    stage = await setOneSoulStage(program, { script: SCRIPT, tree: TREE })
    const { model, sandbox } = stage
    const killed = stage.start(['run', program.typed, 'a question for ever', ...TARGET])
    await model.waitFor(({ body }) => JSON.stringify(body).includes('for ever'), 300_000)
    expect((await leftoversOf(stage)).join('\n')).toContain('soul/state/deliver/')
    killed.kill('SIGKILL')
    await waitUntil(() => processesOf(sandbox).every((line) => !line.includes('main.cjs run')))

    const next = await stage.onesoul('run', program.typed, 'a question', ...TARGET)
    expect(next.code, next.stderr).toBe(0)
    expect(await leftoversOf(stage)).toEqual([])
  })
})
