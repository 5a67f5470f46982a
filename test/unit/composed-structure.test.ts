import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compose } from '../../packages/core/src/lib/compose/compose.ts'
import {
  composeInput,
  contentSlots,
  projectDocument,
} from '../../packages/core/src/lib/compose/fixtures/compose-fixture.ts'
import { section } from '../../packages/core/src/lib/compose/section.ts'
import {
  attackText,
  BREAKOUT_KINDS,
} from '../../packages/core/src/lib/guard/fixtures/breakout-kinds.ts'
import { judgeStructure } from '../../packages/core/src/lib/guard/fixtures/lenient-judge.ts'
import type { ExtraSection } from '../../packages/core/src/lib/model/compose-input.ts'
import { RESERVED_NAMES } from '../../packages/core/src/lib/model/reserved-names.ts'

const file = join(process.env['ONESOUL_CORPUS'] ?? '(ONESOUL_CORPUS is not set)', 'breakout.json')

/** Sections of the caller's own: one that may bind, and one that others wrote. */
function added(text: string, stability: 'session' | 'turn'): readonly ExtraSection[] {
  return [
    section({ id: 'law', half: 'directives', trust: 'user', stability, text }),
    section({ id: 'docs', half: 'context', trust: 'external', stability, text }),
  ]
}

/**
 * The tags that the independent reader sees in a prompt with one text in every
 * slot, in two project files and in sections of the caller's own, and in the turn
 * behind it.
 */
function tagsWith(text: string, format: string): readonly string[] {
  const body = `${text}x`
  const made = compose(
    composeInput({
      slots: contentSlots({ SOUL: body, AGENTS: body, TOOLS: body, USER: body, MEMORY: body }),
      project: [
        { document: projectDocument('AGENTS.md', body), delivery: 'inject', trusted: true },
        { document: projectDocument('pkg/AGENTS.md', body), delivery: 'inject', trusted: false },
      ],
      extra: added(body, 'session'),
      turn: added(body, 'turn'),
      facts: { schemaVersion: 1, platform: body },
      settings: { language: 'en' },
      target: { format },
    }),
  )
  expect(made.refusal).toBeNull()
  return judgeStructure(`${made.text}${made.turn?.text}`).map(({ name, closing }) =>
    closing ? `/${name}` : name,
  )
}

const FORMATS = ['xml', 'anthropic'] as const
const expected = { xml: tagsWith('', 'xml'), anthropic: tagsWith('', 'anthropic') }

/** Every rendering under tags; those in blocks of the other providers have the same bytes. */
function expectTree(text: string): void {
  for (const format of FORMATS) {
    expect(tagsWith(text, format), JSON.stringify(text)).toEqual(expected[format])
  }
}

describe('a composed prompt before an independent lenient reader', () => {
  it('has exactly the tags of schema 3', () => {
    expect(expected.xml.slice(0, 7)).toEqual([
      'agent-configuration',
      'runtime-facts',
      '/runtime-facts',
      'directives',
      'onesoul',
      '/onesoul',
      'persona',
    ])
    const law = ['directives', 'extra', '/extra', '/directives']
    const data = ['context', 'notice', '/notice', 'extra', '/extra', '/context']
    const behind = ['agent-configuration', ...law, ...data, '/agent-configuration']
    expect(expected.xml).toHaveLength(34 + 4 + behind.length)
    expect(expected.xml.slice(-behind.length)).toEqual(behind)
    expect(expected.anthropic.slice(-behind.length - 3)).toEqual([
      'runtime-facts',
      '/runtime-facts',
      '/agent-configuration',
      ...behind,
    ])
    expect(expected.anthropic.toSorted()).toEqual(expected.xml.toSorted())
  })

  it.each(BREAKOUT_KINDS.map((kind) => [kind.kind, kind] as const))(
    'keeps its tree with %s in every body',
    (_, kind) => {
      for (const name of RESERVED_NAMES) expectTree(attackText(kind.build(name)))
    },
  )

  const present = existsSync(file)
  it.skipIf(!present)(
    `keeps its tree with every string of the corpus${present ? '' : ` (NOT RUN: no ${file})`}`,
    () => {
      const attempts = JSON.parse(readFileSync(file, 'utf8')) as readonly {
        readonly text: string
      }[]
      expect(attempts).toHaveLength(689)
      for (const { text } of attempts) expectTree(text)
    },
  )
})
