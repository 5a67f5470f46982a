import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPlaces } from './places.ts'
import { readProvider } from './provider.ts'

const COMPATIBLE = '@ai-sdk/openai-compatible'

describe('readProvider', () => {
  let home = ''

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'opencode-provider-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  async function put(path: string, content: unknown): Promise<void> {
    const file = join(home, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(content))
  }

  async function isKeyless(
    name: string,
    own?: object,
    env: Readonly<Record<string, string>> = {},
  ): Promise<boolean> {
    const settings = own === undefined ? {} : { provider: { [name]: own } }
    return (await readProvider(name, { settings, places: findPlaces({ HOME: home }), env })).keyless
  }

  it.each<[string, string, object | undefined, Record<string, string>, boolean]>([
    ['nothing', 'anthropic', undefined, {}, true],
    ['an option beside the key', 'anthropic', { options: { timeout: 9 } }, {}, true],
    ['an empty key', 'anthropic', { options: { apiKey: '' } }, {}, true],
    ['a key', 'anthropic', { options: { apiKey: 'k' } }, {}, false],
    ['its variable', 'anthropic', undefined, { ANTHROPIC_API_KEY: 'k' }, false],
    ['the variable of another', 'openai', undefined, { ANTHROPIC_API_KEY: 'k' }, true],
    ['a variable of the person', 'openrouter', { env: ['MINE'] }, { MINE: 'k' }, false],
    ['a sign-in of the environment', 'openai', undefined, authContent('openai'), false],
    ['a sign-in elsewhere', 'openai', undefined, authContent('anthropic'), true],
    ['a server of their own', 'acme', { npm: COMPATIBLE }, {}, false],
    ['a provider that asks for none', 'opencode', undefined, {}, false],
    ['a provider that nobody knows', 'acme', undefined, {}, true],
  ])('says whether a key is missing: %s', async (_, name, own, env, expected) => {
    expect(await isKeyless(name, own, env)).toBe(expected)
  })

  it('finds the key of a sign-in', async () => {
    await put('.local/share/opencode/auth.json', { openai: { type: 'api', key: 'k' } })
    expect(await isKeyless('openai')).toBe(false)
    expect(await isKeyless('anthropic')).toBe(true)
  })

  it('takes the name of the variable from the list that OpenCode keeps', async () => {
    await put('.cache/opencode/models.json', { deep: { npm: COMPATIBLE, env: ['DEEP_KEY'] } })
    expect(await isKeyless('deep')).toBe(true)
    expect(await isKeyless('deep', undefined, { DEEP_KEY: 'k' })).toBe(false)
  })
})

function authContent(name: string): Record<string, string> {
  return { OPENCODE_AUTH_CONTENT: JSON.stringify({ [name]: { type: 'api', key: 'k' } }) }
}
