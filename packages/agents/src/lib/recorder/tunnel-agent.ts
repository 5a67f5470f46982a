import { request } from 'node:http'
import { Agent, type AgentOptions, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import { connect } from 'node:tls'

/** Opens HTTPS connections through an HTTP proxy (`CONNECT`). */
export class TunnelAgent extends Agent {
  readonly #proxy: URL

  constructor(proxy: URL, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Socket) => void,
  ): undefined {
    const done = callback as (error: Error | null, stream?: Socket) => void
    const target = `${options.host}:${options.port}`
    const opening = request({
      host: this.#proxy.hostname,
      port: this.#proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyCredentials(this.#proxy) },
      agent: false,
    })
    opening.once('connect', (response, socket) => {
      if (response.statusCode === 200) {
        const servername = options.servername || options.host
        done(null, connect({ socket, ...(servername ? { servername } : {}) }))
        return
      }
      socket.destroy()
      done(new Error(`the proxy ${this.#proxy.host} answered ${response.statusCode}`))
    })
    opening.once('error', (error) => done(error))
    opening.end()
  }
}

/** The header that a proxy URL with a user asks for. */
export function proxyCredentials(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {}
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
