import { describe, expect, it } from 'vitest'
import type { ModelEndpoint } from '../port/inspection.ts'
import { findEndpoint, readProvider } from './endpoint.ts'

const CHATGPT = { account: { type: 'chatgpt' } }

function endpoint(
  config: object,
  account: unknown = null,
  env: Record<string, string> = {},
): ModelEndpoint {
  return findEndpoint(readProvider({ config: { config }, profile: null }, account, env))
}

const gateway = { base_url: 'https://gateway.test/v1' }

describe('findEndpoint', () => {
  it.each([
    ['nothing configured', {}, 'openai', 'https://api.openai.com/v1'],
    ['openai_base_url', { openai_base_url: 'http://x/v1' }, 'openai', 'http://x/v1'],
    [
      'a provider of the person',
      { model_provider: 'mine', model_providers: { mine: gateway } },
      'mine',
      'https://gateway.test/v1',
    ],
  ])('finds the address with %s', (_, config, provider, baseUrl) => {
    expect(endpoint(config)).toEqual({
      recordable: true,
      provider,
      baseUrl,
      protocol: 'openai-responses',
    })
  })

  it('refuses a ChatGPT login, by its reason', () => {
    expect(endpoint({}, CHATGPT)).toMatchObject({
      recordable: false,
      reason: expect.stringContaining('ChatGPT'),
    })
    const config = {
      model_provider: 'mine',
      model_providers: { mine: { ...gateway, requires_openai_auth: true } },
    }
    expect(endpoint(config, CHATGPT)).toMatchObject({ recordable: false })
  })

  it('ignores that login for a provider with a key of its own', () => {
    const config = { model_provider: 'mine', model_providers: { mine: gateway } }
    expect(endpoint(config, CHATGPT)).toMatchObject({ recordable: true })
  })

  it('prefers CODEX_API_KEY to the login, as codex exec does', () => {
    expect(endpoint({}, CHATGPT, { CODEX_API_KEY: 'k' })).toMatchObject({ recordable: true })
  })

  it('refuses a provider without an address', () => {
    expect(endpoint({ model_provider: 'amazon-bedrock' })).toEqual({
      recordable: false,
      reason: 'the provider amazon-bedrock has no base_url in config.toml',
    })
  })
})

describe('readProvider', () => {
  it('names the key that a recorder replaces', () => {
    const key = (config: object): string | null =>
      readProvider({ config: { config }, profile: null }, null, {}).baseUrlKey
    expect(key({})).toBe('openai_base_url')
    expect(key({ model_provider: 'mine', model_providers: { mine: gateway } })).toBe(
      'model_providers.mine.base_url',
    )
    expect(key({ model_provider: 'amazon-bedrock' })).toBeNull()
  })
})
