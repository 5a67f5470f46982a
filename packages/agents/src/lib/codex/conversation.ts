import type { DrivenProcess } from '../launch/driven.ts'
import { type JsonObject, parseObject, textAt, valueAt } from './json-value.ts'
import { missingTexts } from './missing-texts.ts'
import { deliverInto, opensPersonsThread, type ThreadDelivery } from './thread-delivery.ts'
import type { TextSocket } from './web-socket.ts'

export interface ConversationOptions {
  readonly delivery: ThreadDelivery
  /** Key that is handed to the server after the client's greeting; it stays in memory. */
  readonly apiKey: string | null
  /** Called with the id of a thread whenever a person's turn starts in it. */
  readonly onTurn: (threadId: string) => void
}

/** The server's side of a conversation. */
export type LinePeer = Pick<DrivenProcess, 'send' | 'lines'>

/**
 * Passes JSON-RPC messages between a Codex client and its server, puts the
 * delivery into the messages that open threads, and changes nothing else. Ends
 * when either side does. Never rejects.
 */
export async function converse(
  client: TextSocket,
  server: LinePeer,
  options: ConversationOptions,
): Promise<void> {
  const conversation = new Conversation(client, server, options)
  await Promise.race([conversation.passUp(), conversation.passDown()])
  client.close()
}

class Conversation {
  readonly #client: TextSocket
  readonly #server: LinePeer
  readonly #options: ConversationOptions
  /** Requests of the client whose answers name a person's thread, by id. */
  readonly #opening = new Map<unknown, unknown>()
  readonly #threads = new Set<string>()
  /** Our own requests that wait for an answer, by id. */
  readonly #asked = new Map<unknown, () => void>()

  constructor(client: TextSocket, server: LinePeer, options: ConversationOptions) {
    this.#client = client
    this.#server = server
    this.#options = options
  }

  async passUp(): Promise<void> {
    for await (const text of this.#client.messages) {
      const message = parseObject(text)
      if (message === null) this.#server.send(text)
      else await this.#passRequest(message)
    }
  }

  async passDown(): Promise<void> {
    try {
      for await (const line of this.#server.lines) this.#passAnswer(line)
    } catch {
      // A line over the cap: the client is told by the end of the connection.
    }
  }

  async #passRequest(message: JsonObject): Promise<void> {
    const { id, method } = message
    if (opensPersonsThread(message)) this.#opening.set(id, method)
    const threadId = textAt(message, 'params', 'threadId')
    if (method === 'turn/start' && threadId !== null && this.#threads.has(threadId)) {
      this.#options.onTurn(threadId)
    }
    this.#server.send(JSON.stringify(deliverInto(message, this.#options.delivery)))
    if (method === 'initialized') await this.#prepareServer()
  }

  async #prepareServer(): Promise<void> {
    const { apiKey, delivery } = this.#options
    if (apiKey !== null) await this.#ask('account/login/start', { type: 'apiKey', apiKey })
    const { skillRoots: extraRoots } = delivery
    if (extraRoots.length > 0) await this.#ask('skills/extraRoots/set', { extraRoots })
  }

  #passAnswer(line: string): void {
    const message = parseObject(line)
    const id = valueAt(message, 'method') === undefined ? valueAt(message, 'id') : undefined
    const answered = this.#asked.get(id)
    if (answered) answered()
    else if (this.#noteThread(id, message) === 'thread/resume') this.#passResumed(line, message)
    else this.#client.send(line)
  }

  /** Remembers the person's thread that an answer names; returns the method that was answered. */
  #noteThread(id: unknown, answer: JsonObject | null): unknown {
    const method = this.#opening.get(id)
    this.#opening.delete(id)
    const threadId = textAt(answer, 'result', 'thread', 'id')
    if (method !== undefined && threadId !== null) this.#threads.add(threadId)
    return threadId === null ? undefined : method
  }

  /** The client starts its turn on this answer, so a missing text goes in before it is sent. */
  #passResumed(line: string, answer: JsonObject | null): void {
    const threadId = textAt(answer, 'result', 'thread', 'id') ?? ''
    const historyFile = textAt(answer, 'result', 'thread', 'path')
    void this.#complete(threadId, historyFile).then(() => this.#client.send(line))
  }

  /** Adds our text to a resumed thread that began without it, or what superseded parts of it since. */
  async #complete(threadId: string, historyFile: string | null): Promise<void> {
    for (const text of await missingTexts(historyFile, this.#options.delivery)) {
      const content = [{ type: 'input_text', text }]
      const items = [{ type: 'message', role: 'developer', content }]
      await this.#ask('thread/inject_items', { threadId, items })
    }
  }

  #ask(method: string, params: JsonObject): Promise<void> {
    const id = `onesoul-${method}-${this.#asked.size + 1}`
    return new Promise((resolve) => {
      this.#asked.set(id, resolve)
      this.#server.send(JSON.stringify({ id, method, params }))
    })
  }
}
