import type { RecordedRequest } from '@onesoul/agents'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, type StageOptions, setOneSoulStage } from './harness/onesoul.ts'
import { TARGET } from './harness/onesoul-home.ts'
import { findProgram, ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { type OneSoulTerminal, openTerminal } from './harness/onesoul-terminal.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'
import { leftoversOf } from './harness/traces-of-a-run.ts'
import { watchArgv } from './harness/watch-argv.ts'

const ANSWER = 'The chart room is full, 海图室满了.'
/** 304 KB in all. */
const LINES = 730

/** Where each slot of the bot stands, and the section that it becomes. */
const FILES = {
  persona: 'slack/dev-bot/SOUL.md',
  rules: 'AGENTS.md',
  'tool-guidance': 'slack/TOOLS.md',
  user: 'USER.md',
  memory: 'MEMORY.md',
} as const

/** A body in which no line is like another, so that a piece of it that is lost, moved or doubled is seen. */
function bodyOf(section: string): string {
  const lines = Array.from(
    { length: LINES },
    (_, index) =>
      `- ${section} ${index}: depth ${index * 7} fathoms at buoy ${index}, 第${index}号浮标的水深已量过。`,
  )
  return lines.join('\n')
}

const BODIES: readonly (readonly [section: string, body: string])[] = Object.keys(FILES).map(
  (section) => [section, bodyOf(section)],
)

const LARGE: StageOptions = {
  script: [{ text: ANSWER }],
  config: 'budget:\n  perFile: 100000\n  total: 400000\n  tokens: 200000\n',
  files: () =>
    Object.fromEntries(
      Object.entries(FILES).map(([section, path]) => [
        `soul/agent-configs/${path}`,
        `${bodyOf(section)}\n`,
      ]),
    ),
}

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version) with 300 KB', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it('brings every section whole, once, in each turn', PATIENT, async () => {
    stage = await setOneSoulStage(program, LARGE)
    for (const flags of [
      [...TARGET, '--session', 'long'],
      ['--resume', 'long'],
    ]) {
      const { code, stderr, receipt, requests } = await stage.trace('how deep is it?', ...flags)
      expect(code, stderr).toBe(0)
      expect(receipt.verdict).toBe('proven')
      expect(receipt.turns).toHaveLength(1)
      expect(receipt.counts.notKept).toBe(0)
      expect(receipt.others.filter(({ kind }) => kind !== 'side')).toEqual([])
      const [turn] = receipt.turns.map(({ request }) => requests[request.index - 1]?.body)
      expectWholeOnce(turn)
    }
    const { manifest } = await stage.session()
    const bytes = Buffer.byteLength(BODIES.map(([, body]) => body).join(''))
    expect(bytes).toBeGreaterThanOrEqual(300_000)
    expect(manifest.totals.bytes).toBeGreaterThan(bytes)
    expect(manifest.sections.map(({ status }) => status)).not.toContain('cut')
    expect(await leftoversOf(stage)).toEqual([])
  })
})

function expectWholeOnce(body: unknown): void {
  const said = instructionsOf(body)
  for (const [section, text] of BODIES) {
    expect([section, said.split(text).length - 1]).toEqual([section, 1])
    const [first = '', middle = '', last = ''] = [0, LINES / 2, LINES - 1].map(
      (index) => text.split('\n')[index],
    )
    for (const line of [first, middle, last]) {
      expect([section, line, countIn(body, line)]).toEqual([section, line, 1])
    }
  }
}

describe('onesoul run codex at a terminal with 300 KB', () => {
  let stage: OneSoulStage
  let screen: OneSoulTerminal | undefined
  afterEach(async () => {
    screen?.kill()
    await stage.close()
  })

  it('brings every section whole, once, and nothing of it in an argument', PATIENT, async () => {
    const program = findProgram('codex')
    stage = await setOneSoulStage(program, LARGE)
    const { model } = stage
    const watch = watchArgv(process.pid)
    screen = openTerminal(stage, ['run', program.typed, ...TARGET])
    await screen.shows(...program.ready)
    for (const [index, question] of ['how deep is it?', 'and there?'].entries()) {
      await screen.enter(question)
      await model.waitFor(isTurnAbout(question), 240_000)
      await screen.shows(...program.ready)
      const turns = model.requests().filter(isTurnAbout('fathoms'))
      expect(turns).toHaveLength(index + 1)
      expectWholeOnce(turns.at(-1)?.body)
    }
    await screen.leave()
    expect(await screen.ended).toEqual({ exitCode: 0, signal: 0 })
    expect(JSON.stringify(watch.stop())).not.toContain('fathoms')
    expect(await leftoversOf(stage)).toEqual([])
  })
})

function isTurnAbout(words: string): (request: RecordedRequest) => boolean {
  return ({ method, body }) => method === 'POST' && countIn(body, words) > 0
}
