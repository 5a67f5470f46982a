import type { RunReceipt } from '@onesoul/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage, type Traced } from './harness/onesoul.ts'
import { HIDDEN_SENTENCES, PRIVATE_WORDS, SENTENCES, TARGET } from './harness/onesoul-home.ts'
import { ONESOUL_PROGRAMS, PATIENT } from './harness/onesoul-programs.ts'
import { countIn, instructionsOf } from './harness/raw-body.ts'

const OURS = ['runtime-facts', 'platform-guidance', 'onesoul', ...Object.keys(SENTENCES)]
const ANSWER = 'Forty-two fathoms, 四十二寻.'

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version)', (program) => {
  let stage: OneSoulStage
  beforeEach(async () => {
    stage = await setOneSoulStage(program, { script: [{ text: ANSWER }] })
  })
  afterEach(() => stage.close())

  it('delivers every section once in each turn of a session', PATIENT, async () => {
    const sentences = { ...SENTENCES, onesoul: await metacognition() }

    const first = await stage.trace('first question', ...TARGET, '--session', 'voyage')
    expectProven(first, program.sideCalls)
    expectOnTheWire(first, sentences)
    expect(first.stderr).toContain(`${ANSWER}\n`)
    expect((await stage.session()).manifest.sections).toContainEqual(
      expect.objectContaining({ id: 'rules', status: 'cut' }),
    )

    // Another Node is asked for one turn: the rest would be the same requests once more.
    if (process.env['ONESOUL_TURNS'] === '1') return
    const second = await stage.trace('second question', '--resume', 'voyage')
    expectProven(second, [])
    expectOnTheWire(second, sentences)
    const [turn] = turnBodies(second)
    expect(countIn(turn, 'first question')).toBe(1)
    expect(countIn(turn, ANSWER)).toBe(1)

    const third = await stage.trace('third question', '--continue', '--offline')
    expectProven(third, [])
    expect(third.requests).toEqual([])
    expect(third.stderr).not.toContain(ANSWER)
  })

  /** The longest line of the part that no file of the home holds. */
  async function metacognition(): Promise<string> {
    const { stdout } = await stage.onesoul('compose', '--json', ...TARGET)
    const { parts, manifest } = JSON.parse(stdout)
    const [section] = manifest.sections.filter(({ id }: { id: string }) => id === 'onesoul')
    const lines: string[] = section.spans.flatMap(
      ({ start, end }: { start: number; end: number }) =>
        parts[0].text.slice(start, end).split('\n'),
    )
    const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? ''
    expect(longest.length).toBeGreaterThan(40)
    return longest
  }
})

/** What the receipt says: all of ours delivered, never hedged, one turn, the named side calls and nothing else. */
function expectProven({ code, stderr, receipt }: Traced, sideCalls: readonly string[]): void {
  expect(code, stderr).toBe(0)
  expect(receipt.verdict).toBe('proven')
  const delivered = OURS.map((id) => ({ id, verdict: 'delivered', hedged: false }) as const)
  expect(sortedById(receipt.sections)).toEqual(sortedById(delivered))
  expect(receipt.turns).toHaveLength(1)
  expect(receipt.others.map(({ kind, name }) => [kind, name])).toEqual(
    sideCalls.map((name) => ['side', name]),
  )
  expect(receipt.counts).toEqual({ requests: 1 + sideCalls.length, notKept: 0 })
  for (const { sections, slots } of receipt.turns) {
    const places = sections.map(({ found }) => found.map(({ slot }) => slot))
    for (const found of places) expect(found).toHaveLength(1)
    const used = slots.filter(({ path }) => places.flat().includes(path))
    for (const slot of used) expect(slot).toMatchObject({ level: 'instruction', hedged: false })
  }
}

/** What the model itself received, counted without the receipt's code. */
function expectOnTheWire(traced: Traced, sentences: Readonly<Record<string, string>>): void {
  expect(traced.requests).toHaveLength(traced.receipt.counts.requests)
  const [turn, ...more] = turnBodies(traced)
  expect(more).toEqual([])
  for (const [section, sentence] of Object.entries(sentences)) {
    expect([section, countIn(turn, sentence)]).toEqual([section, 1])
    expect([section, countIn(instructionsOf(turn), sentence)]).toEqual([section, 1])
  }
  for (const { body } of traced.requests) {
    for (const sentence of HIDDEN_SENTENCES) expect(countIn(body, sentence)).toBe(0)
    if (body === turn) continue
    for (const words of PRIVATE_WORDS) expect(countIn(body, words)).toBe(0)
  }
}

/** The bodies that the receipt calls turns, in order. */
function turnBodies({ receipt, requests }: Traced): readonly unknown[] {
  const indices = receipt.turns.map(({ request }) => request.index)
  return requests.filter((_, place) => indices.includes(place + 1)).map(({ body }) => body)
}

function sortedById(sections: RunReceipt['sections']): RunReceipt['sections'] {
  return sections.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
