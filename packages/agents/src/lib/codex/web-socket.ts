import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { decodeFrame, encodeFrame, OPCODE, type WebSocketFrame } from './web-socket-frame.ts'

/** Appended to the client's key before hashing (RFC 6455 §1.3). */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
const NORMAL_CLOSURE: Buffer = Buffer.from([0x03, 0xe8])

/** The server's end of one WebSocket that carries text messages. */
export interface TextSocket {
  /** Sends one text message. Ignored after the other side has gone. */
  send(text: string): void
  /** Messages in order; ends when the other side closes or breaks. For one reader. */
  readonly messages: AsyncIterable<string>
  close(): void
}

/**
 * Accepts an HTTP upgrade as a WebSocket without subprotocol or extensions:
 * Codex offers stream compression in a header of its own and does without it.
 */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): TextSocket {
  const key = request.headers['sec-websocket-key'] ?? ''
  const accept = createHash('sha1')
    .update(key + KEY_SUFFIX)
    .digest('base64')
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
  ]
  // A peer that goes away ends `messages`; there is nobody to tell about a failed write.
  socket.on('error', () => undefined)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (head.length > 0) socket.unshift(head)
  const write = (opcode: number, payload: Uint8Array): void => {
    if (socket.writable) socket.write(encodeFrame(opcode, payload))
  }
  return {
    send: (text) => write(OPCODE.text, Buffer.from(text)),
    messages: readMessages(socket, write),
    close: () => {
      write(OPCODE.close, NORMAL_CLOSURE)
      socket.end()
    },
  }
}

type Write = (opcode: number, payload: Uint8Array) => void

async function* readMessages(socket: Duplex, write: Write): AsyncGenerator<string, void> {
  const parts: Buffer[] = []
  for await (const frame of readFrames(socket)) {
    if (frame.opcode === OPCODE.close) {
      write(OPCODE.close, frame.payload)
      socket.end()
      return
    }
    if (frame.opcode === OPCODE.ping) write(OPCODE.pong, frame.payload)
    if (frame.opcode >= OPCODE.close) continue
    parts.push(frame.payload)
    if (parts.reduce((sum, part) => sum + part.length, 0) > MAX_MESSAGE_BYTES) return
    if (frame.final) yield Buffer.concat(parts.splice(0)).toString('utf8')
  }
}

async function* readFrames(socket: Duplex): AsyncGenerator<WebSocketFrame, void> {
  let held: Buffer = Buffer.alloc(0)
  try {
    // The stream stays open when the reader leaves, so that the closing frame still goes out.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      held = Buffer.concat([held, chunk])
      for (;;) {
        const decoded = decodeFrame(held, MAX_MESSAGE_BYTES)
        if (decoded === null) break
        held = decoded.rest
        yield decoded.frame
      }
    }
  } catch {
    // A reset connection or a frame that nobody sends: the conversation is over either way.
  }
}
