import { describe, expect, it } from 'vitest'
import { protocolOf } from './protocol-of.ts'

describe('protocolOf', () => {
  it.each([
    ['POST', '/v1/messages?beta=true', 'anthropic-messages'],
    ['POST', '/v1/responses', 'openai-responses'],
    ['POST', '/v1/responses/compact', 'openai-responses'],
    ['POST', '/openai/v1/chat/completions', 'openai-chat'],
    ['POST', '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse', 'gemini-generate'],
    ['POST', '/v1beta/models/gemini-3-pro:generateContent', 'gemini-generate'],
    ['POST', '/v1beta/models/gemini-3-pro:countTokens', null],
    ['POST', '/v1/messages/count_tokens', null],
    ['GET', '/v1/responses', null],
    ['GET', '/v1/models', null],
    ['HEAD', '/', null],
  ])('%s %s is %s', (method, path, protocol) => {
    expect(protocolOf(method, path)).toBe(protocol)
  })
})
