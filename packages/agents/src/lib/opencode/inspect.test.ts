import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InspectInput, Inspection } from '../port/inspection.ts'
import { createOpenCodeAgent } from './agent.ts'

const PROVIDER = { npm: '@ai-sdk/openai-compatible', options: { baseURL: 'https://acme/v1' } }

describe('createOpenCodeAgent', () => {
  let base = ''

  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'opencode-inspect-')))
    await mkdir(join(base, 'home'))
    await mkdir(join(base, 'tree', '.git'), { recursive: true })
  })
  afterEach(() => rm(base, { recursive: true, force: true }))

  async function put(path: string, content: unknown): Promise<void> {
    const file = join(base, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  }

  function inspect(more: Partial<InspectInput> = {}): Promise<Inspection> {
    return createOpenCodeAgent({ managedConfigDir: join(base, 'managed') }).inspect({
      detection: {
        found: true,
        id: 'opencode',
        path: '/opt/opencode',
        realPath: '/opt/opencode',
        version: '1.18.33',
        proven: true,
        behaviours: {},
      },
      cwd: join(base, 'tree'),
      args: [],
      trusted: true,
      ...more,
      env: { HOME: join(base, 'home'), ...more.env },
    })
  }

  async function texts(more?: Partial<InspectInput>): Promise<string[]> {
    return (await inspect(more)).userSources.map((source) => source.text)
  }

  const CONFIG = 'home/.config/opencode'

  it('finds nothing where nothing is', async () => {
    expect(await inspect()).toEqual({
      userSources: [],
      personalFiles: [],
      endpoint: { recordable: false, reason: expect.stringContaining('--model provider/model') },
      args: [],
      details: {
        instructionName: null,
        agent: 'build',
        model: null,
        titleModel: null,
        keyless: false,
        skillPaths: [],
      },
      notes: [],
    })
  })

  it('lists instructions of all layers in the order of OpenCode 1.18.33, each file once', async () => {
    const layers = [
      [`${CONFIG}/config.json`, 'lost'],
      [`${CONFIG}/opencode.jsonc`, 'global'],
      ['named.json', 'named'],
      ['tree/opencode.json', 'root'],
      ['tree/opencode.jsonc', 'root-c'],
      ['tree/a/opencode.json', 'near'],
      ['tree/a/.opencode/opencode.json', 'near-dot'],
      ['tree/.opencode/opencode.json', 'root-dot'],
      ['home/.opencode/opencode.json', 'home-dot'],
      ['own/opencode.json', 'own'],
      ['managed/opencode.json', 'managed'],
    ] as const
    for (const [path, name] of layers) {
      await put(path, { instructions: [join(base, `${name}.md`), join(base, 'shared.md')] })
      await put(`${name}.md`, name)
    }
    await put('shared.md', 'shared')
    const content = { instructions: [join(base, 'content.md')] }
    await put('content.md', 'content')
    const env = {
      OPENCODE_CONFIG: join(base, 'named.json'),
      OPENCODE_CONFIG_DIR: join(base, 'own'),
      OPENCODE_CONFIG_CONTENT: JSON.stringify(content),
    }
    expect(await texts({ cwd: join(base, 'tree', 'a'), env })).toEqual([
      'global',
      'shared',
      'named',
      'root',
      'root-c',
      'near',
      'near-dot',
      'root-dot',
      'home-dot',
      'own',
      'content',
      'managed',
    ])
  })

  it('names the files of the person that it reads by itself: CLAUDE.md when there is no AGENTS.md', async () => {
    const read = async () => ((await inspect()).personalFiles ?? []).map((file) => file.path)
    await put('home/.claude/CLAUDE.md', 'of another agent')
    expect(await read()).toEqual([join(base, 'home/.claude/CLAUDE.md')])
    await put(`${CONFIG}/AGENTS.md`, 'all my rules')
    expect(await read()).toEqual([join(base, CONFIG, 'AGENTS.md')])
  })

  it('says what a source is and where it stands', async () => {
    await put(`${CONFIG}/AGENTS.md`, 'all my rules')
    await put(`${CONFIG}/opencode.json`, '{ /* c */ "instructions": ["~/notes.md"], }')
    await put('home/notes.md', 'notes')
    expect((await inspect()).userSources).toEqual([
      { what: 'AGENTS.md', where: join(base, CONFIG, 'AGENTS.md'), text: 'all my rules' },
      { what: 'instructions', where: join(base, 'home', 'notes.md'), text: 'notes' },
    ])
  })

  it.each<[string, string[], Record<string, string>, string[]]>([
    [
      'its own before that of Claude Code',
      [`${CONFIG}/AGENTS.md`, 'home/.claude/CLAUDE.md'],
      {},
      [CONFIG],
    ],
    ['that of Claude Code', ['home/.claude/CLAUDE.md'], {}, ['home/.claude']],
    [
      'none of Claude Code when told so',
      ['home/.claude/CLAUDE.md'],
      { OPENCODE_DISABLE_CLAUDE_CODE: '1' },
      [],
    ],
  ])('finds one global file: %s', async (_, paths, env, expected) => {
    for (const path of paths) await put(path, dirname(path))
    expect(await texts({ env })).toEqual(expected)
  })

  it('lets an empty global file hide the next one', async () => {
    await put(`${CONFIG}/AGENTS.md`, '')
    await put('home/.claude/CLAUDE.md', 'hidden')
    expect(await texts()).toEqual([])
  })

  it('looks for a relative entry from the working directory up to the root', async () => {
    await put(`${CONFIG}/opencode.json`, { instructions: ['docs/*.md'] })
    await put(`${CONFIG}/docs/no.md`, 'no')
    await put('docs/above.md', 'above')
    await put('tree/docs/b.md', 'b')
    await put('tree/docs/a.md', 'a')
    await put('tree/docs/c.txt', 'c')
    await put('tree/sub/docs/d.md', 'd')
    expect(await texts({ cwd: join(base, 'tree', 'sub') })).toEqual(['d', 'a', 'b'])
  })

  it('names what only OpenCode can look up', async () => {
    const entries = ['https://example.com/rules.md', '**/rules.md', '*/rules.md', 'rules/{a,b}.md']
    await put(`${CONFIG}/opencode.json`, { instructions: entries })
    const { notes } = await inspect()
    expect(notes).toEqual(
      entries.map((entry) => expect.stringContaining(`\`instructions\` ${entry} (`)),
    )
  })

  it('takes brackets in the folder of an absolute path for what they are', async () => {
    const path = 'home/br[ab] {x,y}/a.md'
    await put(path, 'odd')
    await put(`${CONFIG}/opencode.json`, { instructions: [join(base, path)] })
    expect(await texts()).toEqual(['odd'])
  })

  it('does not count the delivery of an outer run as a text of the person', async () => {
    const path = `state/deliver/${'0'.repeat(32)}.md`
    await put(path, 'ours')
    const OPENCODE_CONFIG_CONTENT = JSON.stringify({ instructions: [join(base, path)] })
    expect(await texts({ env: { OPENCODE_CONFIG_CONTENT } })).toEqual([])
  })

  it('leaves the configuration of an untrusted work tree out', async () => {
    await put('tree/opencode.json', { instructions: ['rules.md'], model: 'evil/model' })
    await put('tree/rules.md', 'rules')
    expect(await texts()).toEqual(['rules'])
    expect(await texts({ trusted: false })).toEqual([])
    expect((await inspect({ trusted: false })).endpoint.recordable).toBe(false)
  })

  it('finds the name whose project files OpenCode reads, also outside the list of files', async () => {
    await put('tree/CLAUDE.md', 'c')
    expect((await inspect()).details).toMatchObject({ instructionName: 'CLAUDE.md' })
    await mkdir(join(base, 'tree', 'AGENTS.md'))
    expect((await inspect()).details).toMatchObject({ instructionName: 'AGENTS.md' })
  })

  it('warns of files above a folder without a git root, and of none above a repository', async () => {
    await put('AGENTS.md', 'above')
    expect((await inspect()).notes).toEqual([])
    await rm(join(base, 'tree', '.git'), { recursive: true })
    const { notes, details } = await inspect()
    expect(notes).toContain(
      `opencode also reads ${join(base, 'AGENTS.md')}, which is above the work tree`,
    )
    expect(details).toMatchObject({ instructionName: 'AGENTS.md' })
  })

  it.each<[string, object, Partial<InspectInput>, object]>([
    [
      'a provider with a base URL',
      { model: 'acme/m', provider: { acme: PROVIDER } },
      {},
      { provider: 'acme', baseUrl: 'https://acme/v1', protocol: 'openai-chat' },
    ],
    [
      'the model of the run before that of the configuration',
      { model: 'acme/m', provider: { acme: PROVIDER } },
      { model: 'openai/gpt-5' },
      { provider: 'openai', baseUrl: 'https://api.openai.com/v1', protocol: 'openai-responses' },
    ],
    [
      'the model of a flag',
      { model: 'acme/m' },
      { args: ['-m', 'opencode/big-pickle'] },
      { provider: 'opencode', baseUrl: 'https://opencode.ai/zen/v1', protocol: 'openai-chat' },
    ],
    [
      'the model of the agent that a flag names',
      { model: 'acme/m', agent: { pair: { model: 'openrouter/x/y' } } },
      { args: ['--agent', 'pair'] },
      { provider: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', protocol: 'openai-chat' },
    ],
    [
      'a base URL of the environment',
      { model: 'anthropic/c' },
      { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1' } },
      { provider: 'anthropic', baseUrl: 'http://127.0.0.1:9/v1', protocol: 'anthropic-messages' },
    ],
    [
      'a base URL of the configuration before that of the environment',
      { model: 'anthropic/c', provider: { anthropic: { options: { baseURL: '{env:HERE}/v1' } } } },
      { env: { HERE: 'http://here', ANTHROPIC_BASE_URL: 'http://there' } },
      { provider: 'anthropic', baseUrl: 'http://here/v1', protocol: 'anthropic-messages' },
    ],
  ])('finds the endpoint: %s', async (_, config, more, expected) => {
    await put(`${CONFIG}/opencode.json`, config)
    expect((await inspect(more)).endpoint).toEqual({ recordable: true, ...expected })
  })

  it('knows a provider from the list that OpenCode keeps', async () => {
    const api = { npm: '@ai-sdk/openai-compatible', api: 'https://deep.example/v1' }
    await put('home/.cache/opencode/models.json', { deep: api })
    expect((await inspect({ model: 'deep/m' })).endpoint).toMatchObject({
      provider: 'deep',
      baseUrl: 'https://deep.example/v1',
    })
  })

  it('falls back to the model that OpenCode used last', async () => {
    const recent = [{ providerID: 'openai', modelID: 'gpt-5' }]
    await put('home/.local/state/opencode/model.json', { recent })
    expect((await inspect()).endpoint).toMatchObject({ provider: 'openai' })
  })

  it.each<[string, object, string]>([
    ['an unknown provider', {}, 'cannot be read'],
    ['a protocol that no receipt reads', { acme: { npm: '@ai-sdk/amazon-bedrock' } }, 'bedrock'],
    ['no base URL', { acme: { npm: '@ai-sdk/openai-compatible' } }, 'options.baseURL'],
    [
      'a base URL in another file',
      { acme: { npm: '@ai-sdk/openai-compatible', options: { baseURL: '{file:url}' } } },
      'options.baseURL',
    ],
  ])('says why it cannot be recorded: %s', async (_, provider, reason) => {
    await put(`${CONFIG}/opencode.json`, { model: 'acme/m', provider })
    expect((await inspect()).endpoint).toEqual({
      recordable: false,
      reason: expect.stringContaining(reason),
    })
  })

  it('does not stand before a sign-in by browser', async () => {
    await put('home/.local/share/opencode/auth.json', {
      openai: { type: 'oauth' },
      x: { type: 'api' },
    })
    expect((await inspect({ model: 'openai/gpt-5' })).endpoint).toEqual({
      recordable: false,
      reason: expect.stringContaining('by browser'),
    })
  })

  it('finds the model for titles at another provider', async () => {
    const config = { model: 'acme/m', small_model: 'openai/mini', provider: { acme: PROVIDER } }
    await put(`${CONFIG}/opencode.json`, config)
    expect((await inspect()).details).toMatchObject({ model: 'acme/m', titleModel: 'openai/mini' })
    const { details } = await inspect({ model: 'openai/gpt-5' })
    expect(details).toMatchObject({ model: 'openai/gpt-5', titleModel: null })
  })

  it('passes over files that are no configuration', async () => {
    await put(`${CONFIG}/opencode.json`, '{')
    await put(`${CONFIG}/opencode.jsonc`, '[]')
    await put('home/.local/state/opencode/model.json', '{')
    expect((await inspect()).userSources).toEqual([])
  })
})
