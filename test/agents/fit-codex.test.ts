import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fitAgent, type LimitFit, type Loss } from '@onesoul/agents'
import { createCodexAgent } from '@onesoul/agents/codex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentProgram } from './harness/agent-programs.ts'
import { createSandbox, type Sandbox } from './harness/sandbox.ts'

const exec = promisify(execFile)
const LIMITS = createCodexAgent().traits.limits ?? []

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await createSandbox((base) => ({
    CODEX_HOME: join(base, 'codex'),
    OPENAI_API_KEY: 'dummy',
  }))
  const config = `model = "gpt-5.2-codex"\n[projects.${JSON.stringify(sandbox.tree)}]\ntrust_level = "trusted"\n`
  await sandbox.put('codex/config.toml', config)
})
afterEach(() => sandbox.remove())

/** What Codex would send for a prompt, by its own account; no model is asked. */
async function promptInput(cwd: string): Promise<string> {
  const { stdout } = await exec(agentProgram('codex'), ['debug', 'prompt-input', 'hi'], {
    cwd: join(sandbox.tree, cwd),
    env: sandbox.env,
    maxBuffer: 1 << 28,
  })
  const items: { content?: { text?: string }[] }[] = JSON.parse(stdout)
  return items.flatMap(({ content = [] }) => content.map(({ text = '' }) => text)).join('\n')
}

async function fitTree(cwd: string): Promise<readonly LimitFit[]> {
  return fitAgent(LIMITS, { root: sandbox.tree, cwd, userHome: sandbox.home, env: sandbox.env })
}

/** Parts of five sentences, each with words of its own, of so many bytes in all. */
function rules(name: string, bytes: number, word = 'keep to it'): string {
  let text = ''
  for (let at = 0; Buffer.byteLength(text) < bytes; at++) {
    if (at % 5 === 0) text += `\n## ${name} part ${at / 5}\n\n`
    text += `Rule ${name}-${at} says: ${word}. `
    if (at % 5 === 4) text += '\n'
  }
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '')
}

interface Place {
  readonly path: string
  readonly heading: string
  readonly sentence: string
}

function sentencesOf(path: string, text: string): readonly Place[] {
  let heading = ''
  return [...text.matchAll(/^## (.*)$|Rule \S+ says: [^.]*\./gm)].flatMap((match) => {
    heading = match[1] ?? heading
    return match[1] === undefined ? [{ path, heading, sentence: match[0] }] : []
  })
}

const TREES: readonly (readonly [string, Readonly<Record<string, number>>, string])[] = [
  ['a root that is too long', { 'AGENTS.md': 40_000 }, ''],
  ['a root that hides the nearest', { 'AGENTS.md': 36_000, 'a/AGENTS.md': 2000 }, 'a'],
  ['a root that leaves a little', { 'AGENTS.md': 32_700, 'a/AGENTS.md': 2000 }, 'a'],
  ['a root that leaves nothing', { 'AGENTS.md': 32_768, 'a/AGENTS.md': 200 }, 'a'],
  [
    'three that are cut in the last',
    { 'AGENTS.md': 12_000, 'a/AGENTS.md': 12_000, 'a/b/AGENTS.md': 12_000 },
    'a/b',
  ],
  [
    'three that are cut in the second',
    { 'AGENTS.md': 20_000, 'a/AGENTS.md': 20_000, 'a/b/AGENTS.md': 500 },
    'a/b',
  ],
  [
    'an override in place of a long file',
    { 'AGENTS.override.md': 33_500, 'AGENTS.md': 90_000 },
    '',
  ],
  [
    'a long file that nobody reads',
    { 'AGENTS.md': 30_000, 'b/AGENTS.md': 9000, 'a/AGENTS.md': 4000 },
    'a',
  ],
  ['a file of a few bytes too many', { 'AGENTS.md': 32_840 }, ''],
  [
    'a long way',
    { 'AGENTS.md': 9000, 'a/AGENTS.md': 9000, 'a/b/AGENTS.md': 9000, 'a/b/c/AGENTS.md': 9000 },
    'a/b/c',
  ],
]

describe('onesoul fit and what Codex 0.171.0 loses', () => {
  it.each(TREES)('is the same file, heading and sentence: %s', async (_, sizes, cwd) => {
    const read: Place[] = []
    const names = Object.keys(sizes)
    for (const [path, bytes] of Object.entries(sizes)) {
      const text = rules(path.replaceAll('/', '.'), bytes)
      await sandbox.put(`tree/${path}`, text)
      const isRead =
        !names.includes(path.replace('AGENTS.md', 'AGENTS.override.md')) ||
        path.includes('override')
      if (isRead && !path.startsWith('b/')) read.push(...sentencesOf(path, text))
    }
    await sandbox.put(`tree/${cwd}/.keep`, '')
    const sent = await promptInput(cwd)
    const firstLost = read.find(({ sentence }) => !sent.includes(sentence))
    const [documents] = await fitTree(cwd)
    const [loss] = documents?.lost ?? []
    expect(pick(loss)).toEqual(firstLost)
    expect(loss?.sentence).not.toBe('')
  })

  it('counts no more bytes than are lost', async () => {
    const text = rules('root', 50_000, '读完再改代码')
    await sandbox.put('tree/AGENTS.md', text)
    const sent = await promptInput('')
    const [documents] = await fitTree('')
    expect(documents?.lost[0]?.amount).toBe(Buffer.byteLength(text) - 32_768)
    const kept = Buffer.from(text).subarray(0, 32_768).toString()
    expect(sent).toContain(kept.replace(/\ufffd$/, ''))
  })

  it('says where an empty override hides a file', async () => {
    await sandbox.put('tree/AGENTS.override.md', ' \n')
    await sandbox.put('tree/AGENTS.md', '# Rules\n\nNever push on a Friday.\n')
    expect(await promptInput('')).not.toContain('Never push on a Friday.')
    expect((await fitTree(''))[0]?.lost).toMatchObject([
      { path: 'AGENTS.md', heading: 'Rules', sentence: 'Never push on a Friday.', whole: true },
    ])
  })

  it.each([
    ['few', 20, 200],
    ['that fit', 55, 300],
    ['that are shortened', 120, 400],
    ['of all lengths', 90, 0],
    ['that keep their names', 560, 300],
    ['that are too many', 900, 120],
  ])('is the same of the descriptions of skills %s', async (_, count, length) => {
    for (let at = 0; at < count; at++) {
      const [name, description] = skillOf(at, length)
      const file = `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`
      await sandbox.put(`tree/.agents/skills/${name}/SKILL.md`, file)
    }
    const sent = await promptInput('')
    const shown = new Map(
      [...sent.matchAll(/^- (skill-\d+): ?(.*?) ?\(file: [^)]*\)$/gm)].map(
        ([, name = '', text = '']) => [name, text],
      ),
    )
    const skills = (await fitTree(''))[1]
    const lost = new Map(skills?.lost.map((one) => [one.heading, one]))
    const kept = Array.from({ length: count }, (_, at) => {
      const [name, full] = skillOf(at, length)
      const one = lost.get(name)
      if (!one) return [name, full.length]
      return [name, one.whole ? undefined : full.slice(0, full.length - one.amount).trim().length]
    })
    expect(kept.map(([name]) => [name, shown.get(`${name}`)?.trim().length])).toEqual(kept)
  })
})

/** Its name and description; lengths of all kinds for a length of 0. */
function skillOf(at: number, length: number): readonly [string, string] {
  const name = `skill-${String(at).padStart(4, '0')}`
  const text = `Use ${name} for ${'task '.repeat(300)}`
  return [name, text.slice(0, length || 60 + (at % 7) * 120).trim()]
}

function pick(loss: Loss | undefined): Place | undefined {
  return loss && { path: loss.path, heading: loss.heading ?? '', sentence: loss.sentence }
}
