import { describe, expect, it } from 'vitest'
import { chooseProxy } from './choose-proxy.ts'

const choose = (url: string, env: Record<string, string>) =>
  chooseProxy(new URL(url), env)?.origin ?? null

describe('chooseProxy', () => {
  it.each([
    ['https://api.test', { HTTPS_PROXY: 'http://proxy:8080' }, 'http://proxy:8080'],
    [
      'https://api.test',
      { https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:1' },
      'http://lower:1',
    ],
    ['https://api.test', { HTTP_PROXY: 'http://proxy:1' }, null],
    ['http://api.test', { HTTP_PROXY: 'proxy:3128' }, 'http://proxy:3128'],
    ['https://api.test', { ALL_PROXY: 'http://all:1' }, 'http://all:1'],
    ['https://api.test', {}, null],
    ['http://127.0.0.1:1', { HTTP_PROXY: 'http://proxy:1' }, null],
    ['http://localhost:1', { ALL_PROXY: 'http://proxy:1' }, null],
  ])('%s with %o goes through %s', (url, env, proxy) => {
    expect(choose(url, env as Record<string, string>)).toBe(proxy)
  })

  it.each([
    ['*', null],
    ['api.test', null],
    ['.test', null],
    ['*.test', null],
    ['other, api.test', null],
    ['api.test:443', null],
    ['api.test:444', 'http://p:1'],
    ['pi.test', 'http://p:1'],
    ['', 'http://p:1'],
  ])('honours NO_PROXY=%s', (exceptions, proxy) => {
    expect(choose('https://api.test', { HTTPS_PROXY: 'http://p:1', NO_PROXY: exceptions })).toBe(
      proxy,
    )
  })

  it('refuses a proxy that is not HTTP, without showing its password', () => {
    const choosing = () => choose('https://api.test', { HTTPS_PROXY: 'socks5://me:secret@p:1' })
    expect(choosing).toThrow('not socks5://p:1')
  })
})
