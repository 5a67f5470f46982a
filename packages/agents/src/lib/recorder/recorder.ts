import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentError } from '../port/agent-error.ts'
import type { RecordedRequest } from '../port/request.ts'
import type { ModelScript } from '../scripted-model/model-script.ts'
import { createScriptedModel } from '../scripted-model/scripted-model.ts'
import { failureReply } from '../scripted-model/wire-reply.ts'
import { playReply } from './play-reply.ts'
import { createRequestLog, type RequestCounts, type RequestLog } from './request-log.ts'
import { openUpstream } from './upstream.ts'

/** Default of `maxKeptBytes`: 64 MiB. */
export const MAX_KEPT_BYTES: number = 64 * 1024 * 1024

/** Stands for the base URL of an agent that has no model: the recorder answers itself. */
export const OFFLINE = 'offline:'

export type RecorderOptions = {
  /** Bytes of request bodies that are kept in memory; requests beyond are counted, not kept. Default 64 MiB. */
  readonly maxKeptBytes?: number
} & (
  | {
      /** The base URL that the agent would have talked to; what follows our URL is appended to it. `offline:` as below. */
      readonly upstream: string
      /** Where `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are read. Default: no proxy. */
      readonly env?: Readonly<Record<string, string>>
    }
  | {
      /** Nothing leaves this machine: a scripted model answers. */
      readonly offline: true
      /** Default: the same text to every question. */
      readonly script?: ModelScript
    }
)

/** A loopback server between an agent and its model that keeps what the agent asks. */
export interface Recorder {
  /** Base URL for the agent, with a secret path: `http://127.0.0.1:PORT/<token>`. */
  readonly url: string
  /** The requests so far, in order of arrival, credentials masked. */
  requests(): readonly RecordedRequest[]
  counts(): RequestCounts
  /** The first request that the predicate accepts, past or coming. Rejects with `AgentError` `timeout`. */
  waitFor(
    predicate: (request: RecordedRequest) => boolean,
    timeoutMs: number,
  ): Promise<RecordedRequest>
  /** Breaks what is under way and frees the port. */
  close(): Promise<void>
}

type Answer = (exchange: {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** What follows our URL, query included. */
  readonly suffix: string
  readonly recorded: Promise<RecordedRequest | null>
}) => Promise<void>

interface Answering {
  readonly answer: Answer
  readonly close: () => void
}

/**
 * Starts a recorder on a free loopback port. Requests that do not carry its
 * secret path are answered with 404 and not kept; requests for a WebSocket with
 * 426, so that clients fall back to HTTP. Rejects with `AgentError`
 * `unsupported` for an upstream or proxy that it cannot use.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const log = createRequestLog(options.maxKeptBytes ?? MAX_KEPT_BYTES)
  const { answer, close } = createAnswer(options)
  const prefix = `/${randomBytes(16).toString('hex')}`
  const server = createServer((incoming, outgoing) => {
    const suffix = suffixOf(incoming.url ?? '', prefix)
    if (suffix === null) return refuse(incoming, outgoing, 404)
    const recorded = log.record(incoming, suffix)
    if (incoming.headers.upgrade !== undefined) return refuse(incoming, outgoing, 426)
    answer({ incoming, outgoing, suffix, recorded }).catch(() => outgoing.destroy())
  })
  const port = await listen(server)
  return createRecorder(`http://127.0.0.1:${port}${prefix}`, log, async () => {
    close()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
}

function createRecorder(url: string, log: RequestLog, close: () => Promise<void>): Recorder {
  return { url, requests: log.requests, counts: log.counts, waitFor: log.waitFor, close }
}

function createAnswer(options: RecorderOptions): Answering {
  if (!('upstream' in options)) return createOffline(options)
  return options.upstream === OFFLINE ? createOffline({}) : createForwarding(options)
}

function createForwarding(options: {
  readonly upstream: string
  readonly env?: Readonly<Record<string, string>>
}): Answering {
  const upstream = openUpstream(options.upstream, options.env ?? {})
  return {
    answer: ({ incoming, outgoing, suffix }) => upstream.forward(incoming, outgoing, suffix),
    close: upstream.close,
  }
}

function createOffline(options: { readonly script?: ModelScript }): Answering {
  const model = createScriptedModel(options.script)
  return {
    answer: async ({ outgoing, recorded }) => {
      const request = await recorded
      if (request !== null) await playReply(model.reply(request), outgoing)
    },
    close: () => undefined,
  }
}

async function listen(server: Server): Promise<number> {
  // A model may think for minutes, and agents keep their connections for the next turn.
  server.requestTimeout = 0
  server.keepAliveTimeout = 600_000
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw startFailure(error)
  }
  return (server.address() as AddressInfo).port
}

function startFailure(cause: unknown): AgentError {
  return new AgentError('start-failed', 'the recorder found no free loopback port', { cause })
}

function suffixOf(url: string, prefix: string): string | null {
  if (!url.startsWith(prefix)) return null
  const suffix = url.slice(prefix.length)
  return suffix === '' || suffix.startsWith('/') || suffix.startsWith('?') ? suffix : null
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: 404 | 426): void {
  incoming.resume()
  const message = status === 404 ? 'no such path' : 'the recorder speaks HTTP only'
  const reply = failureReply(status, message)
  outgoing.writeHead(status, { 'content-type': reply.contentType })
  outgoing.end(reply.frames.join(''))
}
