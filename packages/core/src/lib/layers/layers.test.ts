import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import { composeInput, contentSlots } from '../compose/fixtures/compose-fixture.ts'
import { buildLayers, toLayers } from './build-layers.ts'
import { buildMessages } from './build-messages.ts'
import type { HistoryMessage } from './history-message.ts'
import { skillsText } from './skills-text.ts'

const NONE = { soul: null, agents: null, skills: null, user: null }
const cached = { cache_control: { type: 'ephemeral' } }

describe('buildLayers', () => {
  it('has no block without a text, and an empty text is none', () => {
    expect(JSON.stringify(buildLayers(NONE))).toBe('[]')
    expect(JSON.stringify(buildLayers({ soul: '', agents: '', skills: '', user: '' }))).toBe('[]')
  })

  it('lays out all three files, byte for byte, keys in their order', () => {
    expect(JSON.stringify(buildLayers({ ...NONE, soul: 'S', agents: 'A', user: 'U' }))).toBe(
      String.raw`[{"type":"text","text":"# Identity\n\nS\n\n---\n\n# Instructions\n\nA","cache_control":{"type":"ephemeral"}},{"type":"text","text":"# User Preferences\n\nU"}]`,
    )
  })

  it('has one block without a marker for USER alone', () => {
    expect(buildLayers({ ...NONE, user: 'U' })).toEqual([
      { type: 'text', text: '# User Preferences\n\nU' },
    ])
  })

  it('begins with the instructions when the identity is empty', () => {
    expect(buildLayers({ ...NONE, soul: '', agents: 'A' })).toEqual([
      { type: 'text', text: '# Instructions\n\nA', ...cached },
    ])
  })

  it('trims nothing', () => {
    expect(buildLayers({ ...NONE, soul: 'S\n', agents: 'A\n' })[0]?.text).toBe(
      '# Identity\n\nS\n\n\n---\n\n# Instructions\n\nA\n',
    )
  })

  it('puts the skills between, with a marker', () => {
    expect(buildLayers({ soul: 'S', agents: null, skills: 'K', user: 'U' })).toEqual([
      { type: 'text', text: '# Identity\n\nS', ...cached },
      { type: 'text', text: 'K', ...cached },
      { type: 'text', text: '# User Preferences\n\nU' },
    ])
  })
})

describe('skillsText', () => {
  const db = { name: 'db', description: 'DB', path: 'skills/db.md' }
  const ts = { name: 'ts', description: 'TS', path: 'skills/ts.md', always: true }
  const write = (
    skills: Parameters<typeof skillsText>[0],
    loaded: Readonly<Record<string, string>> = {},
    workspaceDir = '/w',
  ) => skillsText(skills, { loaded: new Map(Object.entries(loaded)), workspaceDir })

  it('is nothing without a skill', () => {
    expect(write([])).toBeNull()
  })

  it('writes whole and described skills in the order of the list', () => {
    expect(write([ts, db], { ts: 'root={{workspaceDir}}' })).toBe(
      '# Available Skills\n\n\n## ts (always loaded)\n\nroot=/w\n\n- **db**: DB _(load via `read_file("skills/db.md")` when needed)_',
    )
    expect(write([db, ts], { ts: 'x' })).toMatch(/^# Available Skills\n\n\n- \*\*db\*\*/)
  })

  it('describes an always-skill that could not be loaded, and keeps the heading of an empty one', () => {
    expect(write([ts])).toBe(
      '# Available Skills\n\n\n- **ts**: TS _(load via `read_file("skills/ts.md")` when needed)_',
    )
    expect(write([ts], { ts: '' })).toBe('# Available Skills\n\n\n## ts (always loaded)\n\n')
  })

  it('replaces every exact token in loaded texts alone, whatever the directory is called', () => {
    const text = '{{workspaceDir}} {{ workspaceDir }} {{workspaceDir}}'
    expect(write([ts], { ts: text }, '/$&/$1')).toContain('\n\n/$&/$1 {{ workspaceDir }} /$&/$1')
    expect(write([{ ...db, description: '{{workspaceDir}}' }])).toContain('{{workspaceDir}}')
  })

  it('gives two skills of one name the text that was loaded for the name', () => {
    expect(write([ts, { ...ts, path: 'other.md' }], { ts: 'last' })?.match(/last/g)).toHaveLength(2)
  })
})

describe('buildMessages', () => {
  const turns = (count: number): readonly HistoryMessage[] =>
    Array.from({ length: count }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `m${index}`,
    }))
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1' }] } as const
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] } as const

  it('keeps the last 50 of 60 messages and shares them', () => {
    const history = turns(60)
    for (const compat of [true, false]) {
      const messages = buildMessages(history, 'now', { maxMessages: 50, compat })
      expect(messages).toHaveLength(51)
      expect(messages[0]).toBe(history[10])
      expect(messages[0]).toMatchObject({ role: 'user', content: 'm10' })
      expect(messages.at(-1)).toEqual({ role: 'user', content: 'now' })
    }
  })

  it('begins with the person, where a plain slice begins with the assistant', () => {
    const history = turns(51)
    const compat = buildMessages(history, 'now', { maxMessages: 50, compat: true })
    expect(compat[0]).toMatchObject({ role: 'assistant', content: 'm1' })
    expect(compat).toHaveLength(51)
    const safe = buildMessages(history, 'now', { maxMessages: 50 })
    expect(safe[0]).toMatchObject({ role: 'user', content: 'm2' })
  })

  it('takes 0 for none, where a plain slice keeps everything', () => {
    expect(buildMessages(turns(4), 'now', { maxMessages: 0, compat: true })).toHaveLength(5)
    expect(buildMessages(turns(4), 'now', { maxMessages: 0 })).toEqual([
      { role: 'user', content: 'now' },
    ])
    expect(buildMessages(turns(4), 'now', { maxMessages: -3 })).toHaveLength(1)
    expect(buildMessages(turns(4), 'now', { maxMessages: Number.NaN })).toHaveLength(1)
  })

  it('joins two messages of a person, where a plain slice leaves both', () => {
    const history = turns(3)
    const compat = buildMessages(history, 'now', { maxMessages: 50, compat: true })
    expect(compat.slice(-2).map((message) => message.role)).toEqual(['user', 'user'])
    expect(buildMessages(history, 'now', { maxMessages: 50 }).at(-1)).toEqual({
      role: 'user',
      content: 'm2\n\nnow',
    })
    const blocks = [{ type: 'image' }]
    expect(buildMessages([{ role: 'user', content: blocks }], 'now', { maxMessages: 5 })).toEqual([
      { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'now' }] },
    ])
    expect(history[2]).toEqual({ role: 'user', content: 'm2' })
  })

  it('keeps a call with its result, and neither without the other', () => {
    const [first, second] = turns(2)
    if (!first || !second) throw new Error('two messages were made')
    const whole = [first, call, result, second]
    expect(buildMessages(whole, 'now', { maxMessages: 4 }).slice(0, 4)).toEqual(whole)
    const cut = [first, second, first, call, result, second]
    const compat = buildMessages(cut, 'now', { maxMessages: 2, compat: true })
    expect(compat[0]).toBe(result)
    expect(buildMessages(cut, 'now', { maxMessages: 2 })).toEqual([
      { role: 'user', content: 'now' },
    ])
    expect(buildMessages([first, call], 'now', { maxMessages: 9 })).toEqual([
      { role: 'user', content: 'm0\n\nnow' },
    ])
    const talked = { role: 'assistant', content: [{ type: 'text' }, ...call.content] } as const
    expect(buildMessages([first, talked], 'now', { maxMessages: 9 })[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text' }],
    })
    expect(
      buildMessages([first, second, first, talked, result], 'now', { maxMessages: 9 }),
    ).toEqual([
      first,
      second,
      first,
      talked,
      { role: 'user', content: [...result.content, { type: 'text', text: 'now' }] },
    ])
  })
})

describe('a composition of the format layers', () => {
  const made = (slots: Parameters<typeof contentSlots>[0], viewer: 'owner' | 'public' = 'owner') =>
    compose(composeInput({ slots: contentSlots(slots), target: { format: 'layers', viewer } }))

  it('has the same blocks as the builder', () => {
    const texts = { SOUL: 'S\n', AGENTS: 'A\n', USER: 'U' }
    expect(JSON.stringify(toLayers(made(texts)))).toBe(
      JSON.stringify(buildLayers({ ...NONE, soul: 'S\n', agents: 'A\n', user: 'U' })),
    )
    expect(made(texts).manifest.parts.map((part) => part.cache)).toEqual([
      { type: 'ephemeral' },
      null,
    ])
    expect(toLayers(made({}))).toEqual([])
    expect(made({}).manifest.parts).toEqual([])
    expect(toLayers(made(texts, 'public'))).toHaveLength(1)
  })

  it('says what it has no place for', () => {
    const { manifest } = made({ SOUL: 'S', TOOLS: 'T', MEMORY: 'M' })
    const told = (id: string) => manifest.sections.find((section) => section.id === id)
    for (const id of ['onesoul', 'tool-guidance', 'memory']) {
      expect(told(id)).toMatchObject({
        status: 'excluded',
        reason: 'the layers rendering has no place for it',
        spans: [],
      })
    }
    expect(told('memory')?.omitted).toEqual([
      { source: 0, lines: [1, 1], reason: 'excluded', headings: [] },
    ])
  })

  it('is refused when a required slot has no place in it', () => {
    const slots = contentSlots({ TOOLS: 'T' }).map((slot) => ({ ...slot, required: true }))
    const refused = compose(composeInput({ slots, target: { format: 'layers' } }))
    expect(refused.refusal).toMatchObject({ code: 'slot.required' })
  })
})
