import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { importHome } from './import-home.ts'
import type { ImportResult, ImportSource } from './import-report.ts'
import type { AgentFile } from './read-source.ts'

const run = (tree: TempTree, from: ImportSource, agentFiles: readonly AgentFile[] = []) =>
  importHome({
    from,
    dir: tree.path('.onesoul'),
    userHome: tree.path('me'),
    env: {},
    source: tree.path(`me/.${from}`),
    agentFiles,
  })

/** A file as its agent reads it, whatever we make of it. */
const own = async (path: string, imports: AgentFile['imports'] = []): Promise<AgentFile> => {
  const text = await readFile(path, 'utf8')
  return { path, text, body: text, imports }
}

const reasonOf = ({ unmapped }: ImportResult, from: string): string =>
  unmapped.find((one) => one.from === from && one.attention)?.reason ?? ''

const KEY = 'sk-ant-very-secret'
const FILES = {
  'me/.claude/.credentials.json': `{"claude":{"accessToken":"${KEY}"}}`,
  'me/.claude/token.txt': KEY,
  'me/.claude/hidden.md': `{"api_key":"${KEY}"}`,
  'me/.ssh/id_rsa': `-----BEGIN OPENSSH PRIVATE KEY-----\n${KEY}\n`,
  'me/.claude/extra.md': 'Two spaces.\n',
  'etc/shadow': `root:${KEY}:1::\n`,
}

describe('importHome and credentials', () => {
  it.each([
    ['.credentials.json', 'me/.claude/.credentials.json', /credentials/],
    ['token.txt', 'me/.claude/token.txt', /credentials/],
    ['hidden.md', 'me/.claude/hidden.md', /JSON with entries/],
    ['~/.ssh/id_rsa', 'me/.ssh/id_rsa', /credentials/],
    ['etc/shadow', 'etc/shadow', /outside/],
  ])('does not copy an import of %s, and says why', async (name, target, reason) => {
    const tree = await createTempTree({ ...FILES, 'me/.claude/CLAUDE.md': `Rules.\n@${name}\n` })
    const path = tree.path(target)
    const main = await own(tree.path('me/.claude/CLAUDE.md'), [{ written: name, path }])
    const result = await run(tree, 'claude', [main, await own(path)])
    const text = await readFile(tree.path('.onesoul/agent-configs/AGENTS.md'), 'utf8')
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(`@${name}`)
    expect(text.endsWith('---\nRules.\n')).toBe(true)
    expect(JSON.stringify(result)).not.toContain(KEY)
    expect(reasonOf(result, target.startsWith('etc') ? path : name)).toMatch(reason)
  })

  it.each([
    ['claude', 'CLAUDE.md', '.credentials.json'],
    ['claude', 'CLAUDE.md', '../../etc/shadow'],
    ['codex', 'AGENTS.md', 'auth.json'],
    ['codex', 'AGENTS.md', '.env.local'],
    ['hermes', 'SOUL.md', 'auth.json'],
    ['hermes', 'SOUL.md', 'token'],
    ['openclaw', 'SOUL.md', '../../etc/shadow'],
  ] as const)('copies nothing when the file of %s, %s, is a link to %s', async (from, name, to) => {
    const tree = await createTempTree({ 'etc/shadow': KEY, [`me/.${from}/${to}`]: KEY })
    await tree.link(`me/.${from}/${name}`, to)
    const files = ['claude', 'codex'].includes(from)
      ? [await own(tree.path(`me/.${from}/${name}`))]
      : []
    const error = await run(tree, from, files).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'import-source' })
    expect(JSON.stringify(error)).not.toContain(KEY)
    expect(JSON.stringify((error as { hints: string[] }).hints[0])).toContain(name)
    expect(await readdir(tree.dir)).not.toContain('.onesoul')
  })

  it('takes a text that only begins like JSON, and a token file in Markdown', async () => {
    const tree = await createTempTree({ 'me/.hermes/SOUL.md': '{ key } is a set.\n' })
    expect((await run(tree, 'hermes')).written).toContain('agent-configs/SOUL.md')
  })
})

describe('importHome and imports', () => {
  it('leaves out lines that only import, but not in a fence, and says so', async () => {
    const text = 'First.\n@extra.md\nSee @extra.md here.\n```\n@extra.md\n```\n'
    const tree = await createTempTree({ ...FILES, 'me/.claude/CLAUDE.md': text })
    const path = tree.path('me/.claude/extra.md')
    const main = await own(tree.path('me/.claude/CLAUDE.md'), [{ written: 'extra.md', path }])
    const result = await run(tree, 'claude', [main, await own(path)])
    const written = await readFile(tree.path('.onesoul/agent-configs/AGENTS.md'), 'utf8')
    const body = 'First.\nSee @extra.md here.\n```\n@extra.md\n```\n\nTwo spaces.\n'
    expect(written.endsWith(`---\n${body}`)).toBe(true)
    const told = result.decisions.find((one) => one.about === 'imports')
    expect(told?.files).toEqual(['CLAUDE.md'])
    for (const { from, note } of result.mapped) {
      const [, first] = /lines (\d+)/.exec(note ?? '') ?? []
      const start = from === 'CLAUDE.md' ? 'First.' : 'Two spaces.'
      expect(written.split('\n')[Number(first) - 1]).toBe(start)
    }
  })

  it('names what hinders: a file that is too large, a folder that cannot be listed', async () => {
    const tree = await createTempTree({ ...FILES, 'me/.claude/CLAUDE.md': 'x'.repeat(3_000_000) })
    await tree.link('me/.claude/rules', 'rules')
    const result = await run(tree, 'claude', [await own(tree.path('me/.claude/extra.md'))])
    expect(reasonOf(result, 'CLAUDE.md')).toMatch(/3000000 bytes/)
    expect(reasonOf(result, 'rules/')).toContain('ELOOP')
  })

  it('names the line from which a configuration of Codex cannot be read, and shows nothing of it', async () => {
    const config = `model = "x"\n"${KEY} = 1\nlater = 2\n`
    const tree = await createTempTree({
      'me/.codex/AGENTS.md': 'Rules.\n',
      'me/.codex/config.toml': config,
    })
    const result = await run(tree, 'codex', [await own(tree.path('me/.codex/AGENTS.md'))])
    expect(reasonOf(result, 'config.toml:2')).toContain('no valid TOML')
    expect(result.unmapped.map((one) => one.from)).toEqual(['config.toml:2', 'config.toml:1 model'])
    expect(JSON.stringify(result)).not.toContain(KEY)
  })

  it('repeats nothing of settings that cannot be read, and inherits no credentials', async () => {
    const hermes = await createTempTree({
      'me/.hermes/SOUL.md': 'You are Hermes.\n',
      'me/.hermes/config.yaml': `a: | ${KEY}\n x\n`,
    })
    const result = await run(hermes, 'hermes')
    expect(reasonOf(result, 'config.yaml:1')).toContain('not read')
    expect(JSON.stringify(result)).not.toContain(KEY)
    const hotplex = await createTempTree({
      'me/.hotplex/agent-configs/SOUL.md': 'You are Harbour.\n',
      'me/.hotplex/config.yaml': 'inherits: .env\n',
      'me/.hotplex/.env': `messaging: { ${KEY}: { bots: [] } }\n`,
    })
    const other = await run(hotplex, 'hotplex')
    expect(reasonOf(other, '.env')).toContain('credentials')
    expect(JSON.stringify(other)).not.toContain(KEY)
  })

  it('does not go into a workspace outside of the home directory', async () => {
    const tree = await createTempTree({ 'etc/SOUL.md': 'Not mine.\n', 'etc/private.md': '' })
    await tree.write('me/.openclaw/openclaw.json', JSON.stringify({ workspace: tree.path('etc') }))
    const error = await run(tree, 'openclaw').catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'import-source' })
    expect(JSON.stringify(error)).toMatch(/outside of the set-up.*--source/)
    expect(JSON.stringify(error)).not.toContain('private.md')
  })
})

describe('importHome and folders of hotplex', () => {
  it('does not follow a link to a folder elsewhere, nor name what lies there', async () => {
    const tree = await createTempTree({
      'etc/passwd.d/SOUL.md': 'Not mine.\n',
      'me/.hotplex/agent-configs/SOUL.md': 'You are Harbour.\n',
    })
    await tree.link('me/.hotplex/agent-configs/feishu', tree.path('etc'))
    await tree.link('me/.hotplex/agent-configs/slack/dev', tree.path('etc'))
    const result = await run(tree, 'hotplex')
    expect(reasonOf(result, 'agent-configs/feishu/')).toContain('outside')
    expect(reasonOf(result, 'agent-configs/slack/dev/')).toContain('outside')
    expect(JSON.stringify(result)).not.toContain('passwd.d')
  })

  it('takes one of two names that differ in case alone', async () => {
    const tree = await createTempTree({
      'me/.hotplex/agent-configs/slack/dev/SOUL.md': 'Small.\n',
      'me/.hotplex/agent-configs/slack/Dev/SOUL.md': 'Large.\n',
    })
    const result = await run(tree, 'hotplex')
    expect(reasonOf(result, 'agent-configs/slack/Dev/')).toContain('case alone')
    expect(result.written).toEqual(['agent-configs/slack/dev/SOUL.md', 'config.yaml'])
  })

  it('prints no exclusion that is no name of a file, and reads odd names as names', async () => {
    const tree = await createTempTree({
      'me/.hotplex/config.yaml': `agent_config:\n  inject_exclude: ["${KEY}"]\nmessaging:\n  __proto__:\n    bots: [{ name: dev }]\n`,
      'me/.hotplex/agent-configs/SOUL.md': 'You are Harbour.\n',
      'me/.hotplex/constructor': '',
    })
    const result = await run(tree, 'hotplex')
    expect(JSON.stringify(result)).not.toContain(KEY)
    expect(result.unmapped.find((one) => one.from === 'constructor')?.reason).toContain('no part')
    const config = await readFile(tree.path('.onesoul/config.yaml'), 'utf8')
    expect(config).not.toContain('__proto__')
    expect(result.unmapped.map((one) => `${one.from} ${one.reason}`).join('\n')).toMatch(
      /__proto__.*name/,
    )
  })
})

describe('importHome after an interruption', () => {
  const LEFT = '.onesoul-ffffffff-4194399-0123456789abcdef01234567.tmp'

  it.each(['agent-configs/', 'agent-configs/slack/', 'memory/', ''])(
    'goes on beside a half written file in %s',
    async (folder) => {
      const tree = await createTempTree({ 'me/.hermes/SOUL.md': 'You are Hermes.\n' })
      await tree.write(`.onesoul/${folder}${LEFT}`, 'You a')
      const result = await run(tree, 'hermes')
      expect(result.refusal).toBeNull()
      expect(result.written).toEqual(['agent-configs/SOUL.md', 'config.yaml'])
    },
  )
})
