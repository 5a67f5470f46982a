#!/usr/bin/env node
// A stand-in for the Codex CLI: the part of its command line and protocol that the adapter uses.
import { appendFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
const { FAKE_LOG, FAKE_CONFIG, FAKE_ACCOUNT, FAKE_HISTORY, FAKE_FAIL, FAKE_EXIT } = process.env
const log = (entry) => FAKE_LOG && appendFileSync(FAKE_LOG, `${JSON.stringify(entry)}\n`)

if (args[0] === '--version') console.log('codex-cli 0.171.0')
else if (args[0] === 'app-server') serve()
else await runClient()

function serve() {
  log({ program: 'app-server', args: args.slice(1), cwd: process.cwd(), pid: process.pid })
  if (FAKE_FAIL) {
    console.error(`WARNING: unimportant\nError: ${FAKE_FAIL}`)
    process.exit(1)
  }
  const lines = createInterface({ input: process.stdin })
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
  lines.on('line', (line) => {
    const message = JSON.parse(line)
    log(message)
    if (message.id === undefined) return
    const result = answer(message)
    if (result === null) send({ id: message.id, error: { code: -32600, message: 'not here' } })
    else send({ id: message.id, result })
    if (message.method !== 'turn/start' || message.params.input[0].text === 'hang') return
    const [{ text }] = message.params.input
    const items = [{ type: 'agentMessage', text: `echo ${text}` }]
    send({ method: 'turn/completed', params: { turn: { items, status: 'completed' } } })
  })
  lines.on('close', () => process.exit(0))
}

function answer({ method, params }) {
  const known = {
    initialize: () => ({ userAgent: 'fake' }),
    'config/read': () => (FAKE_CONFIG ? JSON.parse(FAKE_CONFIG) : { config: {}, origins: {} }),
    'account/read': () => (FAKE_ACCOUNT ? JSON.parse(FAKE_ACCOUNT) : { account: null }),
    'account/login/start': () => ({ type: 'apiKey' }),
    'thread/start': () => ({ thread: { id: 'thread-1', path: null } }),
    'thread/resume': () => ({ thread: { id: params.threadId, path: FAKE_HISTORY ?? null } }),
    'thread/inject_items': () => ({}),
    'turn/start': () => ({ turn: {} }),
  }
  return known[method]?.() ?? null
}

async function runClient() {
  log({ program: 'client', args, pid: process.pid })
  const remote = args[args.indexOf('--remote') + 1].replace('unix://', '')
  const resume = args.includes('resume') ? args[args.indexOf('resume') + 1] : null
  const prompt = args.at(-1)
  const socket = await connect(remote)
  const send = (message) => socket.write(maskedFrame(JSON.stringify(message)))
  send({ id: 'initialize', method: 'initialize', params: {} })
  send({ method: 'initialized' })
  if (resume) send({ id: 1, method: 'thread/resume', params: { threadId: resume } })
  else send({ id: 1, method: 'thread/start', params: { threadSource: null, config: null } })
  for await (const message of messages(socket)) {
    if (message.id === 1) {
      const params = { threadId: message.result.thread.id, input: [{ type: 'text', text: prompt }] }
      send({ id: 2, method: 'turn/start', params })
    }
    if (message.method !== 'turn/completed') continue
    process.stdout.write(`${message.params.turn.items[0].text}\n`, () => {
      process.exit(Number(FAKE_EXIT ?? 0))
    })
  }
  process.exit(1)
}

function connect(socketPath) {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  return new Promise((resolve, reject) => {
    const upgrade = request({ socketPath, path: '/rpc', headers })
    upgrade.on('upgrade', (_, socket) => resolve(socket))
    upgrade.on('error', reject)
    upgrade.end()
  })
}

function maskedFrame(text) {
  const payload = Buffer.from(text)
  const mask = Buffer.from([1, 2, 3, 4])
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([header, mask, payload.map((byte, index) => byte ^ mask[index % 4])])
}

async function* messages(socket) {
  let held = Buffer.alloc(0)
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk])
    for (let end = frameEnd(held); end <= held.length; end = frameEnd(held)) {
      const isText = (held[0] & 0x0f) === 1
      const text = held.toString('utf8', held[1] === 126 ? 4 : 2, end)
      held = held.subarray(end)
      if (isText) yield JSON.parse(text)
    }
  }
}

/** Where the first frame ends; infinity while its length is not known. Frames of 64 KiB and more do not occur. */
function frameEnd(held) {
  if (held.length < 2) return Number.POSITIVE_INFINITY
  if (held[1] < 126) return 2 + held[1]
  return held.length < 4 ? Number.POSITIVE_INFINITY : 4 + held.readUInt16BE(2)
}
