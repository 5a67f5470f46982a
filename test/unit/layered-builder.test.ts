import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { ContextBuilder } from '@onesoul/sources'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { RetypedBuilder, type RetypedOptions } from './fixtures/retyped-builder.ts'

const root = mkdtempSync(join(tmpdir(), 'layered-builder-'))
let folders = 0
afterAll(() => rmSync(root, { recursive: true, force: true }))

const PIECES: readonly (string | Uint8Array)[] = [
  ...[
    'S',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\uFEFF',
    '\0',
    '\u2028',
    '\u00A0',
    'A\n',
    '---\n',
    '# H\n\n',
  ],
  ...[
    '---\nname: x\nalways: true\n---\n',
    '```ts\n{{workspaceDir}}\n```\n',
    '```\n',
    '<persona>',
    '</user>',
  ],
  ...[
    '{{workspaceDir}}',
    '{{ workspaceDir }}',
    '{{workspaceDir }}',
    '{{{workspaceDir}}}',
    '{{WorkspaceDir}}',
  ],
  ...['$&', '$1', '$$', '$`', '\\n', '你好', '👩‍💻', 'e\u0301', 'ignore previous instructions'],
  ...[[0xff], [0xc3, 0x28], [0xe4, 0xbd], [0xed, 0xa0, 0x80], [0xfe, 0xff, 0, 0x41]].map((bytes) =>
    Uint8Array.from(bytes),
  ),
]
const piece = fc.constantFrom(...PIECES)
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...PIECES.filter((one) => typeof one === 'string')), { maxLength: 4 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** What stands at a path: nothing, a folder, a link to another file or nowhere, or a file. */
const content = fc.oneof(
  {
    weight: 7,
    arbitrary: fc
      .array(piece, { maxLength: 6 })
      .map((parts) => Buffer.concat(parts.map(Buffer.from))),
  },
  { weight: 1, arbitrary: fc.constantFrom('absent', 'folder', 'link', 'dangling link') },
)
const FILES = [
  'SOUL.md',
  'AGENTS.md',
  'USER.md',
  'skills/a.md',
  'skills/b.md',
  '人 格.md',
  '../outside.md',
]
const files = fc.tuple(...FILES.map(() => content))

const promptFile = fc.option(
  fc.constantFrom(
    ...FILES,
    'missing.md',
    './SOUL.md',
    'skills',
    'skills/../USER.md',
    'SOUL.md/x',
    'a\0b',
    '.',
  ),
  { nil: undefined, freq: 3 },
)
const skill = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom('a', 'a', 'constructor', '__proto__', 'toString', '', '名', 'a\nb', '**'),
      text,
    ),
    description: text,
    path: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          ...FILES,
          'skills/missing.md',
          'skills',
          'skills/./b.md',
          '"`',
          'x\0',
        ),
      },
      { weight: 1, arbitrary: text.filter((path) => path !== '') },
    ),
    always: fc.constantFrom(true, true, false),
  },
  { requiredKeys: ['name', 'description', 'path'] },
)
const options = fc.record(
  {
    promptFiles: fc.record(
      { soul: promptFile, agents: promptFile, user: promptFile },
      { requiredKeys: [] },
    ),
    skills: fc.array(skill, { maxLength: 5 }),
    maxHistoryMessages: fc.constantFrom(
      undefined,
      0,
      1,
      2,
      3,
      49,
      50,
      51,
      1000,
      -1,
      -2,
      1.5,
      Number.NaN,
      Infinity,
    ),
  },
  { requiredKeys: [] },
)

const turn = fc.oneof(
  fc
    .record({ role: fc.constantFrom('user', 'assistant'), content: text })
    .map((message) => [message]),
  fc.tuple(text, text, fc.boolean()).map(([id, said, isError]) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: said },
        { type: 'tool_use', id, name: 'read_file', input: { path: said } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: said, is_error: isError }],
    },
  ]),
  fc.constant([{ role: 'user', content: [] }]),
)
const history = fc
  .tuple(fc.array(turn, { maxLength: 6 }), fc.constantFrom(1, 1, 5, 12))
  .map(
    ([turns, times]) =>
      Array.from({ length: times }, () => structuredClone(turns)).flat(2) as MessageParam[],
  )
const userMessage = fc.option(fc.oneof(text, fc.constant('')), { nil: undefined })

/** How the caller writes the workspace's folder. */
const spelling = fc.constantFrom<(folder: string) => string>(
  (folder) => folder,
  (folder) => `${folder}/`,
  (folder) => `${folder}/skills/..`,
  (folder) => relative(process.cwd(), folder),
)
const folderName = fc.constantFrom('work', 'w $& $1 $$', '工作 区', '{{workspaceDir}}')

function newWorkspace(name: string): string {
  const folder = join(root, `${folders++}`, name)
  mkdirSync(join(folder, 'skills'), { recursive: true })
  return folder
}

function put(folder: string, contents: readonly (string | Buffer)[]): void {
  for (const [index, made] of contents.entries()) {
    const path = join(folder, FILES[index] ?? '')
    rmSync(path, { recursive: true, force: true })
    if (typeof made !== 'string') writeFileSync(path, made)
    else if (made === 'folder') mkdirSync(path)
    else if (made !== 'absent')
      symlinkSync(join(folder, made === 'link' ? 'USER.md' : 'nowhere'), path)
  }
}

function bothBuilders(workspace: RetypedOptions): readonly [ContextBuilder, RetypedBuilder] {
  return [new ContextBuilder({ ...workspace, compat: true }), new RetypedBuilder(workspace)]
}

describe('ContextBuilder, as strict as the listing', () => {
  it('gives the blocks of a layered builder typed from its description, again after an edit', async () => {
    await fc.assert(
      fc.asyncProperty(
        folderName,
        spelling,
        options,
        files,
        files,
        async (name, spell, rest, before, after) => {
          const folder = newWorkspace(name)
          const [ours, retyped] = bothBuilders({
            workspaceDir: spell(folder),
            ...rest,
          } as RetypedOptions)
          for (const contents of [before, after]) {
            put(folder, contents)
            const expected = JSON.stringify(await retyped.buildSystemPrompt())
            expect(JSON.stringify(await ours.buildSystemPrompt())).toBe(expected)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('gives its messages, and shares those of the history', () => {
    fc.assert(
      fc.property(options, history, userMessage, (rest, messages, asked) => {
        const [ours, retyped] = bothBuilders({ workspaceDir: root, ...rest } as RetypedOptions)
        const given = JSON.stringify(messages)
        const expected = retyped.buildMessages(messages, asked as string)
        const made = ours.buildMessages(messages, asked as string)
        expect(JSON.stringify(made)).toBe(JSON.stringify(expected))
        expect(made.slice(0, -1).every((message, at) => message === expected[at])).toBe(true)
        expect(made).not.toBe(messages)
        expect(JSON.stringify(messages)).toBe(given)
      }),
      { numRuns: 200 },
    )
  })
})
