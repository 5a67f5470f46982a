import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../port/request.ts'
import { classifyOpenCodeRequest } from './classify.ts'

const TITLE = 'You are a title generator. You output ONLY a thread title.'
const COMPACTION = 'You are a context summarization agent. You are given a conversation.'
const TOOLS = [{ name: 'read' }]

function request(body: unknown, more: Partial<RecordedRequest> = {}): RecordedRequest {
  return {
    index: 1,
    method: 'POST',
    path: '/chat/completions',
    headers: {},
    body,
    bytes: 0,
    protocol: 'openai-chat',
    time: 0,
    ...more,
  }
}

const chat = (system: string, tools: unknown[] = []): unknown => ({
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: 'hi' },
  ],
  tools,
})

describe('classifyOpenCodeRequest', () => {
  it.each<[string, unknown]>([
    ['chat completions', chat(TITLE)],
    ['anthropic messages', { system: [{ type: 'text', text: TITLE }], messages: [] }],
    ['responses', { input: [{ role: 'developer', content: TITLE }] }],
    ['responses with instructions', { instructions: TITLE, input: [] }],
    [
      'a title prompt of the person',
      {
        messages: [
          { role: 'system', content: 'Name it.' },
          { role: 'user', content: [{ text: 'Generate a title for this conversation:\n' }] },
        ],
      },
    ],
  ])('names a title request by %s', (_, body) => {
    expect(classifyOpenCodeRequest(request(body))).toEqual({ kind: 'side', name: 'title' })
  })

  it('names a compaction', () => {
    expect(classifyOpenCodeRequest(request(chat(COMPACTION)))).toEqual({ kind: 'compaction' })
  })

  it('names a summary of a session', () => {
    const body = chat('Summarize what was done in this conversation. Write like a description.')
    expect(classifyOpenCodeRequest(request(body))).toEqual({ kind: 'side', name: 'summary' })
  })

  it('takes a request with tools for a turn, whatever its texts say', () => {
    expect(classifyOpenCodeRequest(request(chat(TITLE, TOOLS)))).toEqual({ kind: 'turn' })
  })

  it('takes an unknown request without tools for a turn, so that it cannot hide', () => {
    expect(classifyOpenCodeRequest(request(chat('You are opencode.')))).toEqual({ kind: 'turn' })
  })

  it('does not search the history for the words of a side call', () => {
    const body = {
      messages: [
        { role: 'system', content: 'You are opencode.' },
        { role: 'user', content: 'hi' },
        { role: 'user', content: TITLE },
      ],
    }
    expect(classifyOpenCodeRequest(request(body))).toEqual({ kind: 'turn' })
  })

  it('names a sub-agent by the header that every provider gets', () => {
    const headers = { 'x-parent-session-id': 'ses_1' }
    const child = request(chat('You are a file search specialist.', TOOLS), { headers })
    expect(classifyOpenCodeRequest(child)).toEqual({ kind: 'subagent' })
  })

  it('takes everything that asks no model for something else', () => {
    expect(classifyOpenCodeRequest(request(null, { protocol: null }))).toEqual({ kind: 'other' })
    expect(classifyOpenCodeRequest(request(null, { method: 'GET' }))).toEqual({ kind: 'other' })
  })
})
