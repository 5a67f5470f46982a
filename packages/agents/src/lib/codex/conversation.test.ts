import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { splitLines } from '../launch/json-lines.ts'
import { converse } from './conversation.ts'
import type { ThreadDelivery } from './thread-delivery.ts'

const delivery: ThreadDelivery = {
  developerInstructions: 'own\n\nours "quoted"',
  delivered: 'ours "quoted"',
  updates: [],
  thread: {},
  profile: {},
  recorder: {},
  skillRoots: [],
}

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function historyFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'codex-history-'))
  folders.push(folder)
  await writeFile(join(folder, 'rollout.jsonl'), JSON.stringify({ text }))
  return join(folder, 'rollout.jsonl')
}

interface Talk {
  readonly toServer: string[]
  readonly toClient: string[]
  readonly turns: string[]
  /** Says something and waits until everything that follows from it has happened. */
  client(message: object | string): Promise<void>
  server(message: object | string): Promise<void>
  end(side: 'client' | 'server'): Promise<void>
}

/** A conversation between two ends that the test plays. */
function startTalk(
  apiKey: string | null = null,
  updates: readonly string[] = [],
  skillRoots: readonly string[] = [],
): Talk {
  const [fromClient, fromServer] = [new PassThrough(), new PassThrough()]
  const toServer: string[] = []
  const toClient: string[] = []
  const turns: string[] = []
  let closed = false
  const done = converse(
    {
      send: (text) => toClient.push(text),
      messages: splitLines(fromClient),
      close: () => {
        closed = true
      },
    },
    { send: (line) => toServer.push(line), lines: splitLines(fromServer) },
    { delivery: { ...delivery, updates, skillRoots }, apiKey, onTurn: (id) => turns.push(id) },
  )
  const say = async (stream: PassThrough, message: object | string): Promise<void> => {
    stream.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return {
    toServer,
    toClient,
    turns,
    client: (message) => say(fromClient, message),
    server: (message) => say(fromServer, message),
    end: async (side) => {
      const stream = side === 'client' ? fromClient : fromServer
      stream.end()
      await done
      expect(closed).toBe(true)
    },
  }
}

function parsed(lines: readonly string[]): unknown[] {
  return lines.map((line) => JSON.parse(line) as unknown)
}

describe('converse', () => {
  it('passes what it does not know on as it is, in both directions', async () => {
    const talk = startTalk()
    await talk.client('no json')
    await talk.client('{"id":1,  "method":"model/list"}')
    await talk.server('{"id":1,  "result":{}}')
    await talk.server('neither')
    expect(talk.toServer[0]).toBe('no json')
    expect(parsed(talk.toServer.slice(1))).toEqual([{ id: 1, method: 'model/list' }])
    expect(talk.toClient).toEqual(['{"id":1,  "result":{}}', 'neither'])
    await talk.end('client')
  })

  it('delivers into a new thread and reports its turns, but not those of other threads', async () => {
    const talk = startTalk()
    await talk.client({ id: 1, method: 'thread/start', params: {} })
    await talk.server({ id: 1, result: { thread: { id: 'person' } } })
    await talk.client({ id: 2, method: 'thread/start', params: { threadSource: 'thread_title' } })
    await talk.server({ id: 2, result: { thread: { id: 'title' } } })
    await talk.client({ id: 3, method: 'turn/start', params: { threadId: 'title' } })
    await talk.client({ id: 4, method: 'turn/start', params: { threadId: 'person' } })
    const [first, second] = parsed(talk.toServer)
    expect(first).toMatchObject({
      params: { developerInstructions: delivery.developerInstructions },
    })
    expect(second).not.toHaveProperty('params.developerInstructions')
    expect(talk.turns).toEqual(['person'])
    await talk.end('server')
  })

  it('adds a missing text to a resumed thread before the client hears of it', async () => {
    const path = await historyFile('something else')
    const talk = startTalk()
    await talk.client({ id: 1, method: 'thread/resume', params: { threadId: 't' } })
    await talk.server({ id: 1, result: { thread: { id: 't', path } } })
    expect(talk.toClient).toEqual([])
    const request = parsed(talk.toServer)[1] as { id: string }
    expect(request).toMatchObject({
      method: 'thread/inject_items',
      params: {
        threadId: 't',
        items: [{ role: 'developer', content: [{ type: 'input_text', text: delivery.delivered }] }],
      },
    })
    await talk.server({ id: request.id, result: {} })
    expect(parsed(talk.toClient)).toEqual([{ id: 1, result: { thread: { id: 't', path } } }])
    await talk.end('client')
  })

  it.each([
    ['holds the text', () => historyFile(`own\n\n${delivery.delivered}`)],
    ['cannot be read', () => Promise.resolve('/nowhere/rollout.jsonl')],
    ['has no file', () => Promise.resolve(null)],
  ])('adds nothing to a thread whose history %s', async (_, makePath) => {
    const path = await makePath()
    const talk = startTalk()
    await talk.client({ id: 1, method: 'thread/resume', params: { threadId: 't' } })
    await talk.server({ id: 1, result: { thread: { id: 't', path } } })
    expect(talk.toServer).toHaveLength(1)
    expect(talk.toClient).toHaveLength(1)
    await talk.end('client')
  })

  it('adds in their order what superseded parts of the text, as far as the history lacks it', async () => {
    const path = await historyFile('began with an older text, then the first "change"')
    const talk = startTalk(null, ['the first "change"', 'the second', 'the third'])
    await talk.client({ id: 1, method: 'thread/resume', params: { threadId: 't' } })
    await talk.server({ id: 1, result: { thread: { id: 't', path } } })
    for (const text of ['the second', 'the third']) {
      const request = parsed(talk.toServer).at(-1) as { id: string }
      expect(request).toMatchObject({ params: { items: [{ content: [{ text }] }] } })
      expect(talk.toClient).toEqual([])
      await talk.server({ id: request.id, result: {} })
    }
    expect(talk.toServer).toHaveLength(3)
    expect(talk.toClient).toHaveLength(1)
    await talk.end('client')
  })

  it('passes a failed answer on and keeps nothing of it', async () => {
    const talk = startTalk()
    await talk.client({ id: 1, method: 'thread/resume', params: { threadId: 't' } })
    await talk.server({ id: 1, error: { message: 'no rollout' } })
    expect(parsed(talk.toClient)).toEqual([{ id: 1, error: { message: 'no rollout' } }])
    await talk.client({ id: 2, method: 'turn/start', params: { threadId: 't' } })
    expect(talk.turns).toEqual([])
    await talk.end('client')
  })

  it('hands a key over after the greeting and holds the client back until it is in', async () => {
    const talk = startTalk('key')
    await talk.client({ method: 'initialized' })
    await talk.client({ id: 1, method: 'thread/start', params: {} })
    const [, login] = parsed(talk.toServer) as { id: string; method: string; params: object }[]
    expect(login).toMatchObject({
      method: 'account/login/start',
      params: { type: 'apiKey', apiKey: 'key' },
    })
    expect(talk.toServer).toHaveLength(2)
    await talk.server({ id: login?.id, result: {} })
    expect(talk.toServer).toHaveLength(3)
    expect(talk.toClient).toEqual([])
    await talk.end('client')
  })

  it('tells the server where skills are before the client goes on', async () => {
    const talk = startTalk(null, [], ['/s/bundles/0123/skills'])
    await talk.client({ method: 'initialized' })
    await talk.client({ id: 1, method: 'thread/start', params: {} })
    const [, asked] = parsed(talk.toServer) as { id: string; method: string; params: object }[]
    expect(asked).toMatchObject({
      method: 'skills/extraRoots/set',
      params: { extraRoots: ['/s/bundles/0123/skills'] },
    })
    expect(talk.toServer).toHaveLength(2)
    await talk.server({ id: asked?.id, result: {} })
    expect(talk.toServer).toHaveLength(3)
    expect(talk.toClient).toEqual([])
    await talk.end('client')
  })

  it('takes a request of the server with the same id for what it is', async () => {
    const talk = startTalk()
    await talk.client({ id: 1, method: 'thread/start', params: {} })
    await talk.server({ id: 1, method: 'item/tool/requestUserInput', params: {} })
    await talk.server({ id: 1, result: { thread: { id: 'person' } } })
    await talk.client({ id: 2, method: 'turn/start', params: { threadId: 'person' } })
    expect(talk.turns).toEqual(['person'])
    await talk.end('client')
  })
})
