import { describe, expect, it } from 'vitest'
import { maskHeaders, maskPath } from './mask-credentials.ts'

describe('maskHeaders', () => {
  it('replaces every credential and keeps the rest', () => {
    const headers = {
      authorization: 'Bearer secret',
      'x-api-key': 'secret',
      'x-goog-api-key': 'secret',
      'api-key': 'secret',
      'proxy-authorization': 'Basic secret',
      cookie: 'secret',
      'x-amz-security-token': 'secret',
      'content-type': 'application/json',
      'anthropic-beta': 'a',
      'set-x': ['1', '2'],
      absent: undefined,
    }
    const masked = maskHeaders(headers)
    expect(JSON.stringify(masked)).not.toContain('secret')
    expect(masked).toMatchObject({
      authorization: 'masked',
      'content-type': 'application/json',
      'anthropic-beta': 'a',
      'set-x': '1, 2',
    })
    expect(masked).not.toHaveProperty('absent')
  })
})

describe('maskPath', () => {
  it.each([
    ['/v1/messages', '/v1/messages'],
    ['/v1/messages?beta=true', '/v1/messages?beta=true'],
    ['/m:stream?alt=sse&key=abc=d', '/m:stream?alt=sse&key=masked'],
    ['/m?api_key=abc&access_token=x&monkey=1', '/m?api_key=masked&access_token=masked&monkey=1'],
  ])('%s becomes %s', (path, masked) => {
    expect(maskPath(path)).toBe(masked)
  })
})
