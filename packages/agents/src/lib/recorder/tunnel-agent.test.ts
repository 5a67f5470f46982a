import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'

const dir = mkdtempSync(join(tmpdir(), 'onesoul-tls-'))
const key = join(dir, 'key.pem')
const cert = join(dir, 'cert.pem')
const servers: Server[] = []
const connected: string[] = []
let proxyUrl = ''

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=model.test'],
      ...['-addext', 'subjectAltName=DNS:model.test', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  )
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  const model = createServer(tls, (incoming, outgoing) => outgoing.end(`tls ${incoming.url}`))
  const modelPort = await listen(model)
  const proxy = createHttpServer()
  proxy.on('connect', ({ url }, socket) => {
    connected.push(url ?? '')
    if (url !== 'model.test:443') {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const through = connect(modelPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    through.on('error', () => socket.destroy())
    socket.on('error', () => through.destroy())
  })
  proxyUrl = `http://127.0.0.1:${await listen(proxy)}`
})

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Asks once through a recorder that runs in a process of its own; prints status and body. */
async function ask(upstream: string, extraCa?: string): Promise<string> {
  const module = `
    import { startRecorder } from '${sourceUrl('packages/agents/src/lib/recorder/recorder.ts')}'
    const recorder = await startRecorder({ upstream: process.argv[1], env: process.env })
    const answer = await fetch(recorder.url + '/models')
    console.log(answer.status, await answer.text())
    await recorder.close()`
  const child = spawn(process.execPath, [...typescriptArgs(module), upstream], {
    env: {
      PATH: '/usr/bin:/bin',
      HTTPS_PROXY: proxyUrl,
      ...(extraCa && { NODE_EXTRA_CA_CERTS: extraCa }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output.trim()
}

describe('TunnelAgent', () => {
  it('reaches an HTTPS upstream through a proxy and trusts NODE_EXTRA_CA_CERTS', async () => {
    expect(await ask('https://model.test/v1', cert)).toBe('200 tls /v1/models')
    expect(connected).toContain('model.test:443')
  })

  it('does not trust what nobody vouches for', async () => {
    expect(await ask('https://model.test/v1')).toMatch(/^502 .*self-signed certificate/)
  })

  it('says when the proxy refuses', async () => {
    expect(await ask('https://other.test')).toMatch(
      /^502 .*the proxy 127\.0\.0\.1:\d+ answered 403/,
    )
  })
})
