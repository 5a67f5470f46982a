import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SLOTS } from '@onesoul/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { openHome } from '../home/open-home.ts'
import { type HotplexTarget, loadLikeHotplex } from './fixtures/hotplex-loader.ts'
import { importHome } from './import-home.ts'

const PLATFORMS = ['slack', 'feishu'] as const
const NAMES = ['one', 'two'] as const
const FILES = [...SLOTS.map((slot) => slot.file), 'SKILLS.md']
const FOLDERS = [
  '',
  ...PLATFORMS.flatMap((name) => [name, ...NAMES.map((bot) => `${name}/${bot}`)]),
]

const content = fc.constantFrom(
  '',
  ' \n',
  'Plain text.\n',
  '---\nversion: 1\n---\nBelow frontmatter.\n',
  '---\nversion: 1\n---\n',
  `中文${'规则。'.repeat(3000)}`,
)

const files = fc.dictionary(
  fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...FILES)).map((parts) => join(...parts)),
  content,
  { maxKeys: 14 },
)

const exclude = fc.option(
  fc.array(fc.constantFrom('MEMORY.md', 'user.md', 'SOUL.MD', 'MEMORY', 'nothing.md'), {
    maxLength: 2,
  }),
  { nil: undefined },
)

const tree = fc.record({
  // A source that holds nothing is refused.
  files: files.map((found) => ({ 'MEMORY.md': 'There.\n', ...found })),
  exclude,
  platforms: fc.array(
    fc.record({ exclude, bots: fc.array(exclude, { minLength: 1, maxLength: 2 }) }),
    { minLength: 2, maxLength: 2 },
  ),
})

type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never

const level = (list: readonly string[] | undefined) => (list ? { inject_exclude: list } : {})

const configOf = ({ exclude: global, platforms }: Tree): string => {
  const messaging = platforms.map((platform, index) => [
    PLATFORMS[index],
    {
      ...level(platform.exclude),
      bots: platform.bots.map((list, at) => ({ name: NAMES[at], ...level(list) })),
    },
  ])
  return stringify({ agent_config: level(global), messaging: Object.fromEntries(messaging) })
}

const targetsOf = ({ exclude: global, platforms }: Tree): readonly HotplexTarget[] =>
  platforms.flatMap((platform, index) =>
    platform.bots.map((list, at) => ({
      platform: PLATFORMS[index] ?? '',
      bot: NAMES[at] ?? '',
      botsOfPlatform: platform.bots.length,
      exclude: list ?? platform.exclude ?? global ?? [],
    })),
  )

async function compare(made: Tree, dir: string): Promise<void> {
  const source = join(dir, '.hotplex')
  for (const [path, text] of Object.entries(made.files)) {
    const file = join(source, 'agent-configs', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await writeFile(join(source, 'config.yaml'), configOf(made))
  const home = join(dir, '.onesoul')
  const result = await importHome({ from: 'hotplex', dir: home, userHome: dir, env: {} })
  const opened = await openHome({ dir: home, env: { HOME: dir }, cwd: dir })
  expect(opened.diagnostics).toEqual([])
  for (const target of targetsOf(made)) {
    const { platform, bot } = target
    const composed = await opened.compose({ agent: 'none', viewer: 'public', platform, bot })
    const theirs = loadLikeHotplex(join(source, 'agent-configs'), target)
    for (const { slot, element } of SLOTS) {
      const section = composed.manifest.sections.find((one) => one.id === element)
      const documents = section?.status === 'included' ? (composed.documents[element] ?? []) : []
      const ours = documents.map(({ text, body }) => text.slice(body.start, body.end)).join('')
      expect(ours.trim(), `${slot} of ${platform}/${bot}`).toBe(theirs[slot]?.whole.trim())
      expect(section?.status).toMatch(/included|missing|cleared|excluded/)
    }
  }
  const mentioned = [...result.mapped, ...result.unmapped].map((one) => one.from)
  for (const path of Object.keys(made.files)) {
    const folders = path.split('/').map((_, depth, parts) => `${parts.slice(0, depth).join('/')}/`)
    const shown = [path, ...folders].map((name) => `agent-configs/${name}`)
    expect(
      shown.some((name) => mentioned.includes(name)),
      path,
    ).toBe(true)
  }
}

describe('importHome from any hotplex', () => {
  it('gives every bot what the described loader gives it, and mentions every file', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (made) => {
        const dir = await mkdtemp(join(tmpdir(), 'onesoul-trees-'))
        try {
          await compare(made, dir)
        } finally {
          await rm(dir, { recursive: true })
        }
      }),
      { numRuns: 25 },
    )
  })
})
