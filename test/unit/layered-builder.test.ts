import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ContextBuilder } from '@onesoul/sources'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  RetypedBuilder,
  type RetypedConfig,
  type RetypedSkill,
} from './fixtures/retyped-builder.ts'

type History = Parameters<ContextBuilder['buildMessages']>[0]
type Entry = Buffer | 'folder'
type Files = Readonly<Record<string, Entry>>

/** A file may stand at each of these, or a folder, or nothing. */
const PROMPTS = ['SOUL.md', 'AGENTS.md', 'USER.md', 'prompts/own.md', '人格.md', '../outside.md']
const SKILLS = ['skills/a.md', 'skills/b.md', 'skills/c d.md', 'SKILL.md']
const RUNS = 150

const pieces: readonly (string | Buffer)[] = [
  ' ',
  '\n',
  '\t\n  \n',
  '\uFEFF',
  'a line\r\n',
  'text',
  Buffer.from([0xff, 0xfe, 0x80]),
  Buffer.from([0xe4, 0xbd]),
  '你好，世界',
  '👩‍💻🧠',
  '$& $1 $$ $`',
  '{{workspaceDir}}',
  '{{workspaceDir}}/a {{workspaceDir}}/b',
  '{{ workspaceDir }}',
  '{{workspacedir}}',
  '---\nname: a\ndescription: b\n---\n',
  '```ts\nconst a = 1\n```\n',
  '# Available Skills\n\n---\n\n',
  '<!-- a comment -->',
  '\0\u200B\u202E',
]
const content = fc
  .array(fc.constantFrom(...pieces), { maxLength: 5 })
  .map((parts) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  )
const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 8, arbitrary: content },
  { weight: 1, arbitrary: fc.constant<Entry>('folder') },
)
const paths = [...PROMPTS, ...SKILLS]
const files: fc.Arbitrary<Files> = fc
  .array(fc.tuple(fc.constantFrom(...paths), entry), { maxLength: 16 })
  .map((entries) => Object.fromEntries(entries))

const line = fc.oneof(
  fc.constantFrom('', 'DB', '数据库 🧠', '$&', '{{workspaceDir}}', 'a\nb', '`"**_\\', '  '),
  fc.string({ maxLength: 8 }),
)
const skill: fc.Arbitrary<RetypedSkill> = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '技能'),
      line,
    ),
    description: line,
    path: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...SKILLS) },
      { weight: 1, arbitrary: fc.constantFrom(...PROMPTS) },
      { weight: 1, arbitrary: fc.constantFrom('missing.md', 'skills', './skills/../skills/a.md') },
    ),
    always: fc.constantFrom(true, true, true, false),
  },
  { requiredKeys: ['name', 'description', 'path'] },
)
const promptFile = fc.constantFrom(...PROMPTS, 'missing.md')
const config = fc.record(
  {
    promptFiles: fc.record(
      { soul: promptFile, agents: promptFile, user: promptFile },
      { requiredKeys: [] },
    ),
    skills: fc.array(skill, { maxLength: 6 }),
    maxHistoryMessages: fc.constantFrom(0, 1, 3),
  },
  { requiredKeys: [] },
)

const folder = fc.constantFrom('w', 'a b', '$&', '$$', '工作', '{{workspaceDir}}')
const id = fc.constantFrom('t1', 't2', '')
const turn = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: line }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.tuple(
      fc.record({ type: fc.constant('text'), text: line }),
      fc.record({
        type: fc.constant('tool_use'),
        id,
        name: line,
        input: fc.dictionary(fc.constantFrom('path', 'n'), fc.jsonValue({ maxDepth: 1 })),
      }),
    ),
  }),
  fc.record({
    role: fc.constant('user'),
    content: fc.array(
      fc.record(
        {
          type: fc.constant('tool_result'),
          tool_use_id: id,
          content: line,
          is_error: fc.boolean(),
        },
        { requiredKeys: ['type', 'tool_use_id', 'content'] },
      ),
      { maxLength: 2 },
    ),
  }),
)
const history = fc.oneof(
  { weight: 4, arbitrary: fc.array(turn, { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(turn, { minLength: 49, maxLength: 60 }) },
) as fc.Arbitrary<unknown> as fc.Arbitrary<History>

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'layered-builder-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('the layered builder and one typed from its description', () => {
  test('give the same system prompt, also once the files have changed', async () => {
    await fc.assert(
      fc.asyncProperty(config, folder, files, files, async (options, name, first, second) => {
        const parent = await mkdtemp(join(root, 'run-'))
        const workspaceDir = join(parent, name)
        const { own, other } = builders({ ...options, workspaceDir })
        await lay(workspaceDir, first)
        expect(JSON.stringify(await own.buildSystemPrompt())).toBe(
          JSON.stringify(await other.buildSystemPrompt()),
        )
        await lay(workspaceDir, second)
        expect(JSON.stringify(await own.buildSystemPrompt())).toBe(
          JSON.stringify(await other.buildSystemPrompt()),
        )
      }),
      { numRuns: RUNS },
    )
  })

  test('give the same messages, and leave the history as it was', () => {
    fc.assert(
      fc.property(config, history, line, (options, turns, message) => {
        const { own, other } = builders({ ...options, workspaceDir: root })
        const before = JSON.stringify(turns)
        const messages = own.buildMessages(turns, message)
        expect(JSON.stringify(messages)).toBe(JSON.stringify(other.buildMessages(turns, message)))
        expect(JSON.stringify(turns)).toBe(before)
      }),
      { numRuns: RUNS },
    )
  })
})

function builders(options: RetypedConfig) {
  return {
    own: new ContextBuilder({ ...options, compat: true }),
    other: new RetypedBuilder(options),
  }
}

/** What stands at each path afterwards is what `wanted` says, and nothing where it says nothing. */
async function lay(workspaceDir: string, wanted: Files) {
  await mkdir(workspaceDir, { recursive: true })
  for (const path of paths) {
    const at = join(workspaceDir, path)
    await rm(at, { recursive: true, force: true })
    const what = wanted[path]
    if (what === undefined) continue
    await mkdir(what === 'folder' ? at : dirname(at), { recursive: true })
    if (what !== 'folder') await writeFile(at, what)
  }
}
