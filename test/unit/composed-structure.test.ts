import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compose } from '../../packages/core/src/lib/compose/compose.ts'
import {
  composeInput,
  contentSlots,
  projectDocument,
} from '../../packages/core/src/lib/compose/fixtures/compose-fixture.ts'
import {
  attackText,
  BREAKOUT_KINDS,
} from '../../packages/core/src/lib/guard/fixtures/breakout-kinds.ts'
import { judgeStructure } from '../../packages/core/src/lib/guard/fixtures/lenient-judge.ts'
import { RESERVED_NAMES } from '../../packages/core/src/lib/model/reserved-names.ts'

const file = join(process.env['ONESOUL_CORPUS'] ?? '(ONESOUL_CORPUS is not set)', 'breakout.json')

/** The tags that the independent reader sees in a prompt with one text in every slot and in two project files. */
function tagsWith(text: string): readonly string[] {
  const body = `${text}x`
  const made = compose(
    composeInput({
      slots: contentSlots({ SOUL: body, AGENTS: body, TOOLS: body, USER: body, MEMORY: body }),
      project: [
        { document: projectDocument('AGENTS.md', body), delivery: 'inject', trusted: true },
        { document: projectDocument('pkg/AGENTS.md', body), delivery: 'inject', trusted: false },
      ],
      settings: { language: 'en' },
    }),
  )
  expect(made.refusal).toBeNull()
  return judgeStructure(made.text).map(({ name, closing }) => (closing ? `/${name}` : name))
}

const expected = tagsWith('')

describe('a composed prompt before an independent lenient reader', () => {
  it('has exactly the tags of schema 3', () => {
    expect(expected).toHaveLength(32)
    expect(expected.slice(0, 5)).toEqual([
      'agent-configuration',
      'directives',
      'onesoul',
      '/onesoul',
      'persona',
    ])
  })

  it.each(BREAKOUT_KINDS.map((kind) => [kind.kind, kind] as const))(
    'keeps its tree with %s in every body',
    (_, kind) => {
      for (const name of RESERVED_NAMES)
        expect(tagsWith(attackText(kind.build(name)))).toEqual(expected)
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
      for (const { text } of attempts)
        expect(tagsWith(text), JSON.stringify(text)).toEqual(expected)
    },
  )
})
