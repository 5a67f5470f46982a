import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import {
  composeInput,
  contentSlots,
  type InputChanges,
  projectDocument,
  slotDocument,
} from '../compose/fixtures/compose-fixture.ts'
import { section } from '../compose/section.ts'
import { explainOffset } from '../explain/explain-offset.ts'
import type { Composition, Part, PlacedPiece } from '../model/composition.ts'
import type { Span } from '../model/manifest.ts'
import { FORMATS } from './formats.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const FORMAT_NAMES = FORMATS.map(({ format }) => format)
const BLOCKS = FORMATS.filter(({ layout }) => layout === 'blocks').map(({ format }) => format)

const FIVE = {
  SOUL: '---\nversion: 1\n---\nYou are Pilot 🐈.\r\nLine two for {{bot}}.',
  AGENTS: 'Always use <rules> pnpm.\n',
  TOOLS: 'Search with rg.',
  USER: 'Ingrid reads in the morning.',
  MEMORY: 'The lock moved.\n\n',
}

const project = (path: string, text: string, trusted: boolean) =>
  ({ document: projectDocument(path, text), delivery: 'inject', trusted }) as const

/** Everything that a composition can hold. */
const full: InputChanges = {
  slots: [
    ...contentSlots(FIVE).filter(({ slot }) => slot !== 'TOOLS'),
    {
      slot: 'TOOLS',
      required: false,
      resolution: {
        outcome: 'content',
        documents: [slotDocument('TOOLS', FIVE.TOOLS), slotDocument('TOOLS', 'And fd.', 'bot')],
      },
    },
  ],
  project: [project('AGENTS.md', 'Use make.', true), project('sub/AGENTS.md', 'Use <b>.', false)],
  extra: [
    section({
      id: 'now',
      half: 'directives',
      trust: 'operator',
      stability: 'session',
      text: 'Be.',
    }),
    section({ id: 'law', half: 'directives', trust: 'operator', stability: 'fixed', text: 'Law.' }),
    section({ id: 'docs', half: 'context', trust: 'external', stability: 'fixed', text: 'a & b' }),
  ],
  turn: [
    section({ id: 'hit', half: 'context', trust: 'external', stability: 'turn', text: 'x < y\nz' }),
    section({
      id: 'rule',
      half: 'directives',
      trust: 'user',
      stability: 'turn',
      text: 'Be brief.',
    }),
  ],
  facts: { schemaVersion: 1, platform: 'slack' },
  target: { platform: 'slack', bot: 'dev-bot' },
  settings: { language: 'en' },
}

const made = (format: string, changes: InputChanges = full): Composition =>
  compose(composeInput({ ...changes, target: { ...changes.target, format } }))

/** Spans by part, in the order in which they stand there. */
function spansOf(spans: readonly Span[], part: string): readonly Span[] {
  return spans.filter((span) => span.part === part).sort((a, b) => a.start - b.start)
}

/** Leads one character back and finds it in its file. */
function expectTraced(composition: Composition, part: Part, offset: number): void {
  const origin = explainOffset(composition, offset, part.id)
  expect(origin).toBeDefined()
  if (!origin || 'inserted' in origin) return
  const documents = composition.documents[origin.section] ?? []
  const source = documents.find((one) => one.ref === origin.source)
  const line = `${source?.text.split('\n')[origin.line - 1]}\n`
  const character = line[origin.column - 1] ?? 'none'
  // What the guard or a variable put there stands for the first character of what it replaced.
  if (isVerbatim(composition, part.id, offset)) expect(character).toBe(part.text[offset])
  else expect('<>&{').toContain(character)
}

/** Leads every character of sources back, and of each text of ours the first. */
function expectPartTraced(
  composition: Composition,
  part: Part,
  placed: readonly PlacedPiece[],
): void {
  for (const piece of placed.filter((one) => one.part === part.id)) {
    const end = 'source' in piece.piece ? piece.end : piece.start + 1
    for (let at = piece.start; at < end; at++) expectTraced(composition, part, at)
  }
}

function isVerbatim(composition: Composition, part: string, offset: number): boolean {
  const found = composition.placed.find(
    (placed) => placed.part === part && placed.start <= offset && offset < placed.end,
  )
  return found !== undefined && 'source' in found.piece && found.piece.verbatim
}

function expectGapless(spans: readonly Span[], text: string): void {
  let end = 0
  for (const span of spans) {
    expect(span.start).toBe(end)
    end = span.end
  }
  expect(end).toBe(text.length)
}

describe('every rendering', () => {
  it.each(FORMAT_NAMES)(
    '%s: has spans that are its parts exactly, and digests of them',
    (format) => {
      const { manifest, parts, text, refusal } = made(format)
      expect(refusal).toBeNull()
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(manifest.parts.map(({ id }) => id)).toEqual(parts.map((_, index) => `system/${index}`))
      const spans = manifest.sections.flatMap((one) => one.spans)
      for (const part of parts) {
        expectGapless(spansOf(spans, part.id), part.text)
        expect(part.sha256).toBe(sha256(part.text))
        expect(manifest.parts.find(({ id }) => id === part.id)?.sha256).toBe(part.sha256)
      }
      expect(spans.every((span) => parts.some(({ id }) => id === span.part))).toBe(true)
      expect(manifest.digest).toBe(`sha256:${sha256(text)}`)
      const sum = manifest.sections.reduce((total, one) => total + one.size.chars, 0)
      expect(sum).toBe(manifest.totals.chars)
    },
  )

  it.each(FORMAT_NAMES)('%s: leads each character of each part back to its source', (format) => {
    const composition = made(format)
    const { parts, turn } = composition
    let start = 0
    for (const part of parts) {
      for (let offset = 0; offset < part.text.length; offset++) {
        expectTraced(composition, part, offset)
        expect(explainOffset(composition, start + offset)).toEqual(
          explainOffset(composition, offset, part.id),
        )
      }
      start += part.text.length
    }
    if (!turn) throw new Error('there are sections for the turn')
    for (let offset = 0; offset < turn.text.length; offset++) {
      expectTraced(composition, turn, offset)
    }
    expect(explainOffset(composition, composition.text.length)).toBeUndefined()
    expect(explainOffset(composition, 0, 'system/9')).toBeUndefined()
  })

  it('leads each character of any bodies back to its source, in any format', () => {
    const body = fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '&',
          '</rules>',
          '{{bot}}',
          '🐈',
          '规',
          '\n',
          '\r\n',
          'word ',
          '"',
        ),
        { maxLength: 8 },
      )
      .map((parts) => `${parts.join('')}x`)
    const bodies = fc.record({ SOUL: body, AGENTS: body, USER: body, added: body })
    fc.assert(
      fc.property(fc.constantFrom(...FORMAT_NAMES), bodies, (format, { added, ...slots }) => {
        const external = { half: 'context', trust: 'external', text: added } as const
        const composition = made(format, {
          slots: contentSlots(slots),
          extra: [section({ id: 'a', stability: 'session', ...external })],
          turn: [section({ id: 'b', stability: 'turn', ...external })],
          target: { bot: 'dev-bot' },
        })
        const { parts, turn, placed } = composition
        for (const part of [...parts, ...(turn ? [turn] : [])]) {
          expectPartTraced(composition, part, placed)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is the XML document for a name that is not known', () => {
    expect(made('json').text).toBe(made('xml').text)
  })

  it('is one developer part for codex, with the bytes of xml', () => {
    const { parts, text } = made('codex')
    expect(parts).toHaveLength(1)
    expect(parts[0]?.role).toBe('developer')
    expect(text).toBe(made('xml').text)
  })
})

describe('renderings in blocks', () => {
  const heads = (composition: Composition): readonly string[] =>
    composition.parts.map((part) => part.text.match(/<([a-z-]+)/g)?.join(' ') ?? '')

  it.each(BLOCKS)('%s: stand in the order in which they change, facts last', (format) => {
    const { parts, text } = made(format)
    expect(heads(made(format))).toEqual([
      '<agent-configuration <directives <onesoul <persona <rules <tool-guidance <extra',
      '<project <project-file <extra',
      '<context <notice <user-data <user <memory-data <memory <project <project-file <extra',
      '<runtime-facts',
    ])
    expect(text.endsWith('</runtime-facts>\n</agent-configuration>')).toBe(true)
    for (const part of parts.slice(0, -1)) expect(part.text.endsWith('>\n')).toBe(true)
    expect(parts.every(({ cache }) => cache === null)).toBe(true)
    expect(parts.every(({ role }) => role === (format === 'openai' ? 'developer' : 'system'))).toBe(
      true,
    )
  })

  it('have the bytes of xml when there is neither a fact nor a section of the caller', () => {
    const { facts: _, extra: __, ...plain } = full
    expect(made('anthropic', plain).text).toBe(made('xml', plain).text)
  })

  it('keep the fixed block byte for byte, whatever follows it', () => {
    const fixed = made('anthropic').parts[0]?.text
    const without = (...keys: (keyof InputChanges)[]): InputChanges =>
      Object.fromEntries(Object.entries(full).filter(([key]) => !keys.some((one) => one === key)))
    const others = [
      without('facts'),
      without('project'),
      without('turn'),
      without('facts', 'project'),
      { ...full, target: { ...full.target, viewer: 'public' as const } },
      {
        ...without('facts', 'project', 'turn'),
        extra: full.extra?.filter(({ id }) => id === 'law') ?? [],
        target: { ...full.target, viewer: 'public' as const },
      },
    ]
    for (const other of others) {
      const { parts, refusal } = made('anthropic', other)
      expect(refusal).toBeNull()
      expect(parts.length).toBeGreaterThan(1)
      expect(parts[0]?.text).toBe(fixed)
    }
  })

  it('close what is open in a block of its own when nothing else follows', () => {
    const { parts } = made('anthropic', { slots: contentSlots({ SOUL: 'x' }) })
    expect(parts.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^<agent-configuration[\s\S]*<\/persona>\n$/),
      '</directives>\n</agent-configuration>',
    ])
  })

  it('read as what was composed, whatever the bodies are', () => {
    const nasty = fc
      .array(
        fc.constantFrom(
          '<',
          '</',
          '>',
          'rules',
          'extra',
          'context',
          '＜',
          '-',
          '/',
          '\n',
          'x',
          '"',
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(nasty, nasty, nasty, (first, second, third) => {
        const { parts, manifest, refusal } = made('anthropic', {
          ...full,
          slots: contentSlots({ SOUL: `${first}x`, USER: `${second}x` }),
          extra: [
            section({
              id: 'docs',
              half: 'context',
              trust: 'external',
              stability: 'session',
              text: third,
            }),
          ],
        })
        expect(refusal).toBeNull()
        const spans = manifest.sections.flatMap((one) => one.spans)
        for (const part of parts) expectGapless(spansOf(spans, part.id), part.text)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the Markdown rendering', () => {
  it('has a heading for every element, with the path of a file', () => {
    const headings = made('markdown').placed.flatMap(({ piece }) =>
      'inserted' in piece && piece.inserted === 'wrapper' && piece.text.startsWith('#')
        ? [piece.text.trimEnd()]
        : [],
    )
    expect(headings).toEqual([
      '# runtime-facts application/json 1',
      '# directives',
      '## onesoul',
      '## persona',
      '## rules',
      '## tool-guidance',
      '## project',
      '### project-file AGENTS.md',
      '## extra now',
      '## extra law',
      '# context',
      '## notice',
      '## user-data',
      '### user',
      '## memory-data',
      '### memory',
      '## project',
      '### project-file sub/AGENTS.md',
      '## extra docs',
    ])
  })
})
