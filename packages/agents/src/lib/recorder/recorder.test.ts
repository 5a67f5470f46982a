import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../../../../../test/support/processes.ts'
import { DEFAULT_ANSWER } from '../scripted-model/model-script.ts'
import { type Recorder, type RecorderOptions, startRecorder } from './recorder.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function record(options: RecorderOptions): Promise<Recorder> {
  const recorder = await startRecorder(options)
  open.push(() => recorder.close())
  return recorder
}

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const post = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers })

const CLAUDE = JSON.stringify({ model: 'claude', messages: [{ role: 'user', content: 'hi' }] })

describe('startRecorder offline', () => {
  it('answers from the scripted model and keeps what was asked', async () => {
    const recorder = await record({ offline: true })
    const answer = await post(`${recorder.url}/v1/messages?beta=true`, CLAUDE, {
      'x-api-key': 'sk-secret',
    })
    expect(await answer.json()).toMatchObject({ content: [{ text: DEFAULT_ANSWER }] })
    expect(recorder.requests()).toMatchObject([
      {
        index: 1,
        method: 'POST',
        path: '/v1/messages?beta=true',
        headers: { 'x-api-key': 'masked' },
        body: { model: 'claude' },
        bytes: CLAUDE.length,
        protocol: 'anthropic-messages',
      },
    ])
  })

  it('plays a script with delays, failures and broken streams', async () => {
    const script = [
      { times: 1, failure: { status: 529, message: 'overloaded' } },
      { times: 1, cut: true },
      { delayMs: 80, chunkDelayMs: 20, text: 'slow' },
    ]
    const recorder = await record({ offline: true, script })
    const ask = () => post(`${recorder.url}/v1/messages`, JSON.stringify({ stream: true }))
    expect((await ask()).status).toBe(529)
    await expect(ask().then((answer) => answer.text())).rejects.toThrow()
    const started = performance.now()
    expect(await (await ask()).text()).toContain('slow')
    expect(performance.now() - started).toBeGreaterThan(150)
  })

  it('knows nobody without its secret path', async () => {
    const recorder = await record({ offline: true })
    const { origin, pathname } = new URL(recorder.url)
    for (const path of ['/', '/v1/messages', `${pathname}x/v1/messages`, pathname.slice(0, -1)]) {
      expect((await post(origin + path, CLAUDE)).status).toBe(404)
    }
    expect(pathname).toMatch(/^\/[0-9a-f]{32}$/)
    expect(recorder.counts()).toEqual({ requests: 0, notKept: 0 })
  })

  it('listens on loopback alone', async () => {
    expect((await record({ offline: true })).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
  })

  it('answers HEAD', async () => {
    const recorder = await record({ offline: true })
    expect((await fetch(recorder.url, { method: 'HEAD' })).status).toBe(200)
    expect(recorder.requests()).toMatchObject([{ method: 'HEAD', path: '', protocol: null }])
  })

  it('sends clients that ask for a WebSocket back to HTTP', async () => {
    const recorder = await record({ offline: true })
    const { port, pathname } = new URL(recorder.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET ${pathname}/v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).toContain('426 Upgrade Required')
    socket.destroy()
  })

  it('keeps no more bytes than allowed and counts the rest', async () => {
    const recorder = await record({ offline: true, maxKeptBytes: 250 })
    const body = JSON.stringify({ input: 'x'.repeat(100) })
    for (let i = 0; i < 3; i++) await post(`${recorder.url}/v1/responses`, body)
    expect(recorder.requests().map((request) => request.index)).toEqual([1, 2])
    expect(recorder.counts()).toEqual({ requests: 3, notKept: 1 })
    const larger = JSON.stringify({ input: 'x'.repeat(1000), stream: true })
    expect((await post(`${recorder.url}/v1/responses`, larger)).status).toBe(200)
  })

  it('reads compressed bodies', async () => {
    const recorder = await record({ offline: true })
    await post(`${recorder.url}/v1/messages`, gzipSync(CLAUDE), { 'content-encoding': 'gzip' })
    expect(recorder.requests()[0]?.body).toMatchObject({ model: 'claude' })
  })

  it('waits for a request, past or coming, and gives up in time', async () => {
    const recorder = await record({ offline: true })
    const coming = recorder.waitFor((request) => request.path === '/v1/models', 2000)
    await fetch(`${recorder.url}/v1/models`)
    expect((await coming).index).toBe(1)
    expect((await recorder.waitFor(() => true, 0)).index).toBe(1)
    const never = recorder.waitFor(() => false, 30)
    await expect(never).rejects.toMatchObject({ code: 'timeout' })
  })

  it('frees its port', async () => {
    const recorder = await startRecorder({ offline: true, script: [{ delayMs: 10_000 }] })
    const pending = post(`${recorder.url}/v1/messages`, CLAUDE).catch(() => 'broken')
    await recorder.waitFor(() => true, 2000)
    await recorder.close()
    expect(await pending).toBe('broken')
    await expect(fetch(recorder.url)).rejects.toThrow()
  })
})

describe('startRecorder before an upstream', () => {
  it('passes a request on unchanged, credentials included', async () => {
    const seen: { url: string; headers: string[]; body: Buffer }[] = []
    const { url } = await serve(async (incoming, outgoing) => {
      const { rawHeaders, url = '' } = incoming
      seen.push({ url, headers: rawHeaders, body: await bodyOf(incoming) })
      outgoing.end('{}')
    })
    const recorder = await record({ upstream: `${url}/api/` })
    const body = gzipSync(CLAUDE)
    const sent = request(`${recorder.url}/v1/messages?beta=true`, {
      method: 'POST',
      headers: [
        ['Host', new URL(recorder.url).host],
        ['X-Api-Key', 'sk-secret'],
        ['Anthropic-Beta', 'one'],
        ['Anthropic-Beta', 'two'],
        ['content-encoding', 'gzip'],
        ['Content-Length', String(body.length)],
      ] as unknown as string[],
    })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect((await bodyOf(answer)).toString()).toBe('{}')
    expect(seen[0]?.url).toBe('/api/v1/messages?beta=true')
    expect(seen[0]?.body).toEqual(body)
    expect(seen[0]?.headers.slice(0, 10)).toEqual([
      'X-Api-Key',
      'sk-secret',
      'Anthropic-Beta',
      'one',
      'Anthropic-Beta',
      'two',
      'content-encoding',
      'gzip',
      'Content-Length',
      String(body.length),
    ])
    expect(seen[0]?.headers).toContain(new URL(url).host)
    expect(recorder.requests()[0]?.body).toMatchObject({ model: 'claude' })
    expect(JSON.stringify(recorder.requests())).not.toContain('sk-secret')
  })

  it('passes an answer on unchanged, status and headers included', async () => {
    const { url } = await serve((_, outgoing) => {
      outgoing.writeHead(418, 'Short And Stout', [
        ['Content-Type', 'x/y'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Request-Id', 'req_1'],
      ] as never)
      outgoing.end(Buffer.from([0, 255, 13, 10]))
    })
    const recorder = await record({ upstream: url })
    const sent = request(`${recorder.url}/v1/messages`)
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(418)
    expect(answer.statusMessage).toBe('Short And Stout')
    expect(answer.rawHeaders.slice(0, 8)).toEqual([
      'Content-Type',
      'x/y',
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'Request-Id',
      'req_1',
    ])
    expect(await bodyOf(answer)).toEqual(Buffer.from([0, 255, 13, 10]))
  })

  it('streams an answer as it comes', async () => {
    let goOn = () => undefined as unknown
    const { url } = await serve((_, outgoing) => {
      outgoing.write('first')
      goOn = () => outgoing.end('second')
    })
    const recorder = await record({ upstream: url })
    const reader = (await post(`${recorder.url}/v1/messages`, CLAUDE)).body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    goOn()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second')
  })

  it('holds a client back when the upstream does not read', async () => {
    const { url } = await serve((incoming) => incoming.pause())
    const recorder = await record({ upstream: url })
    const sent = request(`${recorder.url}/v1/messages`, { method: 'POST' })
    sent.on('error', () => undefined)
    const chunk = Buffer.alloc(1024 * 1024)
    let written = 0
    const write = (): void => {
      while (written < 200) {
        written += 1
        if (!sent.write(chunk)) {
          sent.once('drain', write)
          return
        }
      }
    }
    write()
    await waitUntil(() => false, 500)
    expect(written).toBeLessThan(60)
    sent.destroy()
  })

  it('tells the client in JSON when the upstream cannot be reached', async () => {
    const { url, server } = await serve(() => undefined)
    server.close()
    await once(server, 'close')
    const recorder = await record({ upstream: url })
    const answer = await post(`${recorder.url}/v1/messages`, CLAUDE)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: {
        message: expect.stringMatching(`^OneSoul's recorder cannot reach ${url}: .*ECONNREFUSED`),
      },
    })
    expect(recorder.counts().requests).toBe(1)
  })

  it('breaks the answer when the upstream breaks it', async () => {
    const { url } = await serve((_, outgoing) => {
      outgoing.write('half')
      setTimeout(() => outgoing.destroy(), 20)
    })
    const recorder = await record({ upstream: url })
    const answer = await post(`${recorder.url}/v1/messages`, CLAUDE)
    await expect(answer.text()).rejects.toThrow()
  })

  it('ends the upstream request when the client goes away', async () => {
    let closed = false
    const { url } = await serve((_, outgoing) => {
      outgoing.write('x')
      outgoing.once('close', () => {
        closed = true
      })
    })
    const recorder = await record({ upstream: url })
    const controller = new AbortController()
    await fetch(`${recorder.url}/v1/messages`, {
      method: 'POST',
      body: CLAUDE,
      signal: controller.signal,
    })
    controller.abort()
    expect(await waitUntil(() => closed)).toBe(true)
    expect(
      (await fetch(`${recorder.url}/again`, { signal: AbortSignal.timeout(1000) })).status,
    ).toBe(200)
  })

  it('does not keep a request that its client gave up', async () => {
    const { url } = await serve((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end())
    })
    const recorder = await record({ upstream: url })
    const sent = request(`${recorder.url}/v1/messages`, { method: 'POST' })
    sent.on('error', () => undefined)
    sent.write('{"model":')
    await waitUntil(() => false, 100)
    sent.destroy()
    await fetch(`${recorder.url}/v1/models`)
    expect(recorder.requests().map((request) => request.path)).toEqual(['/v1/models'])
  })

  it('goes through an HTTP proxy', async () => {
    const seen: (string | undefined)[][] = []
    const proxy = await serve((incoming, outgoing) => {
      const { host, 'proxy-authorization': credentials } = incoming.headers
      seen.push([incoming.url, host, credentials])
      outgoing.end('through the proxy')
    })
    const env = { HTTP_PROXY: proxy.url.replace('//', '//me:pass@') }
    const recorder = await record({ upstream: 'http://model.invalid:8000/v1', env })
    expect(await (await fetch(`${recorder.url}/models`)).text()).toBe('through the proxy')
    const credentials = `Basic ${Buffer.from('me:pass').toString('base64')}`
    expect(seen).toEqual([
      ['http://model.invalid:8000/v1/models', 'model.invalid:8000', credentials],
    ])
  })

  it.each([
    ['ftp://model.test', 'no http(s) URL'],
    ['nonsense', 'no http(s) URL'],
    ['https://model.test/?version=1', 'a base URL with a query'],
    ['https://me:pass@model.test/', 'a base URL with a user'],
  ])('refuses to stand before %s', async (upstream, words) => {
    await expect(startRecorder({ upstream })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(words),
    })
  })
})
