import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { ContextBuilder } from './context-builder.ts'
import { plainLayeredBuilder } from './fixtures/plain-layered-builder.ts'

const text = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    'S\n',
    '\uFEFFbom',
    '{{workspaceDir}} and {{ workspaceDir }}',
    '$& $1',
    '你好\r\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const files = fc.record(
  {
    'SOUL.md': text,
    'AGENTS.md': text,
    'USER.md': text,
    'skills/a.md': text,
    'skills/b.md': text,
    'ME.md': text,
  },
  { requiredKeys: [] },
)
const skill = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'constructor'),
    description: text,
    path: fc.constantFrom('skills/a.md', 'skills/b.md', 'skills/none.md'),
    always: fc.boolean(),
  },
  { requiredKeys: ['name', 'description', 'path'] },
)
const config = fc.record(
  {
    skills: fc.array(skill, { maxLength: 4 }),
    maxHistoryMessages: fc.nat(5),
    promptFiles: fc.record({ user: fc.constant('ME.md') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.oneof(
      text,
      fc.array(fc.record({ type: fc.constantFrom('text', 'tool_use', 'tool_result') })),
    ),
  }),
  { maxLength: 8 },
)

describe('ContextBuilder beside a builder of this shape that others wrote', () => {
  it('gives the same bytes for any files, skills and history', async () => {
    await fc.assert(
      fc.asyncProperty(files, config, messages, text, async (tree, options, history, now) => {
        const { dir } = await createTempTree(tree)
        const plain = plainLayeredBuilder({ workspaceDir: dir, ...options })
        const ours = new ContextBuilder({ workspaceDir: dir, ...options, compat: true })
        const expected = JSON.stringify(await plain.buildSystemPrompt())
        expect(JSON.stringify(await ours.buildSystemPrompt())).toBe(expected)
        const safe = new ContextBuilder({ workspaceDir: dir, ...options })
        expect(JSON.stringify(await safe.buildSystemPrompt())).toBe(expected)
        expect(JSON.stringify(ours.buildMessages(history, now))).toBe(
          JSON.stringify(plain.buildMessages(history, now)),
        )
      }),
      { numRuns: 40 },
    )
  })
})
