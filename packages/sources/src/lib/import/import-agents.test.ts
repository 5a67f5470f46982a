import { readdir, readFile } from 'node:fs/promises'
import { hashTree } from '@onesoul/disk'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { inspectHome } from '../home/inspect-home.ts'
import { openHome } from '../home/open-home.ts'
import { importHome } from './import-home.ts'
import type { ImportResult, ImportSource } from './import-report.ts'

interface Staged {
  readonly from: ImportSource
  readonly files: Readonly<Record<string, string>>
  /** Files that the agent reads by itself, relative to the tree. */
  readonly own?: readonly string[]
}

const stage = async ({ from, files, own = [] }: Staged) => {
  const tree = await createTempTree(files)
  const source = tree.path(`.${from}`)
  const before = await hashTree(source)
  const dir = tree.path('.onesoul')
  const agentFiles = own.map((path) => {
    const text = files[path] ?? ''
    return { path: tree.path(path), text, body: text.replace(/^---\n[\s\S]*?\n---\n/, '') }
  })
  const result = await importHome({ from, dir, userHome: tree.dir, env: {}, agentFiles })
  expect(await hashTree(source)).toBe(before)
  const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: await tree.folder('work') })
  const read = (path: string) => readFile(`${dir}/${path}`, 'utf8')
  return { tree, dir, result, home, read }
}

const reasonOf = ({ unmapped }: ImportResult, from: string): string =>
  unmapped.find((one) => one.from === from)?.reason ?? ''

const everythingOf = (result: ImportResult) =>
  [...result.mapped, ...result.unmapped].map((one) => one.from)

describe('importHome from claude', () => {
  const FILES = {
    '.claude/CLAUDE.md': '---\ntitle: mine\n---\nAlways use pnpm.\nSee @style.md\n',
    '.claude/style.md': 'Two spaces.\n',
    '.claude/rules/tests.md': 'Test through the entry.\n',
    '.claude/rules/src.md': '---\npaths: ["src/**"]\n---\nOnly there.\n',
    '.claude/settings.json':
      '{\n  "env": { "ANTHROPIC_API_KEY": "sk-ant-secret" },\n  "outputStyle": "terse",\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n',
    '.claude/output-styles/terse.md': 'Be terse.\n',
    '.claude/agents/reviewer.md': '---\nname: reviewer\n---\n',
    '.claude/skills/deploy/SKILL.md': '---\nname: deploy\n---\n',
    '.claude/.credentials.json': '{"token":"secret-token"}',
    '.claude/projects/x/memory/MEMORY.md': 'Notes.\n',
    '.claude/todos/1.json': '[]',
  }
  const OWN = ['.claude/CLAUDE.md', '.claude/style.md', '.claude/rules/tests.md']

  it('joins what Claude Code reads everywhere into AGENTS, marked as its own', async () => {
    const { read, result, home } = await stage({ from: 'claude', files: FILES, own: OWN })
    const text = await read('agent-configs/AGENTS.md')
    expect(text).toMatch(/^---\nownedBy: claude-code\nownedText: [0-9a-f]{64}\nownedFiles:\n/)
    expect(text).toContain('  ~/.claude/CLAUDE.md"')
    expect(text.split('\n---\n')[1]).toBe(
      'Always use pnpm.\nSee @style.md\n\nTwo spaces.\n\nTest through the entry.\n',
    )
    expect(result.mapped.map((one) => [one.from, one.note])).toEqual([
      ['CLAUDE.md', 'lines 9–10'],
      ['style.md', 'lines 12–12'],
      ['rules/tests.md', 'lines 14–14'],
    ])
    expect(text.split('\n').slice(8, 14)).toEqual([
      'Always use pnpm.',
      'See @style.md',
      '',
      'Two spaces.',
      '',
      'Test through the entry.',
    ])
    expect(home.diagnostics).toEqual([])
    expect((await inspectHome(home)).filter((one) => one.severity !== 'info')).toEqual([])
    const codex = await home.compose({ agent: 'codex' })
    expect(codex.text).toContain('Always use pnpm.')
    expect(codex.diagnostics).toEqual([])
    expect((await home.compose({ agent: 'claude-code' })).text).not.toContain('pnpm')
  })

  it('names every other thing with its reason, and no value', async () => {
    const { result } = await stage({ from: 'claude', files: FILES, own: OWN })
    expect(reasonOf(result, 'rules/src.md')).toContain('some paths')
    expect(reasonOf(result, 'settings.json:2 env.ANTHROPIC_API_KEY')).toContain('not copied')
    expect(reasonOf(result, 'settings.json:3 outputStyle')).toContain('SOUL.md')
    expect(reasonOf(result, 'settings.json:4 permissions.allow')).toContain('goes on')
    for (const name of ['output-styles', 'agents', 'skills', 'projects', 'todos']) {
      expect(reasonOf(result, name), name).not.toBe('')
    }
    expect(reasonOf(result, '.credentials.json')).toContain('neither read nor copied')
    expect(JSON.stringify(result)).not.toMatch(/secret|Bash\(ls\)/)
    expect(result.decisions.map((one) => one.about)).toEqual(['comments', 'who delivers'])
  })

  it('has nothing to import without an instruction file', async () => {
    const tree = await createTempTree({ '.claude/settings.json': '{}' })
    const options = { from: 'claude', dir: tree.path('h'), userHome: tree.dir, env: {} } as const
    await expect(importHome(options)).rejects.toMatchObject({ code: 'import-source' })
    expect(await readdir(tree.dir)).toEqual(['.claude'])
  })
})

describe('importHome from codex', () => {
  it('takes the file that Codex reads, and names every key of its configuration', async () => {
    const files = {
      '.codex/AGENTS.md': 'Shadowed.\n',
      '.codex/AGENTS.override.md': 'Rules.\n',
      '.codex/config.toml':
        'model = "x"\ndeveloper_instructions = """\nfake = "not a key"\n"""\n[model_providers.stub]\nenv_key = "K"\n[projects."/work"]\ntrust_level = "trusted"\n',
      '.codex/auth.json': '{"OPENAI_API_KEY":"sk-secret"}',
      '.codex/sessions/1.jsonl': '',
    }
    const staged = await stage({ from: 'codex', files, own: ['.codex/AGENTS.override.md'] })
    expect(await staged.read('agent-configs/AGENTS.md')).toContain('ownedBy: codex\n')
    expect(reasonOf(staged.result, 'AGENTS.md')).toContain('AGENTS.override.md stands in its place')
    expect(reasonOf(staged.result, 'config.toml:2 developer_instructions')).toContain(
      'sends it first',
    )
    expect(everythingOf(staged.result)).toEqual([
      'AGENTS.override.md',
      'AGENTS.md',
      'config.toml:1 model',
      'config.toml:2 developer_instructions',
      'config.toml:6 model_providers.stub.env_key',
      'config.toml:8 projects."/work".trust_level',
      'auth.json',
      'sessions',
    ])
    expect(JSON.stringify(staged.result)).not.toContain('sk-secret')
    const claude = await staged.home.compose({ agent: 'claude-code' })
    expect(claude.text).toContain('Rules.')
    expect((await staged.home.compose({ agent: 'codex' })).text).not.toContain('Rules.')
  })
})

describe('importHome from openclaw', () => {
  const WORKSPACE = '.openclaw/workspace'
  const FILES = {
    '.openclaw/openclaw.json': `{
  // the gateway
  gateway: { auth: { token: "gw-secret" }, port:18789 },
  agents: {
    defaults: { workspace: '~/.openclaw/workspace', bootstrapMaxChars: 20000, },
    list: [{ id: 'main', default: true }, { id: 'ops', workspace: '~/ops' }],
  },
  channels: { slack: { botToken: "xoxb-secret" } }, /* end */
}
`,
    [`${WORKSPACE}/SOUL.md`]: '---\ntitle: soul\n---\nYou are Claw.\n',
    [`${WORKSPACE}/IDENTITY.md`]: '- Name: Claw\n- Emoji: 🦞\n',
    [`${WORKSPACE}/AGENTS.md`]: `# Rules\n\n${'Read before you write. '.repeat(1000)}\n`,
    [`${WORKSPACE}/TOOLS.md`]: 'The camera is on the roof.\n',
    [`${WORKSPACE}/USER.md`]: 'Ingrid.\n',
    [`${WORKSPACE}/MEMORY.md`]: 'March: moved.\n',
    [`${WORKSPACE}/HEARTBEAT.md`]: 'Check the mail.\n',
    [`${WORKSPACE}/BOOTSTRAP.md`]: 'Hello.\n',
    [`${WORKSPACE}/notes.md`]: 'Notes.\n',
    [`${WORKSPACE}/memory/2026-03-02.md`]: 'Monday.\n',
    [`${WORKSPACE}/memory/ideas.md`]: 'Ideas.\n',
    '.openclaw/credentials/x.json': '{}',
  }

  it('maps the workspace, with IDENTITY in SOUL and nothing cut', async () => {
    const { read, result, home } = await stage({ from: 'openclaw', files: FILES })
    expect(await read('agent-configs/SOUL.md')).toBe(
      '---\ntitle: soul\n---\nYou are Claw.\n\n- Name: Claw\n- Emoji: 🦞\n',
    )
    expect(await read('memory/2026-03-02.md')).toBe('Monday.\n')
    expect(result.budget).toEqual({ perFile: 24_000 })
    const { manifest, text } = await home.compose({ agent: 'none' })
    expect(manifest.sections.filter((one) => one.status === 'cut')).toEqual([])
    for (const sentence of ['You are Claw', 'on the roof', 'Ingrid', 'March: moved']) {
      expect(text).toContain(sentence)
    }
    expect(text).not.toContain('Monday')
  })

  it('names what has no place, in the workspace and in the configuration', async () => {
    const { result } = await stage({ from: 'openclaw', files: FILES })
    expect(reasonOf(result, 'openclaw.json:3 gateway.auth.token')).toContain('credential')
    expect(reasonOf(result, 'openclaw.json:3 gateway.port')).toContain('gateway')
    expect(reasonOf(result, 'openclaw.json:5 agents.defaults.bootstrapMaxChars')).toContain('limit')
    expect(reasonOf(result, 'openclaw.json:8 channels.slack.botToken')).toContain('credential')
    expect(reasonOf(result, 'openclaw.json agents.list[ops]')).toContain('--source')
    for (const name of [
      'HEARTBEAT.md',
      'BOOTSTRAP.md',
      'notes.md',
      'credentials',
      'memory/ideas.md',
    ]) {
      expect(reasonOf(result, name), name).not.toBe('')
    }
    expect(JSON.stringify(result)).not.toMatch(/gw-secret|xoxb/)
    expect(result.decisions.map((one) => one.about)).toEqual([
      'frontmatter',
      'IDENTITY.md',
      'limits',
      'who sees USER and MEMORY',
      'missing files',
    ])
  })

  it('takes a workspace itself, and memory.md for MEMORY.md', async () => {
    const { read, result } = await stage({
      from: 'openclaw',
      files: { '.openclaw/AGENTS.md': 'Rules.\n', '.openclaw/memory.md': 'Old.\n' },
    })
    expect(await read('agent-configs/MEMORY.md')).toBe('Old.\n')
    expect(result.decisions.map((one) => one.about)).toContain('memory.md')
  })

  it('goes on with the usual workspace when the configuration cannot be read, and says so', async () => {
    const { result } = await stage({
      from: 'openclaw',
      files: { '.openclaw/openclaw.json': '{ a: [', '.openclaw/workspace/SOUL.md': 'You.\n' },
    })
    const found = result.unmapped.find((one) => one.reason.startsWith('its settings were not read'))
    expect(found?.attention).toBe(true)
    expect(result.written).toContain('agent-configs/SOUL.md')
  })
})

describe('importHome from hermes', () => {
  it('maps the profile home and names profiles, settings and credentials', async () => {
    const { home, result, read } = await stage({
      from: 'hermes',
      files: {
        '.hermes/SOUL.md': 'You are Hermes.\n',
        '.hermes/memories/MEMORY.md': 'One.\n§\nTwo.\n',
        '.hermes/memories/USER.md': 'Ingrid.\n',
        '.hermes/memories/ARCHIVE.jsonl': '{}',
        '.hermes/USER.md': 'Older.\n',
        '.hermes/config.yaml':
          'model:\n  default: x\nagent:\n  system_prompt: hush-hush\ngateway:\n  port: 1\n',
        '.hermes/profiles/ops/SOUL.md': 'You are Ops.\n',
        '.hermes/skills/x/SKILL.md': 'x',
        '.hermes/.env': 'KEY=env-secret\n',
        '.hermes/state.db': 'x',
      },
    })
    expect(await read('agent-configs/MEMORY.md')).toBe('One.\n§\nTwo.\n')
    const composed = await home.compose({ agent: 'none' })
    for (const text of ['You are Hermes.', 'Ingrid.', 'Two.']) expect(composed.text).toContain(text)
    expect(reasonOf(result, 'USER.md')).toContain('memories/USER.md')
    expect(reasonOf(result, 'config.yaml:4 agent.system_prompt')).toContain('SOUL.md')
    expect(reasonOf(result, 'config.yaml:6 gateway.port')).toContain('gateway')
    expect(reasonOf(result, 'profiles/ops')).toContain('--source')
    expect(reasonOf(result, '.env')).toContain('neither read nor copied')
    for (const name of ['memories/ARCHIVE.jsonl', 'skills', 'state.db']) {
      expect(reasonOf(result, name), name).not.toBe('')
    }
    expect(JSON.stringify(result)).not.toMatch(/env-secret|hush/)
    expect(result.decisions.map((one) => one.about)).toContain('entries')
  })
})

describe('importHome', () => {
  it('follows a link only where slots may lead, and names the others', async () => {
    const { tree, result } = await (async () => {
      const tree = await createTempTree({
        '.hermes/SOUL.md': 'You.\n',
        'dotfiles/USER.md': 'Linked.\n',
        '.ssh/id_ed25519': 'PRIVATE',
      })
      await tree.link('.hermes/memories/USER.md', '../../dotfiles/USER.md')
      await tree.link('.hermes/memories/MEMORY.md', '../../.ssh/id_ed25519')
      const options = { from: 'hermes', dir: tree.path('h'), userHome: tree.dir, env: {} } as const
      return { tree, result: await importHome(options) }
    })()
    expect(await readFile(tree.path('h/agent-configs/USER.md'), 'utf8')).toBe('Linked.\n')
    expect(reasonOf(result, 'memories/MEMORY.md')).toContain('credentials')
    expect(await readdir(tree.path('h/agent-configs'))).toEqual(['SOUL.md', 'USER.md'])
  })

  it('asks for more tokens than agents get by default when the files need them', async () => {
    const files = Object.fromEntries(
      ['SOUL.md', 'AGENTS.md', 'memories/USER.md', 'memories/MEMORY.md'].map((name) => [
        `.hermes/${name}`,
        '规则一条，先读后写。'.repeat(780),
      ]),
    )
    const tree = await createTempTree(files)
    const options = { from: 'hermes', userHome: tree.dir, env: {} } as const
    const dir = tree.path('.onesoul')
    const { budget } = await importHome({ ...options, dir, maxTokens: 32_000 })
    expect(budget.tokens).toBeGreaterThan(32_000)
    const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: tree.dir })
    const { manifest } = await home.compose({ agent: 'codex', maxTokens: 32_000 })
    expect(manifest.sections.filter((one) => one.omitted.length > 0)).toEqual([])
  })
})
