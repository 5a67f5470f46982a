import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InspectInput } from '../port/inspection.ts'
import { behavioursOf } from './behaviours.ts'
import { unpackDetails } from './details.ts'
import { inspectClaudeCode } from './inspect.ts'

let place = ''

beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-inspect-')))
  await mkdir(join(place, 'tree/.git'), { recursive: true })
  await mkdir(join(place, 'tree/sub'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

async function put(path: string, content: unknown): Promise<string> {
  const file = join(place, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function inspect(more: Partial<InspectInput> & { version?: string } = {}) {
  const { version = '2.1.332', ...input } = more
  return inspectClaudeCode(
    {
      detection: {
        found: true,
        id: 'claude-code',
        path: '/bin/claude',
        realPath: '/bin/claude',
        version,
        proven: true,
        behaviours: behavioursOf(version),
      },
      cwd: join(place, 'tree'),
      env: { HOME: join(place, 'home') },
      args: [],
      trusted: true,
      ...input,
    },
    { managedFile: join(place, 'managed.json') },
  )
}

function url(address: string) {
  return { env: { ANTHROPIC_BASE_URL: address } }
}

async function baseUrl(more: Parameters<typeof inspect>[0] = {}): Promise<string> {
  const { endpoint } = await inspect(more)
  return endpoint.recordable ? endpoint.baseUrl : endpoint.reason
}

describe('inspectClaudeCode', () => {
  it('takes the append flags out of the arguments and lists their texts, file first', async () => {
    const file = await put('tree/own.md', 'from the file\n')
    const args = [
      '--verbose',
      '--append-system-prompt',
      'text',
      '--append-system-prompt-file=own.md',
    ]
    const { args: left, userSources } = await inspect({ args })
    expect(left).toEqual(['--verbose'])
    expect(userSources).toEqual([
      { what: '--append-system-prompt-file', where: file, text: 'from the file\n' },
      { what: '--append-system-prompt', where: 'flag', text: 'text' },
    ])
  })

  it('counts an empty text as none', async () => {
    expect((await inspect({ args: ['--append-system-prompt='] })).userSources).toEqual([])
  })

  it('tells which file of the person cannot be read', async () => {
    const inspection = await inspect({ args: ['--append-system-prompt-file', 'none.md'] })
    expect(unpackDetails(inspection).problem).toBe(
      `--append-system-prompt-file: ${join(place, 'tree/none.md')} cannot be read`,
    )
  })

  it("keeps the person's text for sub-agents", async () => {
    const inspection = await inspect({ args: ['--append-subagent-system-prompt', 'for children'] })
    expect(inspection.args).toEqual([])
    expect(unpackDetails(inspection).subagentText).toBe('for children')
  })

  it('names the files that nobody lists but the agent reads', async () => {
    await put('CLAUDE.md', 'above')
    await put('tree/CLAUDE.md', '@notes.md')
    await put('tree/notes.md', 'notes')
    await put('home/.claude/CLAUDE.md', 'own')
    const { notes } = await inspect()
    const files = ['home/.claude/CLAUDE.md', 'CLAUDE.md', 'tree/notes.md']
    expect(notes).toEqual([
      `Claude Code also reads by itself: ${files.map((file) => join(place, file)).join(', ')}`,
    ])
  })

  it('says nothing when the agent reads only what everybody lists', async () => {
    await put('tree/CLAUDE.md', 'c')
    await put('tree/CLAUDE.local.md', 'c')
    expect((await inspect()).notes).toEqual([])
  })
})

describe('the endpoint that inspectClaudeCode finds', () => {
  it("is Anthropic's own by default", async () => {
    expect((await inspect()).endpoint).toEqual({
      recordable: true,
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      protocol: 'anthropic-messages',
    })
  })

  it('is the weakest of environment, user, project, local and flag settings that nothing replaces', async () => {
    const env = { HOME: join(place, 'home'), ANTHROPIC_BASE_URL: 'http://env' }
    expect(await baseUrl({ env })).toBe('http://env')
    await put('home/.claude/settings.json', url('http://user'))
    expect(await baseUrl({ env })).toBe('http://user')
    await put('tree/.claude/settings.json', url('http://project'))
    expect(await baseUrl({ env })).toBe('http://project')
    await put('tree/.claude/settings.local.json', url('http://local'))
    expect(await baseUrl({ env })).toBe('http://local')
    const args = ['--settings', JSON.stringify(url('http://flag'))]
    expect(await baseUrl({ env, args })).toBe('http://flag')
    expect(
      await baseUrl({ env, args: ['--settings', await put('f.json', url('http://file'))] }),
    ).toBe('http://file')
  })

  it('owes nothing to the settings of an untrusted work tree', async () => {
    await put('home/.claude/settings.json', url('http://user'))
    await put('tree/.claude/settings.json', url('http://project'))
    expect(await baseUrl({ trusted: false })).toBe('http://user')
    expect(await baseUrl({ args: ['--setting-sources', 'user'] })).toBe('http://user')
    expect(await baseUrl({ args: ['--setting-sources='] })).toBe('https://api.anthropic.com')
  })

  it('finds local settings at the git root where the version does', async () => {
    await put('tree/.claude/settings.local.json', url('http://root'))
    const cwd = join(place, 'tree/sub')
    expect(await baseUrl({ cwd })).toBe('http://root')
    expect(await baseUrl({ cwd, version: '2.1.197' })).toBe('https://api.anthropic.com')
  })

  it('ignores settings with a syntax error, as the agent does', async () => {
    await put('home/.claude/settings.json', `// note\n${JSON.stringify(url('http://user'))}`)
    expect(await baseUrl()).toBe('https://api.anthropic.com')
  })

  it('tells which variables of the start settings would replace', async () => {
    expect(unpackDetails(await inspect()).settingsVariables).toEqual([])
    await put('home/.claude/settings.json', url('http://user'))
    expect(unpackDetails(await inspect()).settingsVariables).toEqual(['ANTHROPIC_BASE_URL'])
  })

  it("cannot be recorded past an administrator's base URL", async () => {
    const file = await put('managed.json', url('http://managed'))
    expect(await baseUrl()).toBe(`${file} sets the base URL for everybody`)
  })

  it.each([
    ['CLAUDE_CODE_USE_BEDROCK', '1', 'Amazon Bedrock'],
    ['CLAUDE_CODE_USE_BEDROCK', 'yes', 'Amazon Bedrock'],
    ['CLAUDE_CODE_USE_VERTEX', 'true', 'Google Vertex AI'],
    ['CLAUDE_CODE_USE_FOUNDRY', '1', 'Microsoft Foundry'],
  ])('cannot be recorded with %s=%s', async (name, value, service) => {
    const env = { HOME: join(place, 'home'), [name]: value }
    expect(await baseUrl({ env })).toContain(service)
    await put('home/.claude/settings.json', { env: { [name]: value } })
    expect(await baseUrl()).toContain(service)
  })

  it.each(['0', ''])('can be recorded with a service switched off by %j', async (value) => {
    const env = { HOME: join(place, 'home'), CLAUDE_CODE_USE_BEDROCK: value }
    expect((await inspect({ env })).endpoint.recordable).toBe(true)
  })
})
