import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { TARGET } from './harness/onesoul-home.ts'
import { findProgram, ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { leftoversOf } from './harness/traces-of-a-run.ts'
import { treeHash } from './harness/tree-snapshot.ts'

/** As long as a short answer takes, so that moments fall into it as well. */
const THINKING_MS = 400
const { ONESOUL_CRASH_SEED, ONESOUL_KILLS } = process.env

/**
 * Of each signal, the slowest program the fewest. With `ONESOUL_KILLS` four programs
 * make 20; every day a few of them, at other moments each time.
 */
const MOMENTS = ONESOUL_KILLS
  ? ({ 'claude-197': 6, 'claude-332': 6, codex: 5, opencode: 3, dry: 10 } as const)
  : ({ 'claude-197': 2, 'claude-332': 2, codex: 2, opencode: 1, dry: 3 } as const)

const SEED = Number(ONESOUL_CRASH_SEED ?? Date.now() % 1_000_000)

/** A moment that leaves something once must not be tried again until it does not. */
const ONCE = { ...PATIENT, retry: 0 }

const TREE = { 'AGENTS.md': 'A rule of the project.\n', 'src/main.txt': 'content\n' }

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Moments that are spread over a whole run, each at a random place of its share. */
function spread(count: number, durationMs: number, random: () => number): readonly number[] {
  return Array.from({ length: count }, (_, share) => ((share + random()) / count) * durationMs)
}

const dryRun = { typed: 'dry-run', version: '1', moments: MOMENTS.dry, name: 'claude-332' } as const
const programs = [
  dryRun,
  ...ONESOUL_PROGRAMS.map(({ typed, version, name }) => ({
    ...{ typed, version, name },
    moments: MOMENTS[name],
  })),
]

describe.each(programs)('onesoul run $typed ($version)', ({ typed, name, moments }) => {
  let stage: OneSoulStage
  beforeEach(async () => {
    const script = [{ delayMs: THINKING_MS }]
    stage = await setOneSoulStage(findProgram(name), { script, tree: TREE })
  })
  afterEach(() => stage.close())

  /** What must not be there after a next start, whatever happened before it. */
  async function remains(): Promise<readonly string[]> {
    const sessions = await readdir(join(stage.home, 'state/sessions'))
    return [
      ...(await leftoversOf(stage)),
      ...sessions.filter((folder) => folder.startsWith('.')),
      ...stage.sandbox.git('status', '--porcelain').split('\n').filter(Boolean),
    ]
  }

  it(
    `leaves nothing after Ctrl-C or a kill at any moment and a next start (seed ${SEED})`,
    ONCE,
    async () => {
      const args = ['run', typed, 'a question', ...TARGET]
      const whole = await treeHash(stage.sandbox.tree, { rename: withoutGit })
      await stage.onesoul(...args)
      const begun = Date.now()
      expect((await stage.onesoul(...args)).code).toBe(0)
      const durationMs = Date.now() - begun
      const random = createRandom(SEED)
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        for (const moment of spread(moments, durationMs, random)) {
          // A terminal sends Ctrl-C to the whole group; a kill hits us alone.
          const running = signal === 'SIGINT' ? stage.startGroup(args) : stage.start(args)
          await Promise.race([sleep(moment), running.ended])
          running.kill(signal)
          const { code, stderr } = await running.ended
          const next = await stage.onesoul('run', 'dry-run', 'next')
          const what = `${signal} after ${Math.round(moment)} of ${durationMs} ms: ${code} ${stderr}`
          expect(next.code, `${what}\n${next.stderr}`).toBe(0)
          expect(await remains(), what).toEqual([])
        }
      }
      expect(await treeHash(stage.sandbox.tree, { rename: withoutGit })).toBe(whole)
    },
  )
})

function withoutGit(path: string): string | null {
  return /^\.git(?:\/|$)/.test(path) ? null : path
}
