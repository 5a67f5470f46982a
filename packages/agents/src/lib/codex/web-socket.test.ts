import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptWebSocket, type TextSocket } from './web-socket.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A real connection: our end as a text socket, the client's end as bare bytes. */
async function connect(): Promise<{ server: TextSocket; client: Duplex; accept: string }> {
  const http = createServer()
  const accepted = new Promise<TextSocket>((resolve) => {
    http.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
      resolve(acceptWebSocket(message, socket, head))
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const upgrade = request({
    port,
    host: '127.0.0.1',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  upgrade.end()
  const [response, client] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Duplex]
  closing.push(() => {
    client.destroy()
    http.close()
  })
  const accept = String(response.headers['sec-websocket-accept'])
  return { server: await accepted, client, accept }
}

async function collect(messages: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const message of messages) all.push(message)
  return all
}

const CLOSE = Buffer.from([0x88, 0])

describe('acceptWebSocket', () => {
  it('answers with the accept key of RFC 6455 §1.3', async () => {
    const { accept } = await connect()
    expect(accept).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  })

  it('joins fragments, also around a ping, which it answers', async () => {
    const { server, client } = await connect()
    client.write(Buffer.concat([Buffer.from([0x01, 2]), Buffer.from('he')]))
    client.write(Buffer.from([0x89, 1, 0x70]))
    client.write(Buffer.concat([Buffer.from([0x80, 3]), Buffer.from('llo'), CLOSE]))
    expect(await collect(server.messages)).toEqual(['hello'])
    const bytes = Buffer.concat((await client.toArray()) as Buffer[])
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0x8a, 1, 0x70]))
    expect(bytes.at(3)).toBe(0x88)
  })

  it('sends text as one unmasked frame and a closing frame at the end', async () => {
    const { server, client } = await connect()
    server.send('é')
    server.close()
    const bytes = Buffer.concat((await client.toArray()) as Buffer[])
    expect(bytes).toEqual(Buffer.from([0x81, 2, 0xc3, 0xa9, 0x88, 2, 0x03, 0xe8]))
  })

  it('ends its messages when the client breaks off', async () => {
    const { server, client } = await connect()
    client.write(Buffer.from([0x81, 1, 0x61, 0x81]))
    setTimeout(() => client.destroy(), 50)
    expect(await collect(server.messages)).toEqual(['a'])
  })

  it('ends its messages at a frame that no client sends', async () => {
    const { server, client } = await connect()
    client.write(Buffer.from([0x81, 0x7f, 0xff, 0, 0, 0, 0, 0, 0, 0]))
    expect(await collect(server.messages)).toEqual([])
  })
})
