import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import {
  composeInput,
  contentSlots,
  projectDocument,
  slotDocument,
} from '../compose/fixtures/compose-fixture.ts'
import { explainOffset } from './explain-offset.ts'
import { explainText } from './explain-text.ts'

const paragraphs = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `## Part ${index}\n\nSentence number ${index} is here. ${'Filler words. '.repeat(30)}`,
  ).join('\n\n')

const made = compose(
  composeInput({
    slots: [
      ...contentSlots({
        SOUL: '---\ndescription: hidden words\n---\nYou are Pilot,\nthe partner.',
        AGENTS: paragraphs(24),
        USER: 'Private to Ingrid.',
      }),
      {
        slot: 'MEMORY',
        required: false,
        resolution: { outcome: 'excluded', by: 'bots[dev-bot].exclude' },
      },
    ],
    project: [
      {
        document: projectDocument('AGENTS.md', 'Use make seaworthy.'),
        delivery: 'native',
        reason: 'codex reads it itself',
        trusted: true,
      },
    ],
    hidden: [
      {
        section: 'rules',
        document: slotDocument('AGENTS', 'one\nAlways use yarn.', 'platform'),
        status: 'shadowed',
        reason: 'shadowed',
        rule: 'shadowed for bot dev-bot by slack/dev-bot/AGENTS.md',
      },
      {
        section: 'memory',
        document: slotDocument('MEMORY', 'The lock moved.'),
        status: 'excluded',
        reason: 'excluded',
        rule: 'excluded by bots[dev-bot].exclude',
      },
    ],
    target: { viewer: 'public' },
  }),
)

const explain = (words: string) =>
  explainText(made, words).map(({ verdict, section, source, line, rule }) => ({
    verdict,
    section,
    place: `${source.path}:${line}`,
    rule,
  }))

describe('explainText', () => {
  it('names file, line and scope of words that are in, across line ends and whatever the case', () => {
    expect(explain('pilot, the PARTNER')).toEqual([
      { verdict: 'in', section: 'persona', place: 'SOUL.md:4', rule: 'global scope' },
    ])
  })

  it('names the rule for words of a cut part', () => {
    const [place] = explain('Sentence number 19 is here')
    expect(place).toMatchObject({ verdict: 'not', section: 'rules', place: 'AGENTS.md:79' })
    expect(place?.rule).toMatch(/^cut \d+ lines$/)
    expect(explain('Sentence number 1 is here')[0]).toMatchObject({ verdict: 'in' })
  })

  it('names the rule for words of a shadowed, an excluded and a private file', () => {
    expect(explain('always use yarn')).toEqual([
      {
        verdict: 'not',
        section: 'rules',
        place: 'slack/AGENTS.md:2',
        rule: 'shadowed for bot dev-bot by slack/dev-bot/AGENTS.md',
      },
    ])
    expect(explain('The lock moved')[0]?.rule).toBe('excluded by bots[dev-bot].exclude')
    expect(explain('Private to Ingrid')[0]?.rule).toBe('for owner, seen by public')
  })

  it('names the frontmatter as read but not injected', () => {
    expect(explain('hidden words')[0]).toMatchObject({
      verdict: 'not',
      place: 'SOUL.md:2',
      rule: 'frontmatter, read but not injected',
    })
  })

  it('knows what the agent reads by itself', () => {
    expect(explain('make seaworthy')[0]).toMatchObject({
      verdict: 'native',
      place: 'AGENTS.md:1',
      rule: 'codex reads it itself',
    })
  })

  it('finds our own words', () => {
    expect(explain('Memory is read-only for you')[0]).toMatchObject({
      verdict: 'in',
      section: 'onesoul',
      rule: 'metacognition',
    })
    expect(explain('Be this persona')[0]).toMatchObject({ verdict: 'in', rule: 'lead-in' })
  })

  it('finds nothing for words that stand nowhere, and takes nothing for a pattern', () => {
    expect(explain('no such words')).toEqual([])
    expect(explain('.*')).toEqual([])
    expect(explain('  ')).toEqual([])
  })
})

describe('explainOffset', () => {
  it('leads every character of the prompt back to the same character of its file', () => {
    for (let offset = 0; offset < made.text.length; offset++) {
      const origin = explainOffset(made, offset)
      expect(origin).toBeDefined()
      if (!origin || 'inserted' in origin) continue
      const document = made.documents[origin.section]?.find((one) => one.ref === origin.source)
      const line = document?.text.split('\n')[origin.line - 1] ?? ''
      expect(`${line}\n`[origin.column - 1]).toBe(made.text[offset])
    }
  })

  it('knows nothing outside the prompt', () => {
    expect(explainOffset(made, -1)).toBeUndefined()
    expect(explainOffset(made, made.text.length)).toBeUndefined()
  })
})
