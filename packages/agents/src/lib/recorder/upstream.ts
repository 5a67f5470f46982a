import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AgentError } from '../port/agent-error.ts'
import { failureReply } from '../scripted-model/wire-reply.ts'
import { chooseProxy } from './choose-proxy.ts'
import { proxyCredentials, TunnelAgent } from './tunnel-agent.ts'

/** Where requests go on to. */
export interface Upstream {
  /** Sends a request on and its response back, both streamed and unchanged. Settles when both are through; never rejects. */
  forward(
    incoming: http.IncomingMessage,
    outgoing: http.ServerResponse,
    suffix: string,
  ): Promise<void>
  close(): void
}

/** Headers that belong to one connection (RFC 9110 §7.6.1) and what Node answers itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Idle connections are given up before the other side does; a request that is under way may take any time. */
const KEEP_ALIVE = { keepAlive: true, timeout: 5000 }

/**
 * Opens the way to a base URL, through the proxy that `env` names for it. Extra
 * certificate authorities are those that Node itself was started with
 * (`NODE_EXTRA_CA_CERTS`). Throws `AgentError` `unsupported` for what cannot be forwarded to.
 */
export function openUpstream(baseUrl: string, env: Readonly<Record<string, string>>): Upstream {
  const base = parseBase(baseUrl)
  const proxy = chooseProxy(base, env)
  const secure = base.protocol === 'https:'
  const agent = createAgent(secure, proxy)
  const send = (incoming: http.IncomingMessage, suffix: string): http.ClientRequest => {
    const path = `${base.pathname.replace(/\/$/, '')}${suffix}` || '/'
    const viaProxy = proxy !== null && !secure
    const target = viaProxy ? proxy : base
    const headers = [...endToEnd(incoming.rawHeaders), 'Host', base.host]
    if (viaProxy) headers.push(...Object.entries(proxyCredentials(proxy)).flat())
    return (secure ? https : http).request({
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || (secure ? 443 : 80),
      method: incoming.method,
      path: viaProxy ? `${base.origin}${path}` : path,
      headers,
      setHost: false,
      agent,
    })
  }
  return {
    forward: async (incoming, outgoing, suffix) => {
      try {
        await relay(incoming, outgoing, send(incoming, suffix))
      } catch (error) {
        fail(outgoing, base, error)
      }
    },
    close: () => agent.destroy(),
  }
}

function parseBase(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw new AgentError(
      'unsupported',
      `the recorder cannot stand before ${baseUrl}: it is no http(s) URL`,
    )
  }
  if (base.search !== '' || base.username !== '') {
    const what = base.search === '' ? 'a user' : 'a query'
    throw new AgentError('unsupported', `the recorder cannot stand before a base URL with ${what}`)
  }
  return base
}

function createAgent(secure: boolean, proxy: URL | null): http.Agent {
  if (!secure) return new http.Agent(KEEP_ALIVE)
  return proxy === null ? new https.Agent(KEEP_ALIVE) : new TunnelAgent(proxy, KEEP_ALIVE)
}

async function relay(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  request: http.ClientRequest,
): Promise<void> {
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) request.destroy()
  })
  incoming.pipe(request)
  const response = await answered
  const headers = endToEnd(response.rawHeaders)
  outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, headers)
  outgoing.flushHeaders()
  await pipeline(response, outgoing)
}

/** Before the answer began, trouble is an answer; after that the client must see the stream break. */
function fail(outgoing: http.ServerResponse, base: URL, error: unknown): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  const reason =
    error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : ''
  const reply = failureReply(502, `OneSoul's recorder cannot reach ${base.origin}: ${reason}`)
  outgoing.writeHead(reply.status, { 'content-type': reply.contentType })
  outgoing.end(reply.frames.join(''))
}

/** Raw headers without those of the connection, names and order as they came. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
