import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { HistoryMessage } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { ContextBuilder, type ContextBuilderConfig } from './context-builder.ts'

/** The types that an own loop on the Anthropic SDK has. */
interface MessageParam {
  role: 'user' | 'assistant'
  content:
    | string
    | (
        | { type: 'text'; text: string }
        | { type: 'tool_use'; id: string; name: string; input: unknown }
        | { type: 'tool_result'; tool_use_id: string; content?: string }
      )[]
}
interface TextBlockParam {
  type: 'text'
  text: string
  cache_control?: { type: 'ephemeral'; ttl?: '5m' | '1h' } | null
}

type Config = Omit<ContextBuilderConfig, 'workspaceDir'>

async function builderOf(files: Readonly<Record<string, string>>, config: Config = {}) {
  const tree = await createTempTree(files)
  return { tree, builder: new ContextBuilder({ workspaceDir: tree.dir, ...config }) }
}

async function promptOf(files: Readonly<Record<string, string>>, config: Config = {}) {
  const { builder } = await builderOf(files, config)
  return JSON.stringify(await builder.buildSystemPrompt())
}

const SKILLS = [
  { name: 'ts', description: 'TS', path: 'skills/ts.md', always: true },
  { name: 'db', description: 'DB', path: 'skills/db.md' },
]

describe.each([false, true])('ContextBuilder.buildSystemPrompt, compat %s', (compat) => {
  it('has no block without files', async () => {
    expect(await promptOf({}, { compat })).toBe('[]')
  })

  it('has two blocks of three files, byte for byte', async () => {
    const files = { 'SOUL.md': 'S', 'AGENTS.md': 'A', 'USER.md': 'U' }
    expect(await promptOf(files, { compat })).toBe(
      String.raw`[{"type":"text","text":"# Identity\n\nS\n\n---\n\n# Instructions\n\nA","cache_control":{"type":"ephemeral"}},{"type":"text","text":"# User Preferences\n\nU"}]`,
    )
  })

  it('has one block without a marker of USER alone', async () => {
    expect(await promptOf({ 'USER.md': 'U' }, { compat })).toBe(
      String.raw`[{"type":"text","text":"# User Preferences\n\nU"}]`,
    )
  })

  it('takes an empty file for none', async () => {
    expect(await promptOf({ 'SOUL.md': '', 'AGENTS.md': 'A', 'USER.md': '' }, { compat })).toBe(
      String.raw`[{"type":"text","text":"# Instructions\n\nA","cache_control":{"type":"ephemeral"}}]`,
    )
  })

  it('trims nothing, not even frontmatter or a byte order mark', async () => {
    expect(await promptOf({ 'SOUL.md': 'S\n', 'AGENTS.md': 'A\n' }, { compat })).toContain(
      String.raw`"# Identity\n\nS\n\n\n---\n\n# Instructions\n\nA\n"`,
    )
    expect(await promptOf({ 'SOUL.md': '\ufeff---\na: b\n---\n' }, { compat })).toContain(
      '# Identity\\n\\n\ufeff---\\na: b\\n---\\n"',
    )
  })

  it('has a block of skills with a marker, the directory filled in', async () => {
    const { tree, builder } = await builderOf(
      { 'skills/ts.md': 'root={{workspaceDir}}' },
      { compat, skills: SKILLS },
    )
    expect(await builder.buildSystemPrompt()).toEqual([
      {
        type: 'text',
        text: `# Available Skills\n\n\n## ts (always loaded)\n\nroot=${tree.dir}\n\n- **db**: DB _(load via \`read_file("skills/db.md")\` when needed)_`,
        cache_control: { type: 'ephemeral' },
      },
    ])
    expect(builder.diagnostics).toEqual([])
  })

  it('describes an always-skill whose file is missing, and says so', async () => {
    const { builder } = await builderOf({}, { compat, skills: SKILLS })
    const [block] = await builder.buildSystemPrompt()
    expect(block?.text).toContain(
      '- **ts**: TS _(load via `read_file("skills/ts.md")` when needed)_',
    )
    expect(builder.diagnostics).toMatchObject([{ code: 'layers.skill-described' }])
    const { builder: empty } = await builderOf({ 'skills/ts.md': '' }, { compat, skills: SKILLS })
    expect((await empty.buildSystemPrompt())[0]?.text).toContain(
      '## ts (always loaded)\n\n\n\n- **db**',
    )
  })

  it('gives two skills of one name the text of the last', async () => {
    const skills = [
      { name: 'ts', description: '', path: 'a.md', always: true },
      { name: 'ts', description: '', path: 'b.md', always: true },
    ]
    const prompt = await promptOf({ 'a.md': 'first', 'b.md': 'last' }, { compat, skills })
    expect(prompt).not.toContain('first')
    expect(prompt.match(/last/g)).toHaveLength(2)
  })

  it('reads files of other names', async () => {
    const promptFiles = { soul: 'me.md', user: 'docs/you.md' }
    const files = { 'me.md': 'S', 'docs/you.md': 'U', 'SOUL.md': 'other' }
    expect(await promptOf(files, { compat, promptFiles })).toContain('# Identity\\n\\nS"')
    expect(await promptOf(files, { compat, promptFiles })).toContain('# User Preferences\\n\\nU"')
  })

  it('leaves out what cannot be read, and says so', async () => {
    const { tree, builder } = await builderOf({ 'SOUL.md/x': '', 'AGENTS.md': 'A' }, { compat })
    execFileSync('mkfifo', [tree.path('USER.md')])
    expect(await builder.buildSystemPrompt()).toHaveLength(1)
    expect(builder.diagnostics.map(({ code, message }) => [code, message.split(':')[0]])).toEqual([
      ['layers.unreadable', 'SOUL.md'],
      ['layers.unreadable', 'USER.md'],
    ])
  })
})

describe('ContextBuilder.buildMessages', () => {
  const history: readonly HistoryMessage[] = Array.from({ length: 60 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `m${index}`,
  }))

  it('keeps 50 messages unless told otherwise, and takes 0 for none', async () => {
    const { builder } = await builderOf({})
    expect(builder.buildMessages(history, 'now')).toHaveLength(51)
    expect(builder.buildMessages(history, 'now')[0]).toBe(history[10])
    const { builder: none } = await builderOf({}, { maxHistoryMessages: 0 })
    expect(none.buildMessages(history, 'now')).toEqual([{ role: 'user', content: 'now' }])
  })

  it('fits a loop with the types of the SDK', async () => {
    const { builder } = await builderOf({ 'SOUL.md': 'S' })
    const system: TextBlockParam[] = await builder.buildSystemPrompt()
    const given: MessageParam[] = [{ role: 'user', content: 'hi' }]
    const messages: MessageParam[] = builder.buildMessages(given, 'now')
    expect([system.length, messages.length]).toEqual([1, 1])
  })

  it('has the faults of a plain slice with compat alone', async () => {
    const { builder } = await builderOf({}, { maxHistoryMessages: 0, compat: true })
    expect(builder.buildMessages(history, 'now')).toHaveLength(61)
    const { builder: odd } = await builderOf({}, { maxHistoryMessages: 49, compat: true })
    expect(odd.buildMessages(history, 'now')[0]).toMatchObject({ role: 'assistant' })
    const { builder: safe } = await builderOf({}, { maxHistoryMessages: 49 })
    expect(safe.buildMessages(history, 'now')[0]).toMatchObject({ role: 'user', content: 'm12' })
  })

  const last = (builder: ContextBuilder): unknown =>
    builder.buildMessages([], 'now').at(-1)?.content

  it('reads USER for every request, and sends what changed with the turn', async () => {
    const { tree, builder } = await builderOf({ 'USER.md': 'Short answers.' })
    await tree.write('USER.md', 'Before the prompt was built.')
    expect(last(builder)).toBe('now')
    await tree.write('USER.md', 'Short answers.')
    const before = await builder.buildSystemPrompt()
    expect(last(builder)).toBe('now')
    await tree.write('USER.md', 'Long answers.')
    const changed =
      'USER.md changed. This replaces the user preferences that you began with, if there were any:\n\n# User Preferences\n\nLong answers.\n\n---\n\nnow'
    expect(last(builder)).toBe(changed)
    expect(last(builder)).toBe(changed)
    await rm(tree.path('USER.md'))
    expect(last(builder)).toBe(
      'USER.md is empty or gone. The user preferences that you began with no longer hold.\n\n---\n\nnow',
    )
    await tree.write('USER.md', 'Short answers.')
    expect(last(builder)).toBe('now')
    expect(await builder.buildSystemPrompt()).toEqual(before)
    expect(builder.diagnostics).toEqual([])
  })

  it('does not look again with compat', async () => {
    const { tree, builder } = await builderOf({ 'USER.md': 'a' }, { compat: true })
    await builder.buildSystemPrompt()
    await tree.write('USER.md', 'b')
    expect(last(builder)).toBe('now')
  })

  it('keeps what was said when USER cannot be read, waits for nothing, and says it once', async () => {
    const { tree, builder } = await builderOf({ 'USER.md': 'a' })
    await builder.buildSystemPrompt()
    await rm(tree.path('USER.md'))
    execFileSync('mkfifo', [tree.path('USER.md')])
    expect([last(builder), last(builder)]).toEqual(['now', 'now'])
    expect(builder.diagnostics).toMatchObject([{ code: 'layers.unreadable' }])
    await rm(tree.path('USER.md'))
    const outside = await createTempTree({ 'secret.md': 'secret' })
    await tree.link('USER.md', outside.path('secret.md'))
    expect(last(builder)).toBe('now')
    await rm(tree.path('USER.md'))
    await tree.write('USER.md', 'x'.repeat(3 * 1024 * 1024))
    expect(last(builder)).toBe('now')
  })
})
