import type { IncomingMessage } from 'node:http'
import { AgentError } from '../port/agent-error.ts'
import type { RecordedRequest } from '../port/request.ts'
import { protocolOf } from '../wire/protocol-of.ts'
import { decodeBody } from './decode-body.ts'
import { maskHeaders, maskPath } from './mask-credentials.ts'

export interface RequestCounts {
  /** Requests that arrived whole. */
  readonly requests: number
  /** Those of them that did not fit into memory and are missing from the list. */
  readonly notKept: number
}

export interface RequestLog {
  /** The requests that were kept, in order of arrival. */
  readonly requests: () => readonly RecordedRequest[]
  readonly counts: () => RequestCounts
  readonly waitFor: (
    predicate: (request: RecordedRequest) => boolean,
    timeoutMs: number,
  ) => Promise<RecordedRequest>
  /** Listens to a request's body without holding it up; settles when it is whole, `null` when it never was. */
  readonly record: (incoming: IncomingMessage, path: string) => Promise<RecordedRequest | null>
}

/** Keeps what requests say, up to `maxKeptBytes` of bodies; beyond that they are only counted. */
export function createRequestLog(maxKeptBytes: number): RequestLog {
  const kept: RecordedRequest[] = []
  const waiting = new Set<(request: RecordedRequest) => void>()
  let arrived = 0
  let whole = 0
  let keptBytes = 0

  const keep = (request: RecordedRequest): void => {
    whole += 1
    if (keptBytes + request.bytes > maxKeptBytes) return
    keptBytes += request.bytes
    kept.push(request)
    kept.sort((a, b) => a.index - b.index)
    for (const tell of waiting) tell(request)
  }

  return {
    requests: () => [...kept],
    counts: () => ({ requests: whole, notKept: whole - kept.length }),
    waitFor: (predicate, timeoutMs) => {
      const found = kept.find(predicate)
      if (found) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer)
          waiting.delete(tell)
        }
        const tell = (request: RecordedRequest): void => {
          if (!predicate(request)) return
          stop()
          resolve(request)
        }
        const timer = setTimeout(() => {
          stop()
          reject(
            new AgentError('timeout', `no such request within ${timeoutMs} ms; ${whole} arrived`),
          )
        }, timeoutMs)
        waiting.add(tell)
      })
    },
    record: async (incoming, path) => {
      arrived += 1
      const index = arrived
      const time = Date.now()
      const bytes = await collect(incoming, maxKeptBytes)
      if (bytes === null) return null
      const request = describeRequest(incoming, path, bytes)
      const recorded = { index, time, ...request }
      keep(recorded)
      return recorded
    },
  }

  function describeRequest(
    incoming: IncomingMessage,
    path: string,
    bytes: Uint8Array,
  ): Omit<RecordedRequest, 'index' | 'time'> {
    const method = incoming.method ?? 'GET'
    const encoding = incoming.headers['content-encoding']
    return {
      method,
      path: maskPath(path),
      headers: maskHeaders(incoming.headers),
      body: decodeBody(bytes, { encoding, maxBytes: maxKeptBytes }),
      bytes: bytes.length,
      protocol: protocolOf(method, path),
    }
  }
}

/** The body of a request; its first `maxBytes` when it is longer, `null` when the client gave up. */
function collect(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Uint8Array) => {
      if (length <= maxBytes) chunks.push(chunk)
      length += chunk.length
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('close', () => resolve(null))
  })
}
