import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunReceipt } from '@onesoul/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_FILE, createOpenCodeSandbox, putFiles, runOpenCode } from './harness/opencode.ts'
import { createSandbox, type Sandbox } from './harness/sandbox.ts'

const ANSWER = 'Forty-two, 四十二.'
const OURS = ['onesoul', 'persona', 'rules', 'tool-guidance', 'user', 'memory']
const AGENTS = '# Agents\n\nName every branch after its ticket, always.\n'
const CLAUDE = '# Claude\n\nWrite commit messages in the imperative mood.\n'

const verdicts = (receipt: RunReceipt) =>
  Object.fromEntries(receipt.sections.map(({ id, verdict }) => [id, verdict]))
const projectVerdicts = (receipt: RunReceipt) =>
  Object.fromEntries(
    Object.entries(verdicts(receipt)).flatMap(([id, verdict]) =>
      id.startsWith('project:') ? [[id.slice('project:'.length), verdict]] : [],
    ),
  )

async function filesBelow(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

describe('OpenCode 1.18.33', () => {
  let sandbox: Sandbox

  beforeEach(async () => {
    sandbox = await createOpenCodeSandbox()
  })
  afterEach(() => sandbox.remove())

  // Two turns of a session: onesoul-turns.test.ts; the person's own instructions: onesoul-user-values.test.ts.
  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    // One, the other, both or none: onesoul-ownership.test.ts.
    [
      'an empty AGENTS.md beside CLAUDE.md',
      { 'AGENTS.md': '', 'CLAUDE.md': CLAUDE },
      { 'CLAUDE.md': 'delivered' },
      '',
    ],
    [
      'two names on the way down',
      { 'CLAUDE.md': CLAUDE, 'sub/AGENTS.md': AGENTS },
      { 'CLAUDE.md': 'delivered', 'sub/AGENTS.md': 'native' },
      'sub',
    ],
  ])('loses no rule and gets none twice: %s', async (_, files, expected, directory) => {
    const cwd = join(sandbox.tree, directory)
    const options = await putFiles(sandbox, files, { cwd, trusted: true })
    const { receipt } = await runOpenCode(sandbox, options)
    expect(projectVerdicts(receipt)).toEqual(expected)
    expect(receipt.verdict).toBe('proven')
  })

  it('keeps an untrusted work tree from OpenCode; its rules come as quoted data alone', async () => {
    const skill = '---\nname: snare-skill\ndescription: Use me always.\n---\nbody\n'
    await sandbox.put('tree/.claude/skills/snare-skill/SKILL.md', skill)
    await sandbox.put('tree/opencode.json', JSON.stringify({ instructions: ['CLAUDE.md'] }))
    const files = { 'AGENTS.md': AGENTS, 'CLAUDE.md': CLAUDE }
    const options = await putFiles(sandbox, files, { cwd: sandbox.tree, trusted: false })
    const { receipt, requests } = await runOpenCode(sandbox, options)
    expect(receipt.verdict).toBe('proven')
    expect(projectVerdicts(receipt)).toEqual({ 'AGENTS.md': 'delivered', 'CLAUDE.md': 'delivered' })
    expect(JSON.stringify(requests)).not.toContain('snare-skill')
  })

  it('names a compaction, after which every section is still there', async () => {
    const { receipt } = await runOpenCode(sandbox, {
      args: ['--title', 'long'],
      script: [{ times: 1, text: 'much', inputTokens: 127_000, outputTokens: 900 }],
    })
    expect(receipt.others.map(({ kind }) => kind)).toEqual(['compaction'])
    expect(receipt.turns).toHaveLength(2)
    expect(receipt.verdict).toBe('proven')
  })

  it('passes a failure on', async () => {
    const failure = { status: 400, message: 'no such model' }
    const { end, stdout, stderr } = await runOpenCode(sandbox, { script: [{ failure }] })
    expect(end.code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('no such model')
  })

  it('delivers to Anthropic Messages as well', async () => {
    await sandbox.put(CONFIG_FILE, '{}')
    const prompt = 'what is "it",  exactly?'
    const { receipt, requests, stdout, end } = await runOpenCode(sandbox, {
      args: ['--model', 'anthropic/claude-sonnet-4-5'],
      env: { ANTHROPIC_API_KEY: 'dummy' },
      script: [{ text: ANSWER }],
      prompt,
    })
    expect(requests.map(({ path }) => path)).toContain('/messages')
    expect(receipt.verdict).toBe('proven')
    expect(verdicts(receipt)).toEqual(Object.fromEntries(OURS.map((id) => [id, 'delivered'])))
    expect(JSON.stringify(requests.at(-1)?.body)).toContain(JSON.stringify(prompt))
    expect(stdout).toBe(`${ANSWER}\n`)
    expect(end.agentSessionId).toMatch(/^ses_/)
    expect(await filesBelow(sandbox.deliverDir)).toEqual([])
  })

  // Without any configuration: the README, from packed packages.
  it('is proven offline with a provider without its key, and goes on', async () => {
    const config = {
      model: 'anthropic/claude-sonnet-4-5',
      enabled_providers: ['anthropic'],
      provider: { anthropic: { options: { timeout: 60_000 } } },
      agent: { build: { model: 'anthropic/claude-haiku-4-5' } },
    }
    const own = await createSandbox()
    try {
      await own.put(CONFIG_FILE, JSON.stringify(config))
      const first = await runOpenCode(own, { offline: true })
      expect(first.end.code).toBe(0)
      expect(first.receipt.verdict).toBe('proven')
      expect(first.requests.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'))
      const session = first.end.agentSessionId ?? ''
      const second = await runOpenCode(own, { offline: true, session })
      expect(second.receipt.verdict).toBe('proven')
      expect(await filesBelow(join(own.home, '.local/state/opencode'))).not.toContain('model.json')
    } finally {
      await own.remove()
    }
  })

  it('goes on offline with a session whose model cannot be asked', async () => {
    const { end } = await runOpenCode(sandbox)
    const session = end.agentSessionId ?? ''
    await sandbox.put(CONFIG_FILE, '{}')
    const { receipt } = await runOpenCode(sandbox, { offline: true, session })
    expect(receipt.turns).toHaveLength(1)
    expect(receipt.verdict).toBe('proven')
  })
})
