import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeSample, SAMPLE_SLOTS } from '../../../../../test/support/sample-composition.ts'
import type { RecordedRequest, RequestKind } from '../port/request.ts'
import { buildRunReceipt, type RunReceiptInput } from './build-run-receipt.ts'
import type { RunReceipt } from './receipt.ts'

const COMPOSITION = composeSample()
const OURS = COMPOSITION.text
const VENDOR = 'You are an interactive agent. Follow the policies below.'
const HEDGE = 'may or may not be relevant'
const SLOT_SECTIONS = ['onesoul', 'persona', 'rules', 'tool-guidance', 'user', 'memory']

interface Wire {
  readonly system?: unknown
  readonly messages?: unknown
  readonly kind?: RequestKind['kind']
}

function requestOf(wire: Wire, index: number): RecordedRequest {
  const { system = [], messages = [{ role: 'user', content: 'hi' }] } = wire
  return {
    index,
    method: 'POST',
    path: '/v1/messages',
    headers: { kind: wire.kind ?? 'turn' },
    body: { model: 'claude', tools: [{ name: 'Read' }], system, messages },
    bytes: 1,
    protocol: 'anthropic-messages',
    time: 0,
  }
}

const blocks = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))

function receiptOf(wires: readonly Wire[], rest: Partial<RunReceiptInput> = {}): RunReceipt {
  return buildRunReceipt({
    agent: { id: 'agent', version: '1.0' },
    traits: { hedges: [HEDGE] },
    delivered: OURS,
    text: OURS,
    manifest: COMPOSITION.manifest,
    requests: wires.map((wire, index) => requestOf(wire, index + 1)),
    classify: ({ headers }) => ({ kind: headers['kind'] as RequestKind['kind'] }),
    ...rest,
  })
}

const verdicts = (receipt: RunReceipt) =>
  Object.fromEntries(receipt.sections.map(({ id, verdict }) => [id, verdict]))
const all = (verdict: string) => Object.fromEntries(SLOT_SECTIONS.map((id) => [id, verdict]))
const codes = (receipt: RunReceipt) => receipt.warnings.map(({ code }) => code)

describe('buildRunReceipt', () => {
  it('names the words of others that a person accepted', () => {
    const diagnostics = [
      {
        code: 'guard.accepted',
        severity: 'info',
        message: 'orders (a.b): left as it is, accepted until 2027-01-01: a test',
        source: { root: 'worktree', path: 'AGENTS.md', line: 3 },
      },
      { code: 'guard.threat', severity: 'warning', message: 'another' },
    ] as const
    const manifest = { ...COMPOSITION.manifest, diagnostics }
    expect(receiptOf([], { manifest }).warnings).toContainEqual({
      code: 'guard.accepted',
      message: 'AGENTS.md:3 orders (a.b): left as it is, accepted until 2027-01-01: a test.',
    })
    expect(codes(receiptOf([], { manifest }))).not.toContain('guard.threat')
  })

  it('counts of a section that was superseded only the last place that says so', () => {
    const section = (composition: typeof COMPOSITION, tag: string): string =>
      new RegExp(`<${tag}>[^]*</${tag}>\\n`).exec(composition.text)?.[0] ?? ''
    const other = composeSample({ slots: { ...SAMPLE_SLOTS, AGENTS: 'Use another tool.\n' } })
    const [away, back] = [other, COMPOSITION].map((one) => `supersedes\n${section(one, 'rules')}`)
    const updates = [away ?? '', back ?? '']
    const messages = [
      { role: 'user', content: 'hi' },
      ...updates.map((content) => ({ role: 'system', content })),
    ]
    const system = blocks(OURS)
    const receipt = receiptOf([{ system, messages }], { delivered: back ?? '', updates })
    expect(receipt.verdict).toBe('proven')
    const rules = receipt.turns[0]?.sections.find(({ id }) => id === 'rules')
    expect(rules?.found.map(({ slot }) => slot)).toEqual(['messages/2'])
    expect(rules?.echoes.map(({ slot }) => slot)).toEqual(['system/0'])

    const unknown = receiptOf([{ system, messages }], { delivered: back ?? '' })
    expect(verdicts(unknown)['rules']).toBe('twice')
    const missing = receiptOf([{ system: [], messages }], { delivered: back ?? '', updates })
    expect(verdicts(missing)).toMatchObject({ rules: 'delivered', persona: 'missing' })
  })

  it('proves a delivery that stands once at instruction level in every turn', () => {
    const system = blocks('header', `${VENDOR}\n\n${OURS}`)
    const receipt = receiptOf([
      { system },
      {
        system,
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'ho' },
        ],
      },
    ])
    expect(verdicts(receipt)).toEqual(all('delivered'))
    expect(receipt.verdict).toBe('proven')
    expect(receipt.warnings).toEqual([])
    const text = `${VENDOR}\n\n${OURS}`
    for (const turn of receipt.turns) {
      for (const { id, found } of turn.sections) {
        expect(found).toHaveLength(1)
        const [range] = found
        expect(range?.slot).toBe('system/1')
        const tag = { onesoul: 'onesoul', user: 'user-data', memory: 'memory-data' }[id] ?? id
        expect(text.slice(range?.start, range?.end)).toMatch(
          new RegExp(`^<${tag}>[\\s\\S]*</${tag}>\\n$`),
        )
      }
    }
  })

  it('is unproven when no turn was seen', () => {
    const receipt = receiptOf([{ kind: 'side', system: blocks(OURS) }])
    expect(receipt.verdict).toBe('unproven')
    expect(receipt.sections).toEqual([])
    expect(codes(receipt)).toEqual(['receipt.no-turn'])
  })

  it('names side calls, compactions and sub-agents and judges none of them', () => {
    const receipt = receiptOf([
      { kind: 'side' },
      { system: blocks(OURS) },
      { kind: 'compaction' },
      { kind: 'subagent' },
    ])
    expect(receipt.others).toEqual([
      { index: 1, kind: 'side', model: 'claude' },
      { index: 3, kind: 'compaction', model: 'claude' },
      { index: 4, kind: 'subagent', model: 'claude' },
    ])
    expect(receipt.turns.map((turn) => turn.request.index)).toEqual([2])
    expect(receipt.verdict).toBe('proven')
  })

  it('finds a delivery that is missing in one turn of several', () => {
    const receipt = receiptOf([{ system: blocks(OURS) }, { system: blocks(VENDOR) }])
    expect(verdicts(receipt)).toEqual(all('missing'))
    expect(receipt.verdict).toBe('failed')
  })

  it('finds a delivery that stands twice', () => {
    for (const system of [blocks(OURS, OURS), blocks(`${OURS}\n${OURS}`)]) {
      const receipt = receiptOf([{ system }])
      expect(verdicts(receipt)).toEqual(all('twice'))
      expect(receipt.verdict).toBe('failed')
    }
  })

  it('tells altered text from missing text', () => {
    const wrapped = OURS.replaceAll('\n', '\n  ')
    expect(verdicts(receiptOf([{ system: blocks(wrapped) }]))).toEqual(all('altered'))
    const changed = OURS.replace('pnpm', 'yarn')
    expect(verdicts(receiptOf([{ system: blocks(changed) }]))).toEqual({
      ...all('delivered'),
      rules: 'altered',
    })
    const cut = OURS.slice(0, OURS.indexOf('<user-data>'))
    expect(verdicts(receiptOf([{ system: blocks(cut) }]))).toEqual({
      ...all('delivered'),
      user: 'missing',
      memory: 'missing',
    })
  })

  it('finds the words of a section that stand a second time without their tags', () => {
    const receipt = receiptOf([{ system: blocks(OURS, `Also: ${SAMPLE_SLOTS.AGENTS}`) }])
    expect(verdicts(receipt)).toEqual({ ...all('delivered'), rules: 'twice' })
  })

  it('counts a quote in the conversation or a tool result as an echo', () => {
    const messages = [
      { role: 'user', content: `quote: ${SAMPLE_SLOTS.SOUL}` },
      { role: 'assistant', content: OURS },
      { role: 'user', content: [{ type: 'tool_result', content: SAMPLE_SLOTS.AGENTS }] },
    ]
    const receipt = receiptOf([{ system: blocks(OURS), messages }])
    expect(verdicts(receipt)).toEqual(all('delivered'))
    const echoes = receipt.turns[0]?.sections.map(({ id, echoes }) => [
      id,
      echoes.map(({ slot }) => slot),
    ])
    expect(Object.fromEntries(echoes ?? [])).toMatchObject({
      persona: ['messages/1', 'messages/0'],
      rules: ['messages/1', 'messages/2/0'],
      user: ['messages/1'],
    })
  })

  it('does not take our text in the conversation for a delivery', () => {
    const receipt = receiptOf([{ messages: [{ role: 'user', content: OURS }] }])
    expect(verdicts(receipt)).toEqual(all('missing'))
  })

  it('takes a system message within the conversation as instruction level', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'system', content: OURS },
    ]
    const receipt = receiptOf([{ messages }])
    expect(verdicts(receipt)).toEqual(all('delivered'))
  })

  it('fails a delivery into a slot that the agent hedges', () => {
    const receipt = receiptOf([{ system: blocks(`${OURS}\nThis ${HEDGE}.`) }])
    expect(verdicts(receipt)).toEqual(all('delivered'))
    expect(receipt.sections.every(({ hedged }) => hedged)).toBe(true)
    expect(receipt.verdict).toBe('failed')
    expect(new Set(codes(receipt))).toEqual(new Set(['receipt.hedged']))
  })

  it('locates our sections in a text that only contains some of them', () => {
    const directives = composeSample({ viewer: 'public' })
    const receipt = receiptOf([{ system: blocks(directives.text) }], { delivered: directives.text })
    expect(verdicts(receipt)).toEqual({ ...all('delivered'), user: 'missing', memory: 'missing' })
  })

  it('accepts what an agent puts around our text', () => {
    const delivered = `Instructions:\n${OURS}\nEnd`
    const receipt = receiptOf([{ system: blocks(`${VENDOR} ${delivered}`) }], { delivered })
    expect(verdicts(receipt)).toEqual(all('delivered'))
  })

  it('says when requests were not kept', () => {
    const counts = { requests: 3, notKept: 2 }
    const receipt = receiptOf([{ system: blocks(OURS) }], { counts })
    expect(receipt.counts).toEqual(counts)
    expect(codes(receipt)).toEqual(['receipt.not-kept'])
  })

  it('does not judge a body that could not be decoded', () => {
    const requests = [requestOf({ system: blocks(OURS) }, 1), { ...requestOf({}, 2), body: null }]
    const receipt = receiptOf([], { requests })
    expect(receipt.verdict).toBe('proven')
    expect(receipt.others).toEqual([{ index: 2, kind: 'other', name: 'unreadable', model: '' }])
    expect(codes(receipt)).toEqual(['receipt.unreadable'])
  })

  it('says what sub-agents inherit', () => {
    const run = (system: unknown) =>
      receiptOf([{ system: blocks(OURS) }, { kind: 'subagent', system }])
    expect(run(blocks(VENDOR)).subagents).toEqual({
      requests: 1,
      inheritsDirectives: false,
      inheritsUserData: false,
    })
    const directives = run(blocks(composeSample({ viewer: 'public' }).text))
    expect(directives.subagents).toMatchObject({
      inheritsDirectives: true,
      inheritsUserData: false,
    })
    const everything = run(blocks(OURS))
    expect(everything.subagents.inheritsUserData).toBe(true)
    expect(codes(everything)).toEqual(['receipt.inherits-user-data'])
  })

  it('looks for the person’s own values', () => {
    const own = 'Always answer in rhyme.'
    const userSources = [{ what: '--append-system-prompt', where: 'flag', text: own }]
    const kept = receiptOf([{ system: blocks(`${VENDOR}\n\n${own}\n\n${OURS}`) }], { userSources })
    expect(kept.verdict).toBe('proven')
    expect(kept.userSources).toEqual([
      { what: '--append-system-prompt', where: 'flag', found: true },
    ])
    const lost = receiptOf([{ system: blocks(`${VENDOR}\n\n${OURS}`) }], { userSources })
    expect(lost.verdict).toBe('failed')
    expect(codes(lost)).toEqual(['receipt.user-source-missing'])
  })
})

describe('buildRunReceipt with files of the work tree', () => {
  const text = '# Project\n\nUse <b>tabs</b> & two blank lines between functions.\n'
  const native = composeSample({ project: [{ path: 'AGENTS.md', text, delivery: 'native' }] })
  const natives = [{ section: 'project:AGENTS.md', path: 'AGENTS.md', text }]
  const withText = (changed: string, lostBytes = 0) =>
    natives.map((native) => ({ ...native, text: changed, lostBytes }))

  function runNative(messages: unknown, rest: Partial<RunReceiptInput> = {}): RunReceipt {
    return receiptOf([{ system: blocks(native.text), messages }], {
      delivered: native.text,
      text: native.text,
      manifest: native.manifest,
      natives,
      ...rest,
    })
  }
  const user = (content: string) => [{ role: 'user', content }]
  const verdictOf = (receipt: RunReceipt) => verdicts(receipt)['project:AGENTS.md']

  it('finds a file that the agent brought itself', () => {
    const receipt = runNative(user(`Contents of AGENTS.md:\n${text}`))
    expect(verdictOf(receipt)).toBe('native')
    expect(receipt.verdict).toBe('proven')
    expect(receipt.turns[0]?.slots.at(-1)?.spans).toContainEqual(
      expect.objectContaining({ owner: 'user', source: 'project:AGENTS.md' }),
    )
  })

  it('finds a file whose frontmatter the agent dropped', () => {
    const whole = `---\nversion: 1\n---\n${text}`
    const files = natives.map((one) => ({ ...one, text: whole, body: text }))
    expect(verdictOf(runNative(user(`Contents:\n${text}`), { natives: files }))).toBe('native')
    expect(verdictOf(runNative(user(`Contents:\n${whole}`), { natives: files }))).toBe('native')
  })

  it('warns when the agent hedges it', () => {
    const receipt = runNative(user(`${text} This ${HEDGE}.`))
    expect(verdictOf(receipt)).toBe('native')
    expect(receipt.verdict).toBe('proven')
    expect(codes(receipt)).toEqual(['receipt.native-hedged'])
  })

  it('finds it re-wrapped and without its comments', () => {
    expect(verdictOf(runNative(user(text.replaceAll('\n', '\n  '))))).toBe('native')
    const commented = withText(`<!-- for people -->
${text}`)
    expect(verdictOf(runNative(user(text), { natives: commented }))).toBe('native')
  })

  it('finds what is left of a file that the agent cuts', () => {
    const long = `${text}${'More rules. '.repeat(60)}`
    const cut = long.slice(0, -100)
    const whole = withText(long)
    expect(verdictOf(runNative(user(cut), { natives: whole }))).toBe('altered')
    const known = withText(long, 100)
    expect(verdictOf(runNative(user(cut), { natives: known }))).toBe('native')
  })

  it('finds a file that did not arrive or arrived twice', () => {
    expect(verdictOf(runNative(user('hi')))).toBe('missing')
    expect(verdictOf(runNative(user(`${text}\n${text}`)))).toBe('twice')
    const toolResult = [{ role: 'user', content: [{ type: 'tool_result', content: text }] }]
    expect(verdictOf(runNative([...user(text), ...toolResult]))).toBe('native')
  })

  it('says when the text of a native file was not at hand', () => {
    const receipt = runNative(user(text), { natives: [] })
    expect(codes(receipt)).toEqual(['receipt.native-unchecked'])
  })

  it.each([true, false])(
    'finds a file that we delivered and the agent brought as well (trusted: %s)',
    (trusted) => {
      const injected = composeSample({
        project: [{ path: 'AGENTS.md', text, delivery: 'inject', trusted }],
      })
      const rest = { delivered: injected.text, text: injected.text, manifest: injected.manifest }
      const system = blocks(injected.text)
      const twice = receiptOf([{ system, messages: user(`# AGENTS.md\n${text}`) }], rest)
      expect(verdictOf(twice)).toBe('twice')
      expect(verdictOf(receiptOf([{ system }], rest))).toBe('delivered')
    },
  )
})

describe('the spans of a receipt', () => {
  it('are each slot exactly, whatever the wire holds', () => {
    const piece = fc.constantFrom(
      OURS,
      VENDOR,
      SAMPLE_SLOTS.SOUL,
      SAMPLE_SLOTS.AGENTS,
      'mine',
      ' \n',
      'é中',
    )
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, (system, said) => {
        const receipt = receiptOf(
          [{ system: blocks(...system), messages: [{ role: 'user', content: said }] }],
          {
            userSources: [{ what: 'own', where: 'flag', text: 'mine' }],
            natives: [{ section: 'n', path: 'n', text: SAMPLE_SLOTS.SOUL }],
            keepVendorText: true,
          },
        )
        const texts = ['[{"name":"Read"}]', ...system, said]
        for (const [index, slot] of (receipt.turns[0]?.slots ?? []).entries()) {
          let cursor = 0
          for (const span of slot.spans) {
            expect(span.start).toBe(cursor)
            expect(span.end).toBeGreaterThan(span.start)
            cursor = span.end
            if (span.text !== undefined) {
              expect(texts[index]?.slice(span.start, span.end)).toBe(span.text)
            }
          }
          expect(cursor).toBe(texts[index]?.length)
        }
      }),
    )
  })

  it('name the owner, and keep the vendor’s text as a hash', () => {
    const own = 'Always answer in rhyme.'
    const wire = { system: blocks('header', `${VENDOR}\n\n${own}\n\n${OURS}\ntail`) }
    const rest = {
      userSources: [{ what: 'append', where: 'flag', text: own }],
      bare: requestOf({ system: blocks('header', VENDOR) }, 1),
    }
    const [, header, prompt, said] = receiptOf([wire], rest).turns[0]?.slots ?? []
    expect(header?.spans).toEqual([
      { start: 0, end: 6, owner: 'vendor', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    const owners = prompt?.spans.map(({ owner, section, source }) => section ?? source ?? owner)
    expect(owners).toEqual([
      ...['vendor', 'append', 'unknown', 'onesoul', 'onesoul', 'persona', 'rules'],
      ...['tool-guidance', 'onesoul', 'user', 'memory', 'onesoul', 'unknown'],
    ])
    expect(JSON.stringify(prompt)).not.toContain('interactive agent')
    expect(said?.spans).toEqual([{ start: 0, end: 2, owner: 'conversation' }])
    const kept = receiptOf([wire], { ...rest, keepVendorText: true })
    expect(JSON.stringify(kept)).toContain('interactive agent')
  })
})

describe('changedSince', () => {
  const system = blocks(VENDOR, OURS)
  const turn = (...contents: string[]): Wire => ({
    system,
    messages: contents.map((content, index) => ({
      role: index % 2 ? 'assistant' : 'user',
      content,
    })),
  })
  const changeOf = (...wires: Wire[]) => receiptOf(wires).turns.at(-1)?.changedSince

  it('is null for the first turn and without a difference', () => {
    expect(changeOf(turn('hi'))).toBeNull()
    expect(changeOf(turn('hi'), turn('hi'))).toMatchObject({ request: 1, firstDifference: null })
  })

  it('names what was added', () => {
    const change = changeOf(turn('hi'), turn('hi', 'ho', 'more'))
    expect(change?.firstDifference).toEqual({
      slot: 'messages/1',
      offset: 0,
      owner: 'conversation',
    })
    expect(change?.prefixTokensKept).toBe(
      receiptOf([turn('hi')]).turns[0]?.slots.reduce((sum, slot) => sum + slot.tokens, 0),
    )
  })

  it('names the owner of what was changed in place', () => {
    const at = OURS.indexOf('calm')
    const changed = { system: blocks(VENDOR, OURS.replace('calm', 'loud')) }
    expect(changeOf(changed, { system })?.firstDifference).toEqual({
      slot: 'system/1',
      offset: at,
      owner: 'onesoul',
    })
    expect(changeOf({ system: blocks('Else', OURS) }, { system })).toMatchObject({
      firstDifference: { slot: 'system/0', offset: 0, owner: 'unknown' },
    })
  })

  it('names the end of a turn that is shorter than the one before', () => {
    expect(changeOf(turn('hi', 'ho'), turn('hi'))?.firstDifference).toEqual({
      slot: 'messages/0',
      offset: 2,
      owner: 'conversation',
    })
  })

  it('looks past side calls to the turn before', () => {
    const receipt = receiptOf([turn('hi'), { kind: 'side' }, turn('hi', 'ho')])
    expect(receipt.turns[1]?.changedSince?.request).toBe(1)
  })
})

describe('upstream', () => {
  it('names the base URL behind the recorder without its credentials', () => {
    const baseUrl = 'https://ada:secret@models.acme.test:8443/v1?key=secret#x'
    const receipt = receiptOf([{}], { upstream: { provider: 'acme', baseUrl } })
    expect(receipt.upstream).toEqual({
      provider: 'acme',
      baseUrl: 'https://models.acme.test:8443/v1',
    })
    expect(receiptOf([{}])).not.toHaveProperty('upstream')
  })
})

describe('receipt.schema.json', () => {
  const path = new URL('../../../../cli/schema/receipt.schema.json', import.meta.url)
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(path, 'utf8')))

  it('describes the receipts that are built', () => {
    const marked = [{ type: 'text', text: OURS, cache_control: { type: 'ephemeral' } }]
    const receipt = receiptOf(
      [
        { kind: 'side' },
        { system: marked },
        { system: blocks(VENDOR), messages: [{ role: 'user', content: SAMPLE_SLOTS.SOUL }] },
      ],
      {
        userSources: [{ what: 'own', where: 'flag', text: 'mine' }],
        keepVendorText: true,
        upstream: { provider: 'acme', baseUrl: 'https://models.acme.test/v1' },
      },
    )
    validate(JSON.parse(JSON.stringify(receipt)))
    expect(validate.errors).toBeNull()
  })

  it('refuses what is no receipt', () => {
    const receipt = receiptOf([{ system: blocks(OURS) }])
    expect(validate({ ...receipt, verdict: 'fine' })).toBe(false)
    expect(validate({ ...receipt, turns: [{}] })).toBe(false)
  })
})
