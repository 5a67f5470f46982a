import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSkills, restoreSkills, type SkillsLife, updateSkills } from '../../index.ts'
import { makeZip } from '../fixtures/make-zip.ts'
import { lifeIn, putFiles, skillText } from '../fixtures/skill-texts.ts'
import { download } from './download.ts'
import { faultOfRedirect } from './web-address.ts'

let server: Server
let base: string
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const LIMITS = { maxBytes: 1000, timeoutMs: 5_000, redirects: 2 }
const get = (path: string, limits = LIMITS): Promise<string> =>
  download(new URL(path, base), limits).then((bytes) => Buffer.from(bytes).toString())

describe('download', () => {
  it('follows redirects so far, and says nothing of who asks', async () => {
    const seen: IncomingMessage[] = []
    answer = (request, response) => {
      seen.push(request)
      const left = Number(request.url?.slice(1))
      if (left === 0) return void response.end('here')
      response.writeHead(302, { location: `/${left - 1}` }).end('not this')
    }
    expect(await get('/2')).toBe('here')
    const { 'user-agent': agent, ...headers } = seen[0]?.headers ?? {}
    expect(agent).toBe('onesoul')
    expect(Object.keys(headers).join(' ')).not.toMatch(/cookie|auth|referer|origin/)
    await expect(get('/3')).rejects.toThrow('it leads on and on')
  })

  it.each([
    ['with a length', { 'content-length': '1001' }],
    ['without one', {}],
  ])('takes no more bytes than allowed, %s', async (_, headers) => {
    answer = (_request, response) => {
      response.writeHead(200, headers)
      response.end('x'.repeat(1001))
    }
    await expect(get('/')).rejects.toMatchObject({ code: 'archive-refused' })
    answer = (_request, response) => response.end('x'.repeat(1000))
    expect(await get('/')).toHaveLength(1000)
  })

  it('does not wait for one that never ends', async () => {
    answer = (_request, response) => {
      response.write('x')
    }
    const limits = { ...LIMITS, timeoutMs: 100 }
    await expect(get('/', limits)).rejects.toThrow('could not be fetched: it took more than 0.1 s')
  })

  it('says what it was answered, without what stands behind ?', async () => {
    answer = (_request, response) => response.writeHead(404).end('gone')
    await expect(get('/x.zip?a=1')).rejects.toThrow(
      `${base}/x.zip could not be fetched: ${new URL(base).host} answered 404`,
    )
    answer = (_request, response) => {
      response.writeHead(302, { location: 'http://example.com/x?a=1' }).end()
    }
    await expect(get('/')).rejects.toThrow('it leads to http://example.com/x, which is not https')
    answer = (_request, response) => response.destroy()
    await expect(get('/')).rejects.toMatchObject({ code: 'source-unreachable' })
  })
})

describe('faultOfRedirect', () => {
  it.each<[string, string, string | null]>([
    ['https://a.example/x', 'https://b.example/x', null],
    ['https://a.example/x', 'http://b.example/x', 'is not https'],
    ['https://a.example/x', 'http://127.0.0.1/x', 'is not https'],
    ['https://a.example/x', 'https://localhost/x', 'is a server of this machine'],
    ['https://a.example/x', 'https://me:word@b.example/x', 'holds a name or a password'],
    ['https://a.example/x', 'file:///etc/passwd', 'is not https'],
    ['http://127.0.0.1/x', 'http://127.0.0.1/y', null],
  ])('from %s to %s: %s', (from, to, fault) => {
    expect(faultOfRedirect(new URL(from), new URL(to))).toBe(fault)
  })
})

describe('an archive of the web as a source', () => {
  let dir: string
  let life: SkillsLife
  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-web-')))
    life = lifeIn(dir)
    await mkdir(life.home)
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  const serve = (text: string): void => {
    answer = (_request, response) => response.end(makeZip([{ name: 'x/SKILL.md', data: text }]))
  }
  const lock = (): Promise<string> => readFile(join(life.home, 'skills/skills.lock'), 'utf8')
  const words = (items: Awaited<ReturnType<typeof addSkills>>): readonly string[] =>
    items.map(({ name, code, outcome }) => `${name} ${code ?? outcome}`)

  it('is pinned by its bytes, fetched again by an update, and restored as it was or not at all', async () => {
    serve(skillText('x'))
    expect(words(await addSkills(life, { sources: [`${base}/tools.zip`] }))).toEqual(['x added'])
    const pinned = await lock()
    expect(pinned).toMatch(
      /kind: archive\n {4}location: http:\S+\/tools\.zip\n.*\n {4}path: x\n {4}revision: sha256:[0-9a-f]{64}\n/,
    )
    expect(words(await updateSkills(life, {}))).toEqual(['x unchanged'])
    serve(skillText('x', 'Newer.'))
    expect(words(await updateSkills(life, {}))).toEqual(['x updated'])
    await rm(join(life.home, 'skills'), { recursive: true })
    await putFiles(life.home, { 'skills/skills.lock': pinned })
    expect(words(await restoreSkills(life))).toEqual(['x lock-differs'])
    serve(skillText('x'))
    expect(words(await restoreSkills(life))).toEqual(['x added'])
    answer = (_request, response) => response.writeHead(500).end()
    expect(words(await updateSkills(life, {}))).toEqual(['x source-unreachable'])
  })

  it('that is a page is called one', async () => {
    answer = (_request, response) => response.end('<!doctype html><p>Sign in')
    await expect(addSkills(life, { sources: [`${base}/tools.zip`] })).rejects.toThrow(
      'it is called .zip and is a page for a browser',
    )
  })
})
