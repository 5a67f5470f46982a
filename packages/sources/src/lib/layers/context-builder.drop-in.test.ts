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
    '---\nbudget: 9\n---\nbody',
    '```md\n# Identity\n',
    '👩\u200d💻 \u0000 \u202e',
    ' \t\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
/** A file of text, one of bytes that are no UTF-8, or a folder in its place. */
const entry = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const files = fc.record(
  {
    'SOUL.md': entry,
    'AGENTS.md': entry,
    'USER.md': entry,
    'skills/a.md': entry,
    'skills/b.md': entry,
    'ME.md': entry,
    'prompts/IT.md': entry,
  },
  { requiredKeys: [] },
)
const skill = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'constructor'),
    description: text,
    path: fc.constantFrom('skills/a.md', 'skills/b.md', 'skills/none.md', 'skills', '../a.md'),
    always: fc.boolean(),
  },
  { requiredKeys: ['name', 'description', 'path'] },
)
const config = fc.record(
  {
    skills: fc.array(skill, { maxLength: 4 }),
    maxHistoryMessages: fc.nat(5),
    promptFiles: fc.record(
      {
        soul: fc.constantFrom('prompts/IT.md', 'none.md', ''),
        agents: fc.constantFrom('ME.md', 'AGENTS.md'),
        user: fc.constantFrom('ME.md', 'SOUL.md'),
      },
      { requiredKeys: [] },
    ),
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
        const { dir, write, folder } = await createTempTree()
        for (const [name, held] of Object.entries(tree)) {
          await (held === null ? folder(name) : write(name, held))
        }
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
      { numRuns: 150 },
    )
  })

  it('gives each block a mark of its own, whichever prompt it stands in', async () => {
    const { dir } = await createTempTree({ 'SOUL.md': 'Be.' })
    const skills = [{ name: 'a', description: 'Does.', path: 'skills/a.md' }]
    const build = () => new ContextBuilder({ workspaceDir: dir, skills }).buildSystemPrompt()
    const [soul, list] = await build()
    Object.assign(soul?.cache_control ?? {}, { ttl: '1h' })
    expect(list?.cache_control).toEqual({ type: 'ephemeral' })
    expect((await build()).map((block) => block.cache_control)).toEqual([
      { type: 'ephemeral' },
      { type: 'ephemeral' },
    ])
  })
})
