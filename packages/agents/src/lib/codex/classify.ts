import type { RecordedRequest, RequestKind } from '../port/request.ts'
import { type JsonObject, parseObject, textAt } from './json-value.ts'

const METADATA = 'x-codex-turn-metadata'

/**
 * Threads that Codex starts for itself, by the `thread_source` of their
 * requests; a title request says `request_kind: turn` all the same.
 * Measured on 0.171.0.
 */
const SIDE_THREADS: Readonly<Record<string, string>> = {
  thread_title: 'title',
  memory_consolidation: 'memory consolidation',
  guardian_review: 'approval review',
}

/** Names a request of Codex by the metadata that it sends in a header and in the body. Pure. */
export function classifyCodexRequest(request: RecordedRequest): RequestKind {
  const path = request.path.replace(/\?.*$/s, '')
  if (request.method !== 'POST') return { kind: 'other' }
  if (path.endsWith('/responses/compact')) return { kind: 'compaction' }
  if (!path.endsWith('/responses')) return { kind: 'other' }
  const metadata = readMetadata(request)
  const requestKind = textAt(metadata, 'request_kind') ?? 'turn'
  const source = textAt(metadata, 'thread_source') ?? 'user'
  if (requestKind === 'compaction') return { kind: 'compaction' }
  if (source === 'subagent') return nameSubagent(metadata)
  if (source !== 'user') return { kind: 'side', name: SIDE_THREADS[source] ?? source }
  if (requestKind !== 'turn') return { kind: 'side', name: requestKind }
  return { kind: 'turn' }
}

function nameSubagent(metadata: JsonObject | null): RequestKind {
  const name = textAt(metadata, 'subagent_kind')
  return name === null ? { kind: 'subagent' } : { kind: 'subagent', name }
}

function readMetadata(request: RecordedRequest): JsonObject | null {
  const text = request.headers[METADATA] ?? textAt(request.body, 'client_metadata', METADATA)
  return text === null || text === undefined ? null : parseObject(text)
}
