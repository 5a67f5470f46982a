import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RecordedRequest, RequestKind } from '../port/request.ts'
import { classifyClaudeRequest } from './classify.ts'

/** Requests of the real program with every text of the vendor's reduced to length and hash. */
interface Recording extends Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'body'> {
  readonly version: string
  readonly case: string
  readonly expected: RequestKind
}

const recordings = JSON.parse(
  readFileSync(new URL('fixtures/requests.json', import.meta.url), 'utf8'),
) as readonly Recording[]

function record(request: Partial<RecordedRequest>): RecordedRequest {
  return {
    index: 1,
    method: 'POST',
    path: '/v1/messages?beta=true',
    headers: {},
    body: {},
    bytes: 0,
    protocol: 'anthropic-messages',
    time: 0,
    ...request,
  }
}

describe('classifyClaudeRequest', () => {
  it.each(recordings)('names a $case of $version', ({ method, path, headers, body, expected }) => {
    expect(classifyClaudeRequest(record({ method, path, headers, body }))).toEqual(expected)
  })

  it('has recordings of both versions', () => {
    expect(new Set(recordings.map((recording) => recording.version))).toEqual(
      new Set(['2.1.197', '2.1.332']),
    )
  })

  it.each([
    ['HEAD', '/', undefined],
    ['GET', '/v1/models', undefined],
    ['POST', '/v1/messages/count_tokens?beta=true', 'token count'],
  ])('names %s %s no model request', (method, path, name) => {
    const kind = classifyClaudeRequest(record({ method, path }))
    expect(kind).toEqual({ kind: 'other', ...(name && { name }) })
  })

  it('knows a child agent by its header alone', () => {
    const headers = { 'x-claude-code-agent-id': 'a1' }
    expect(classifyClaudeRequest(record({ headers })).kind).toBe('subagent')
  })

  it('names a call that must use one tool a side call', () => {
    const body = {
      system: [{ type: 'text', text: 'x' }],
      tools: [{ name: 'classify' }],
      tool_choice: { type: 'tool', name: 'classify' },
      messages: [{ role: 'user', content: 'x' }],
    }
    expect(classifyClaudeRequest(record({ body }))).toEqual({ kind: 'side' })
  })

  it.each([null, 'text', [], { messages: 'x', system: 7 }])('bears the body %j', (body) => {
    expect(classifyClaudeRequest(record({ body }))).toEqual({ kind: 'side' })
  })
})
