import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../port/request.ts'
import { classifyCodexRequest } from './classify.ts'

function request(metadata: object | null, changes: Partial<RecordedRequest> = {}): RecordedRequest {
  const header = metadata && { 'x-codex-turn-metadata': JSON.stringify(metadata) }
  return {
    index: 1,
    method: 'POST',
    path: '/v1/responses',
    headers: { ...header },
    body: { input: [] },
    bytes: 0,
    protocol: 'openai-responses',
    time: 0,
    ...changes,
  }
}

describe('classifyCodexRequest', () => {
  // The metadata keys are those of requests recorded from 0.171.0.
  it.each([
    [{ request_kind: 'turn', thread_source: 'user', turn_trigger: 'exec' }, { kind: 'turn' }],
    [{ request_kind: 'turn', thread_source: 'user', turn_trigger: 'user' }, { kind: 'turn' }],
    [{ request_kind: 'turn' }, { kind: 'turn' }],
    [
      { request_kind: 'turn', thread_source: 'thread_title' },
      { kind: 'side', name: 'title' },
    ],
    [
      { request_kind: 'turn', thread_source: 'subagent', subagent_kind: 'thread_spawn' },
      { kind: 'subagent', name: 'thread_spawn' },
    ],
    [{ request_kind: 'turn', thread_source: 'subagent' }, { kind: 'subagent' }],
    [{ request_kind: 'compaction', thread_source: 'user' }, { kind: 'compaction' }],
    [{ request_kind: 'compaction' }, { kind: 'compaction' }],
    [
      { request_kind: 'turn', thread_source: 'brand_new' },
      { kind: 'side', name: 'brand_new' },
    ],
    [{ request_kind: 'prewarm' }, { kind: 'side', name: 'prewarm' }],
    [null, { kind: 'turn' }],
  ])('reads %j as %j', (metadata, kind) => {
    expect(classifyCodexRequest(request(metadata))).toEqual(kind)
  })

  it('reads the copy in the body when the header is missing', () => {
    const metadata = JSON.stringify({ request_kind: 'compaction' })
    const body = { client_metadata: { 'x-codex-turn-metadata': metadata } }
    expect(classifyCodexRequest(request(null, { body }))).toEqual({ kind: 'compaction' })
  })

  it.each([
    ['GET', '/v1/models', { kind: 'other' }],
    ['GET', '/v1/responses', { kind: 'other' }],
    ['POST', '/v1/other', { kind: 'other' }],
    ['POST', '/v1/responses/compact', { kind: 'compaction' }],
    ['POST', '/v1/responses?api-version=1', { kind: 'turn' }],
  ])('reads %s %s as %j', (method, path, kind) => {
    expect(classifyCodexRequest(request(null, { method, path }))).toEqual(kind)
  })

  it('takes unreadable metadata for none', () => {
    const headers = { 'x-codex-turn-metadata': '{broken' }
    expect(classifyCodexRequest(request(null, { headers }))).toEqual({ kind: 'turn' })
  })
})
