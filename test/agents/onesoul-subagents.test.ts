import type { ModelQuestion, ScriptedToolCall } from '@onesoul/agents'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage } from './harness/onesoul.ts'
import { PRIVATE_WORDS, SENTENCES, TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram, PATIENT } from './harness/onesoul-programs.ts'
import { countIn } from './harness/raw-body.ts'

const PARENT = 'send somebody down to the keel'
const CHILD = 'count the barnacles of the keel'
const { persona, rules, user, memory } = SENTENCES

const task = (name: string, subagent_type: string, more: object = {}): ScriptedToolCall => ({
  name,
  input: { description: 'look', prompt: CHILD, subagent_type, ...more },
})
const claude = task('Agent', 'general-purpose', { run_in_background: false })

interface Children {
  /** The program's own tool that starts one. */
  readonly call: ScriptedToolCall
  readonly inheritsDirectives: boolean
  readonly inheritsUserData: boolean
}

const CHILDREN: Readonly<Record<OneSoulProgram['name'], Children>> = {
  'claude-197': { call: claude, inheritsDirectives: false, inheritsUserData: false },
  'claude-332': { call: claude, inheritsDirectives: true, inheritsUserData: false },
  codex: {
    call: {
      name: 'spawn_agent',
      namespace: 'multi_agent_v1',
      input: { message: CHILD, agent_type: 'default' },
    },
    inheritsDirectives: true,
    inheritsUserData: true,
  },
  opencode: { call: task('task', 'general'), inheritsDirectives: true, inheritsUserData: true },
}

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version)', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it('says of sub-agents what their requests show', PATIENT, async () => {
    const { call, ...inherits } = CHILDREN[program.name]
    // A side call asks about the same words, but offers no tools.
    const when = (question: ModelQuestion): boolean =>
      question.tools.length > 0 && question.lastUserText.includes(PARENT)
    stage = await setOneSoulStage(program, { script: [{ when, times: 1, toolCalls: [call] }] })
    const traced = await stage.trace(PARENT, ...TARGET)
    const { receipt, requests, code, stderr } = traced
    expect(code, stderr).toBe(0)
    expect(receipt.verdict).toBe('proven')

    const children = requests
      .map(({ body }) => body)
      .filter((body) => countIn(body, CHILD) > 0 && countIn(body, PARENT) === 0)
    expect(children.length).toBeGreaterThan(0)
    expect(receipt.subagents).toEqual({ requests: children.length, ...inherits })
    const warned = receipt.warnings.some(({ code: one }) => one === 'receipt.inherits-user-data')
    expect(warned).toBe(inherits.inheritsUserData)
    for (const body of children) {
      expect(countAll(body, [persona, rules])).toEqual(
        inherits.inheritsDirectives ? [1, 1] : [0, 0],
      )
      expect(countAll(body, [user, memory])).toEqual(inherits.inheritsUserData ? [1, 1] : [0, 0])
      const shows = PRIVATE_WORDS.some((words) => countIn(body, words) > 0)
      expect(shows).toBe(inherits.inheritsUserData)
    }
  })
})

function countAll(body: unknown, texts: readonly string[]): readonly number[] {
  return texts.map((text) => countIn(body, text))
}
