import type { SectionDifference } from '@onesoul/core'
import type { ChangePolicies } from '@onesoul/sources'
import { describe, expect, it } from 'vitest'
import { composeSample, SAMPLE_SLOTS } from '../../../../../test/support/sample-composition.ts'
import { changedSections } from '../session/changed-sections.ts'
import { storedSession } from '../session/fixtures/stored-session.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { type ChangeQuestion, decideChange } from './decide-change.ts'

const { text, manifest } = composeSample()
const session = { ...storedSession('20261101-aa'), text, manifest: JSON.stringify(manifest) }
const { MEMORY: _, ...others } = SAMPLE_SLOTS
const changes = changedSections(
  session,
  composeSample({ slots: { ...others, AGENTS: 'Use yarn.\n' } }),
)

interface Asked {
  readonly flags?: ChangeQuestion['flags']
  readonly onChange?: ChangePolicies
  readonly changes?: readonly SectionDifference[]
  readonly answer?: string
  readonly supersedes?: boolean
  readonly quiet?: boolean
}

async function decide(
  asked: Asked = {},
): Promise<{ decision: string; taken: readonly string[]; said: string }> {
  let said = ''
  const invocation = {
    flags: { quiet: asked.quiet ?? false },
    terminal: {
      interactive: asked.answer !== undefined,
      err: (line: string) => {
        said += line
      },
    },
  } as unknown as Invocation
  const onChange = asked.onChange ?? { default: 'freeze' }
  const decision = await decideChange(invocation, {
    home: { config: { settings: { sessions: { onChange } } } } as ChangeQuestion['home'],
    agent: {
      traits: asked.supersedes
        ? { name: 'Agent', changedText: 'supersedes' }
        : { name: 'Agent', noTurnText: 'it has no room' },
    } as unknown as ChangeQuestion['agent'],
    flags: asked.flags ?? {},
    record: session.record,
    changes: asked.changes ?? changes,
    ask: async (question) => {
      said += question
      return asked.answer ?? ''
    },
  })
  const taken = decision.kind === 'turn' ? decision.taken.map(({ id }) => id) : []
  return { decision: decision.kind, taken, said }
}

describe('decideChange', () => {
  it('says nothing when nothing changed, and that a reset has nothing to do', async () => {
    expect(await decide({ changes: [] })).toEqual({ decision: 'keep', taken: [], said: '' })
    const reset = await decide({ changes: [], flags: { reset: true } })
    expect(reset).toMatchObject({ decision: 'keep', said: expect.stringContaining('nothing') })
  })

  it('keeps the text by default and names what changed', async () => {
    const { decision, said } = await decide()
    expect(decision).toBe('keep')
    expect(said).toBe(
      'onesoul: changed: rules (AGENTS.md), memory (MEMORY.md, no longer there); the session keeps the text that it began with (--reset takes the new one)\n',
    )
    expect((await decide({ quiet: true })).said).toBe('')
  })

  it.each([
    [false, 'takes the place of the old one'],
    [true, 'behind the conversation'],
  ])('resets by the flag and says how', async (supersedes, how) => {
    const { decision, said } = await decide({ flags: { reset: true }, supersedes })
    expect(decision).toBe('reset')
    expect(said).toContain('reset: rules (AGENTS.md)')
    expect(said).toContain(how)
  })

  it('refuses with both ways on when a reset is asked for and nobody is there', async () => {
    const refused = decide({ onChange: { default: 'freeze', AGENTS: 'restart' } })
    await expect(refused).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/asks for a reset: rules \(AGENTS\.md\)$/),
      hints: [expect.stringMatching(/--reset .* --keep /), 'nothing was started'],
    })
  })

  it('does not ask about a slot under another policy, or when a flag decides', async () => {
    expect((await decide({ onChange: { default: 'freeze', SOUL: 'restart' } })).decision).toBe(
      'keep',
    )
    const onChange = { default: 'restart' } as const
    expect((await decide({ onChange, flags: { keep: true } })).decision).toBe('keep')
    expect((await decide({ onChange, flags: { reset: true } })).decision).toBe('reset')
    expect(
      (await decide({ onChange: { ...onChange, AGENTS: 'freeze', MEMORY: 'freeze' } })).decision,
    ).toBe('keep')
  })

  it('sends what a policy says with the turn, and keeps and names the rest', async () => {
    const onChange = { default: 'freeze', MEMORY: 'next-turn' } as const
    const { decision, taken, said } = await decide({ onChange, supersedes: true })
    expect([decision, taken]).toEqual(['turn', ['memory']])
    expect(said).toContain('onesoul: with this turn: memory (MEMORY.md, no longer there);')
    expect(said).toContain('onesoul: changed: rules (AGENTS.md); the session keeps')
    expect((await decide({ onChange, supersedes: true, flags: { keep: true } })).decision).toBe(
      'keep',
    )
  })

  it('refuses to send with the turn what the agent cannot take there', async () => {
    await expect(decide({ onChange: { default: 'next-turn' } })).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(
        /rules .* with the turn, which Agent cannot do: it has no room/,
      ),
      hints: [expect.stringMatching(/--reset .* --keep /), 'nothing was started'],
    })
  })

  it.each([
    ['', 'reset'],
    ['r', 'reset'],
    [' Keep ', 'keep'],
  ])('does what a person answers: %j', async (answer, decision) => {
    expect((await decide({ onChange: { default: 'restart' }, answer })).decision).toBe(decision)
  })

  it('starts nothing for a person who quits', async () => {
    const quit = decide({ onChange: { default: 'restart' }, answer: 'q' })
    await expect(quit).rejects.toMatchObject({ exitCode: 4 })
  })
})
