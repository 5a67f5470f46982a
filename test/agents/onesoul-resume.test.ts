import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage, type Traced } from './harness/onesoul.ts'
import { SENTENCES, TARGET } from './harness/onesoul-home.ts'
import { findProgram, ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'

const ANSWER = 'Seven bells, 七响.'
const NEW_RULE = 'Every migration is named after the tide that it was written at'
const NEW_USER = 'Ingrid Solbakk reads her messages at high tide now'

/** The sentences of the home as it began; after the edits below; and what the edits took away. */
const OLD = Object.values(SENTENCES)
const NEW = [NEW_RULE, NEW_USER, SENTENCES.persona, SENTENCES['tool-guidance']]
const GONE = [SENTENCES.rules, SENTENCES.user, SENTENCES.memory]

const REPLACES = 'The sections below replace'
const CHANGES = 'rules (AGENTS.md), user (USER.md), memory (MEMORY.md, no longer there)'

describe.each(ONESOUL_PROGRAMS)('a session of $typed ($version)', (program) => {
  /** Its history keeps the text that a session began with. */
  const supersedes = program.id === 'codex'
  let stage: OneSoulStage
  beforeEach(async () => {
    stage = await setOneSoulStage(program, { script: [{ text: ANSWER }] })
  })
  afterEach(() => stage.close())

  async function editHome(): Promise<void> {
    const { put, base } = stage.sandbox
    await put('soul/agent-configs/AGENTS.md', `# Rules\n\n- ${NEW_RULE}.\n`)
    await put('soul/agent-configs/USER.md', `${NEW_USER}.\n`)
    await rm(join(base, 'soul/agent-configs/MEMORY.md'))
  }

  it(
    'is gone on with in new processes, with its text or after a reset with the new one',
    PATIENT,
    async () => {
      const first = await stage.trace('first question', ...TARGET, '--session', 'voyage')
      expectText(first, OLD)

      const same = await stage.trace('second question', '--resume', 'voyage')
      expectText(same, OLD)
      expect(same.stderr).not.toContain('changed')

      await editHome()
      const frozen = await stage.trace('third question', '--resume', 'voyage')
      expectText(frozen, OLD)
      for (const sentence of [NEW_RULE, NEW_USER]) expect(countIn(turnOf(frozen), sentence)).toBe(0)
      expect(frozen.stderr).toContain(
        `onesoul: changed: ${CHANGES}; the session keeps the text that it began with`,
      )

      const reset = await stage.trace('fourth question', '--continue', '--reset')
      expectText(reset, NEW)
      expect(reset.stderr).toContain(`onesoul: reset: ${CHANGES};`)
      const after = await stage.trace('fifth question', '--resume', 'voyage')
      expectText(after, NEW)
      expect(after.stderr).not.toMatch(/changed|reset/)

      for (const traced of [reset, after]) {
        const turn = turnOf(traced)
        const left = GONE.map((sentence) => countIn(instructionsOf(turn), sentence))
        expect(left).toEqual(supersedes ? [1, 1, 1] : [0, 0, 0])
        expectSuperseding(turn, supersedes)
        expect(countIn(turn, 'first question')).toBe(1)
        expect(countIn(turn, ANSWER)).toBe(traced === reset ? 3 : 4)
      }
    },
  )
})

describe.each(ONESOUL_PROGRAMS)(
  'a session of $typed ($version) whose run was killed',
  (program) => {
    let stage: OneSoulStage
    afterEach(() => stage.close())

    async function reached(): Promise<void> {
      const { stdout } = await stage.onesoul('sessions', 'list', '--json')
      const [session] = JSON.parse(stdout).sessions
      expect(session.inUse).toBe(true)
      if (session.agentSessionId === null) await reached()
    }

    it('is gone on with', PATIENT, async () => {
      const script = [{ when: { lastUserText: 'for ever' }, delayMs: 900_000 }, { text: ANSWER }]
      stage = await setOneSoulStage(program, { script })
      const args = ['run', program.typed, 'a question for ever', ...TARGET, '--session', 'voyage']
      const running = stage.start(args)
      await stage.model.waitFor(({ body }) => countIn(body, 'for ever') > 0, 300_000)
      // OpenCode's own id is in a log that is looked at every second.
      await reached()
      const pruned = await stage.onesoul('sessions', 'prune', '--older-than', '0')
      expect(pruned.stdout).toMatch(/^kept, in use /)
      running.kill('SIGKILL')
      await running.ended
      const next = await stage.trace('the next question', '--resume', 'voyage')
      expectText(next, OLD)
      expect(countIn(turnOf(next), 'a question for ever')).toBe(1)
    })
  },
)

describe('a session of codex that is reset more than once', () => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it('has each text once that counts, also after a compaction', PATIENT, async () => {
    const script = [{ when: { lastUserText: 'large' }, inputTokens: 300_000 }, { text: ANSWER }]
    stage = await setOneSoulStage(findProgram('codex'), { script })
    const { put } = stage.sandbox
    const rules = (rule: string): Promise<void> =>
      put('soul/agent-configs/AGENTS.md', `- ${rule}.\n`)
    const again = (prompt: string, ...args: string[]): Promise<Traced> =>
      stage.trace(prompt, '--resume', 'voyage', ...args)

    await rules(SENTENCES.rules)
    await stage.trace('first question', ...TARGET, '--session', 'voyage')
    await rules(NEW_RULE)
    expectText(await again('away', '--reset'), [NEW_RULE, SENTENCES.persona, SENTENCES.memory])
    await rules(SENTENCES.rules)
    const back = await again('and back, large', '--reset')
    expect(back.receipt.verdict).toBe('proven')
    const wire = JSON.stringify(turnOf(back))
    expect(wire.lastIndexOf(SENTENCES.rules)).toBeGreaterThan(wire.indexOf(NEW_RULE))
    expect(countIn(turnOf(back), REPLACES)).toBe(2)

    const compacted = await again('after', '--', '-c', 'model_auto_compact_token_limit=1000')
    expect(compacted.receipt.others.map(({ kind }) => kind)).toEqual(['compaction'])
    expectText(compacted, OLD)
    const last = await again('and on')
    expectText(last, OLD)
    for (const turn of [compacted, last].map(turnOf)) expect(countIn(turn, REPLACES)).toBe(0)
  })
})

describe('a session of codex whose changed slots go with the turn', () => {
  let stage: OneSoulStage
  afterEach(() => stage.close())

  it('has their new text behind the old one, and alone after a compaction', PATIENT, async () => {
    stage = await setOneSoulStage(findProgram('codex'), {
      script: [{ when: { lastUserText: 'large' }, inputTokens: 300_000 }, { text: ANSWER }],
      config: 'sessions: { onChange: { USER: next-turn, MEMORY: next-turn } }\n',
    })
    const { put, base } = stage.sandbox
    const again = (prompt: string, ...args: string[]): Promise<Traced> =>
      stage.trace(prompt, '--resume', 'voyage', ...args)
    const kept = [SENTENCES.persona, SENTENCES.rules, SENTENCES['tool-guidance']]

    await stage.trace('first question', ...TARGET, '--session', 'voyage')
    await put('soul/agent-configs/AGENTS.md', `- ${NEW_RULE}.\n`)
    await put('soul/agent-configs/USER.md', `${NEW_USER}.\n`)
    await rm(join(base, 'soul/agent-configs/MEMORY.md'))
    const turn = await again('second question, large')
    expectText(turn, [...kept, NEW_USER])
    expect(countIn(turnOf(turn), NEW_RULE)).toBe(0)
    expect(turn.stderr).toContain(
      'with this turn: user (USER.md), memory (MEMORY.md, no longer there);',
    )
    expect(turn.stderr).toContain('changed: rules (AGENTS.md); the session keeps the text')
    const wire = JSON.stringify(turnOf(turn))
    expect(wire.indexOf(NEW_USER)).toBeGreaterThan(wire.indexOf(SENTENCES.user))

    const compacted = await again('after', '--', '-c', 'model_auto_compact_token_limit=1000')
    expectText(compacted, [...kept, NEW_USER])
    for (const gone of [NEW_RULE, SENTENCES.user, SENTENCES.memory, REPLACES]) {
      expect([gone, countIn(turnOf(compacted), gone)]).toEqual([gone, 0])
    }
    expect(compacted.stderr).not.toContain('with this turn')
  })
})

/** Each sentence once in what the model must obey and nowhere else, and a receipt that says so. */
function expectText(traced: Traced, sentences: readonly string[]): void {
  const { code, stderr, receipt } = traced
  expect(code, stderr).toBe(0)
  expect(receipt.verdict, JSON.stringify(receipt.sections)).toBe('proven')
  const turn = turnOf(traced)
  for (const sentence of sentences) {
    expect([sentence, countIn(turn, sentence)]).toEqual([sentence, 1])
    expect([sentence, countIn(instructionsOf(turn), sentence)]).toEqual([sentence, 1])
  }
}

/** The new texts stand behind the old ones, in a frame that says what they are; or there is no such frame. */
function expectSuperseding(turn: unknown, supersedes: boolean): void {
  const times = supersedes ? 1 : 0
  expect(countIn(turn, REPLACES)).toBe(times)
  expect(countIn(turn, 'These sections no longer apply at all')).toBe(times)
  if (!supersedes) return
  const text = JSON.stringify(turn)
  const order = [SENTENCES.rules, REPLACES, NEW_RULE, NEW_USER].map((words) => text.indexOf(words))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
}

/** The body of the one request that the receipt calls a turn. */
function turnOf({ receipt, requests }: Traced): unknown {
  const [turn, ...more] = receipt.turns
  expect(more).toEqual([])
  return requests[(turn?.request.index ?? 0) - 1]?.body
}
