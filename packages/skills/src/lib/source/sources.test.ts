import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSkills, restoreSkills, type SkillsLife, updateSkills } from '../../index.ts'
import { makeZip } from '../fixtures/make-zip.ts'
import { lifeIn, putFiles, skillText } from '../fixtures/skill-texts.ts'
import { fetchGit } from './fetch-git.ts'
import { runTool } from './run-tool.ts'
import { describeSource, parseSource } from './skill-source.ts'

let dir: string
let life: SkillsLife
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-sources-')))
  life = lifeIn(dir)
  await mkdir(life.home)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const lock = (): Promise<string> => readFile(join(life.home, 'skills/skills.lock'), 'utf8')
const skill = (name: string, path = 'SKILL.md'): Promise<string> =>
  readFile(join(life.home, 'skills', name, path), 'utf8')
const add = async (source: string, skills?: readonly string[]): Promise<readonly string[]> =>
  (await addSkills(life, { sources: [source], ...(skills && { skills }) })).map(
    ({ name, code, outcome }) => `${name} ${code ?? outcome}`,
  )
const update = async (dryRun = false): Promise<readonly string[]> =>
  (await updateSkills(life, { dryRun })).map(
    ({ name, code, outcome }) => `${name} ${code ?? outcome}`,
  )
/** The same home on another machine: its lock alone. */
const restored = async (): Promise<readonly string[]> => {
  const text = await lock()
  await rm(life.home, { recursive: true })
  await putFiles(life.home, { 'skills/skills.lock': text })
  const items = await restoreSkills(life)
  expect(await lock()).toBe(text)
  return items.map(({ name, code, outcome }) => `${name} ${code ?? outcome}`)
}

describe('parseSource', () => {
  it.each([
    ['owner/repo', 'git+https://github.com/owner/repo.git'],
    ['owner/repo//skills/pdf#v1.2', 'git+https://github.com/owner/repo.git//skills/pdf#v1.2'],
    ['https://example.com/x.git#main', 'git+https://example.com/x.git#main'],
    ['https://github.com/owner/repo', 'git+https://github.com/owner/repo'],
    ['git+https://example.com/x//a', 'git+https://example.com/x//a'],
    ['git@example.com:owner/repo.git', 'git+git@example.com:owner/repo.git'],
    ['git+ssh://git@example.com/x', 'git+ssh://git@example.com/x'],
    ['npm:@scope/skills@^1.2', 'npm:@scope/skills@^1.2'],
    ['npm:skills', 'npm:skills'],
    ['https://example.com/a/x.zip?raw=1', 'https://example.com/a/x.zip?raw=1'],
    [
      'https://github.com/owner/repo/archive/main.tar.gz',
      'https://github.com/owner/repo/archive/main.tar.gz',
    ],
    ['git+https://example.com/x.zip', 'git+https://example.com/x.zip'],
    ['http://127.0.0.1:1/x.tgz', 'http://127.0.0.1:1/x.tgz'],
  ])('reads %s', async (typed, meant) => {
    expect(describeSource(await parseSource(typed, { cwd: dir, userHome: dir }))).toBe(meant)
  })

  it.each([
    '',
    '--upload-pack=x',
    'ext::sh -c x',
    'git+ext::sh -c x',
    'http://example.com/x.git',
    'git://example.com/x',
    'https://example.com/page',
    'owner/repo#--upload-pack=x',
    'owner/repo#a..b',
    'owner/repo//../x',
    'git@-oProxyCommand=x:y',
    'npm:../x',
    'npm:x@file:/etc',
    'npm:x@git+https://example.com/x',
    './nothing',
    'http://example.com/x.zip',
    'https://me:word@example.com/x.zip',
    'https://example.com/x.zip?X-Amz-Signature=1',
    'https://example.com/x.zip?access_token=1',
    'https://example.com/x.zip#main',
    'one\ntwo',
  ])('refuses %j', async (typed) => {
    await expect(parseSource(typed, { cwd: dir, userHome: dir })).rejects.toMatchObject({
      code: 'source-invalid',
    })
  })
})

describe('an archive as a source', () => {
  it('is pinned by its bytes, updated, and restored', async () => {
    const zip = (text: string): Promise<void> =>
      writeFile(join(dir, 'x.zip'), makeZip([{ name: 'x/SKILL.md', data: text }]))
    await zip(skillText('x'))
    expect(await add('x.zip')).toEqual(['x added'])
    expect(await lock()).toMatch(
      /kind: archive\n.*\n {4}ref: null\n {4}path: x\n {4}revision: sha256:[0-9a-f]{64}\n/,
    )
    expect(await restored()).toEqual(['x added'])
    await zip(skillText('x', 'Newer.'))
    expect(await update()).toEqual(['x updated'])
    expect(await skill('x')).toContain('Newer.')
  })

  it('may be a tar with several skills', async () => {
    const entries = ['a', 'b'].map((name) => {
      const body = skillText(name)
      return { header: { name: `skills/${name}/SKILL.md`, size: body.length }, body }
    })
    await writeFile(join(dir, 'x.tgz'), gzipSync(await packTar(entries)))
    expect(await add('x.tgz', ['b'])).toEqual(['b added'])
  })
})

describe('a repository as a source', { timeout: 60_000 }, () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: join(dir, 'repo'),
      encoding: 'utf8',
      env: { PATH: life.env['PATH'], HOME: dir, GIT_CONFIG_NOSYSTEM: '1' },
    }).trim()
  const commit = async (files: Record<string, string | Uint8Array>): Promise<string> => {
    await putFiles(join(dir, 'repo'), files)
    git('add', '-A')
    git('commit', '-qm', 'x')
    return git('rev-parse', 'HEAD')
  }
  const source = (): string => pathToFileURL(join(dir, 'repo')).href
  beforeEach(async () => {
    await mkdir(join(dir, 'repo'))
    git('init', '-q', '-b', 'main')
  })

  it('is pinned to a commit, updated, and restored from that commit', async () => {
    const first = await commit({
      'skills/a/SKILL.md': skillText('a'),
      'skills/b/SKILL.md': skillText('b'),
    })
    git('tag', 'v1')
    expect(await add(`${source()}//skills`, ['a'])).toEqual(['a added'])
    expect(await add(`${source()}#v1`, ['b'])).toEqual(['b added'])
    expect((await lock()).split(`revision: ${first}`)).toHaveLength(3)
    const second = await commit({
      'skills/a/SKILL.md': skillText('a', 'Newer.'),
      'skills/b/SKILL.md': skillText('b', 'Newer.'),
    })
    expect(await restored()).toEqual(['a added', 'b added'])
    expect(await skill('a')).not.toContain('Newer.')
    expect(await update(true)).toEqual(['a would-update', 'b unchanged'])
    expect(await update()).toEqual(['a updated', 'b unchanged'])
    expect(await lock()).toContain(second)
  })

  it('comes to life in nothing: no link, hook, filter or submodule of it counts', async () => {
    await symlink('/etc/hostname', join(dir, 'repo/notes.txt'))
    const mark = join(dir, 'mark')
    await commit({
      'SKILL.md': skillText('whole'),
      '.gitattributes': '* filter=evil export-subst\n',
      'references/a.md': '$Format:%H$\n',
    })
    git('config', 'filter.evil.smudge', `touch ${mark}`)
    git('config', 'uploadpack.packObjectsHook', `touch ${mark}`)
    expect(await add(`git+${join(dir, 'repo')}`)).toEqual(['whole format-invalid'])
    git('rm', '-q', 'notes.txt')
    await commit({ 'references/b.md': 'b\n' })
    expect(await add(`git+${join(dir, 'repo')}`)).toEqual(['whole added'])
    expect(await skill('whole', 'references/a.md')).toBe('$Format:%H$\n')
    await expect(readFile(mark)).rejects.toThrow('ENOENT')
  })

  it('is not fetched when it is too large, and git is ended as soon as it is', async () => {
    await commit({ 'SKILL.md': skillText('whole'), 'a.bin': randomBytes(300_000) })
    const options = { temp: join(dir, 'temp'), env: life.env }
    const one = await parseSource(`git+${join(dir, 'repo')}`, { cwd: dir, userHome: dir })
    await mkdir(options.temp)
    const code = 'archive-refused'
    await expect(fetchGit(one, options, 200_000)).rejects.toMatchObject({ code })
    await putFiles(dir, {
      'bin/git': '#!/bin/sh\nwhile :; do head -c 99999 /dev/zero >> big; sleep 0.1; done\n',
    })
    await chmod(join(dir, 'bin/git'), 0o755)
    const env = { PATH: `${join(dir, 'bin')}:${life.env['PATH']}`, HOME: dir }
    const endless = runTool('git', [], {
      what: 'x',
      cwd: options.temp,
      env,
      maxFolderBytes: 500_000,
    })
    await expect(endless).rejects.toThrow('x is refused: it has more than 0.5 MB')
  })

  it('says why it cannot be fetched', async () => {
    await commit({ 'SKILL.md': skillText('whole') })
    await expect(add(`${source()}#nothing`)).rejects.toMatchObject({ code: 'source-unreachable' })
    await expect(add(`${source()}x`)).rejects.toThrow(`${source()}x could not be fetched: `)
  })
})

describe('an npm package as a source', () => {
  let server: Server
  const versions: Record<string, Uint8Array> = {}
  const publish = async (version: string, text: string): Promise<void> => {
    const mark = `touch ${join(dir, 'mark')}`
    const scripts = { preinstall: mark, prepack: mark, prepare: mark, postinstall: mark }
    const files = {
      'package.json': JSON.stringify({ name: 'skills-of-x', version, scripts }),
      'skills/x/SKILL.md': text,
    }
    const entries = Object.entries(files).map(([path, body]) => ({
      header: { name: `package/${path}`, size: Buffer.byteLength(body) },
      body,
    }))
    versions[version] = gzipSync(await packTar(entries))
  }
  beforeEach(async () => {
    for (const version of Object.keys(versions)) delete versions[version]
    server = createServer((request, response) => {
      const [, version] = /-(\d+\.\d+\.\d+)\.tgz$/.exec(request.url ?? '') ?? []
      if (version !== undefined) return void response.end(versions[version])
      const all = Object.keys(versions)
      const base = `http://${request.headers.host}`
      const described = all.map((one) => {
        const integrity = `sha512-${createHash('sha512')
          .update(versions[one] ?? '')
          .digest('base64')}`
        const dist = { tarball: `${base}/skills-of-x/-/skills-of-x-${one}.tgz`, integrity }
        return [one, { name: 'skills-of-x', version: one, dist }]
      })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          name: 'skills-of-x',
          'dist-tags': { latest: all.at(-1) },
          versions: Object.fromEntries(described),
        }),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const npm_config_registry = `http://127.0.0.1:${port}/`
    life = lifeIn(dir, {
      env: { ...life.env, npm_config_registry, npm_config_cache: join(dir, 'cache') },
    })
  })
  afterEach(() => new Promise((done) => server.close(done)))

  it('is pinned to a version and its integrity, updated, restored, and none of its scripts runs', async () => {
    await publish('1.0.0', skillText('x'))
    expect(await add('npm:skills-of-x@^1')).toEqual(['x added'])
    expect(await lock()).toMatch(
      /ref: \^1\n {4}path: skills\/x\n {4}revision: 1\.0\.0 sha512-\S+\n/,
    )
    await publish('1.1.0', skillText('x', 'Newer.'))
    expect(await restored()).toEqual(['x added'])
    expect(await skill('x')).not.toContain('Newer.')
    await rm(join(dir, 'cache'), { recursive: true, force: true })
    expect(await update()).toEqual(['x updated'])
    expect(await lock()).toContain('revision: 1.1.0 sha512-')
    await expect(readFile(join(dir, 'mark'))).rejects.toThrow('ENOENT')
  }, 60_000)
})
