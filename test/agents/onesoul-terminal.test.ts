import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedRequest } from '@onesoul/agents'
import { stateLayout, withLock } from '@onesoul/disk'
import { afterEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../support/processes.ts'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { PRIVATE_WORDS, SENTENCES, TARGET } from './harness/onesoul-home.ts'
import { findProgram, ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { type OneSoulTerminal, openTerminal } from './harness/onesoul-terminal.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'
import { leftoversOf, processesOf } from './harness/traces-of-a-run.ts'
import { watchArgv } from './harness/watch-argv.ts'

/** Answers are drawn piece by piece, with other things in between; the last word is one piece. */
const LAST_WORD = '浮标是绿色的'
const ANSWER = `The buoy is green, ${LAST_WORD}.`
const SKILL_WORDS = 'Reads the lights of passing ships'
const SKILL = {
  'soul/skills/lights/SKILL.md': `---\nname: lights\ndescription: ${SKILL_WORDS}.\n---\nLook.\n`,
}
const SCRIPT = [
  { when: { lastUserText: 'a question that fails' }, failure: { status: 400, message: 'no' } },
  { text: ANSWER },
]

describe.each(ONESOUL_PROGRAMS)('onesoul run $typed ($version) at a terminal', (program) => {
  let stage: OneSoulStage
  let screen: OneSoulTerminal | undefined
  afterEach(async () => {
    screen?.kill()
    await stage.close()
  })

  it('takes a typed prompt, a resize and Ctrl-C, and is gone on with', PATIENT, async () => {
    stage = await setOneSoulStage(program, { script: SCRIPT, files: () => SKILL })
    const { model } = stage
    const watch = watchArgv(process.pid)
    screen = openTerminal(stage, ['run', program.typed, ...TARGET])
    await screen.shows(...program.ready)
    await screen.enter('which buoy is it?')
    await model.waitFor(isTurnAbout('which buoy'), 240_000)
    await screen.shows(LAST_WORD)
    await screen.resize({ columns: 77, rows: 43 })
    await screen.leave()
    expect(await screen.ended).toEqual({ exitCode: 0, signal: 0 })
    const shown = JSON.stringify(watch.stop())
    for (const words of [...PRIVATE_WORDS, ...Object.values(SENTENCES)]) {
      expect(shown).not.toContain(words)
    }
    expectOncePerTurn(model.requests(), 1)
    expect(await leftoversOf(stage)).toEqual([])

    const [, line = ''] = /go on with `onesoul (.*)`/.exec(screen.output()) ?? []
    expect(line).toMatch(/^run \S+ --resume \S+$/)
    const again = await stage.onesoul(...line.split(' '), 'and again')
    expect([again.code, again.stdout], again.stderr).toEqual([0, `${ANSWER}\n`])
    expectOncePerTurn(model.requests(), 2)
    const turn = model.requests().filter(isTurnAbout('and again')).at(-1)?.body
    expect(countIn(turn, 'which buoy is it?')).toBe(1)
    for (const words of ['which buoy', 'and again']) {
      const { body } = model.requests().find(isTurnAbout(words)) ?? {}
      expect([words, countIn(body, SKILL_WORDS)]).toEqual([words, 1])
    }

    const failed = await stage.onesoul(...line.split(' '), 'a question that fails')
    expect(failed.code).toBe((await stage.bare('a question that fails')).code)
    expect(failed.code).toBe(1)
    expect(await leftoversOf(stage)).toEqual([])
  })
})

function isTurnAbout(words: string): (request: RecordedRequest) => boolean {
  return ({ body }) => countIn(body, words) > 0 && countIn(body, SENTENCES.persona) > 0
}

/** A request holds each sentence of ours once, where the model obeys, or it is a side call and holds none. */
function expectOncePerTurn(requests: readonly RecordedRequest[], turns: number): void {
  const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const counts = bodies.map((body) =>
    Object.values(SENTENCES).map((sentence) => [
      countIn(body, sentence),
      countIn(instructionsOf(body), sentence),
    ]),
  )
  const holds = counts.map((all) => [...new Set(all.flat())])
  expect(holds.filter(([first]) => first !== 0)).toEqual(Array.from({ length: turns }, () => [1]))
  expect(holds.filter(([first]) => first === 0).every((all) => all.length === 1)).toBe(true)
}

describe('onesoul run at a terminal, of a program that ends at the first Ctrl-C', () => {
  let stage: OneSoulStage
  afterEach(() => stage.close())
  const agentsOf = ({ sandbox }: OneSoulStage): readonly string[] =>
    processesOf(sandbox).filter((line) => line.includes('agent.sh'))

  it('puts everything away under more of them and passes the status on', PATIENT, async () => {
    const program = findProgram('claude-332')
    const script = `#!/bin/sh
      [ "$1" = --version ] && { echo '${program.version} (Claude Code)'; exit; }
      trap 'exit 7' INT
      echo waiting
      while :; do sleep 0.02; done\n`
    stage = await setOneSoulStage(program, {
      command: (base) => join(base, 'agent.sh'),
      files: () => ({ 'agent.sh': script }),
    })
    await chmod(join(stage.sandbox.base, 'agent.sh'), 0o700)
    const screen = openTerminal(stage, ['run', program.typed, ...TARGET])
    await screen.shows('waiting')
    const { leases } = stateLayout(stage.home)
    await withLock(join(leases, 'lock'), {}, async () => {
      screen.pressCtrlC()
      await waitUntil(() => agentsOf(stage).length === 0, 60_000)
      for (let press = 0; press < 5; press += 1) {
        screen.pressCtrlC()
        await sleep(50)
      }
    })
    expect(await screen.ended).toEqual({ exitCode: 7, signal: 0 })
    expect(screen.output()).toContain(`--resume ${(await stage.session()).id}`)
    expect(await leftoversOf(stage)).toEqual([])
  })
})
