import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DrivenProcess } from '../launch/driven.ts'
import { explainEnd } from './app-server.ts'
import { type ConversationOptions, converse } from './conversation.ts'
import { prepareSocketFolder } from './relay-socket.ts'
import { acceptWebSocket } from './web-socket.ts'

export interface RelayOptions extends Omit<ConversationOptions, 'onTurn'> {
  /** Path of the socket that `codex --remote unix://…` connects to. */
  readonly socket: string
  /** Starts a `codex app-server` on stdio. */
  readonly startServer: () => Promise<DrivenProcess>
  /** Called when a person's turn starts in another thread than before. */
  readonly onThread?: (threadId: string) => void
}

/** A socket that looks like a Codex server and hands everything on to a real one. */
export interface Relay {
  /** The thread in which a person last started a turn. */
  threadId(): string | null
  /** What a server said that ended by itself with a failure. */
  failure(): string | null
  /** Ends the servers, then removes the socket. */
  close(): Promise<void>
}

/**
 * Opens the socket and starts the server, so that both are ready when the
 * client comes. A client that connects again gets a new server. Rejects with
 * `AgentError` when the server cannot be started.
 */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  await prepareSocketFolder(options.socket)
  let threadId: string | null = null
  let failure: string | null = null
  const servers = new Set<DrivenProcess>()
  const startServer = async (): Promise<DrivenProcess> => {
    const server = await options.startServer()
    servers.add(server)
    void server.exit.then(({ code }) => {
      if (code !== 0 && code !== null) failure = explainEnd(code, server.stderrTail())
    })
    return server
  }
  let waiting: DrivenProcess | null = await startServer()
  const onTurn = (id: string): void => {
    if (id !== threadId) options.onThread?.(id)
    threadId = id
  }
  const http = createServer((_, response) => response.writeHead(404).end())
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const ready = waiting
    waiting = null
    const client = acceptWebSocket(request, socket, head)
    const server = ready ?? (await startServer())
    await converse(client, server, { ...options, onTurn })
    await server.end()
  }
  http.on('upgrade', (request, socket, head) => {
    // A server that does not start a second time leaves the client without an answer; it says so itself.
    accept(request, socket, head).catch(() => socket.destroy())
  })
  http.listen(options.socket)
  await once(http, 'listening')
  const close = async (): Promise<void> => {
    http.close()
    await Promise.all([...servers].map((server) => server.end()))
    await rm(options.socket, { force: true })
  }
  return { threadId: () => threadId, failure: () => failure, close }
}
