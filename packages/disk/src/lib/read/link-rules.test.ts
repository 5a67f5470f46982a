import { chown, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startChild } from '../../../test/children.mjs'
import { readFileSafely } from '../../index.ts'

const asRoot = process.geteuid?.() === 0

let base: string
let home: string
let root: string
const at = (...names: string[]): string => join(base, ...names)

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-links-')))
  home = at('home', 'me')
  root = join(home, '.onesoul')
  await mkdir(root, { recursive: true })
})
afterEach(() => rm(base, { recursive: true, force: true }))

async function put(path: string, text = 'text'): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

async function linkTo(target: string, link = join(root, 'SOUL.md')): Promise<string> {
  await mkdir(dirname(link), { recursive: true })
  await symlink(target, link)
  return link
}

describe('readFileSafely, links', () => {
  it('follows a link inside the root and says where it leads', async () => {
    const target = await put(join(root, 'shared', 'SOUL.md'))
    const link = await linkTo('shared/SOUL.md')
    expect(await readFileSafely(link, { roots: [root] })).toMatchObject({
      outcome: 'content',
      realPath: target,
      viaLink: true,
    })
  })

  it('takes a whole home in a dotfiles folder for normal', async () => {
    const real = at('home', 'me', 'dotfiles', 'onesoul')
    await put(join(real, 'SOUL.md'))
    await rm(root, { recursive: true })
    await symlink(real, root)
    expect(await readFileSafely(join(root, 'SOUL.md'), { roots: [root] })).toMatchObject({
      outcome: 'content',
      realPath: join(real, 'SOUL.md'),
      viaLink: false,
    })
  })

  it('follows a link into the home directory when that is given', async () => {
    const link = await linkTo(await put(join(home, 'notes', 'SOUL.md')))
    expect(await readFileSafely(link, { roots: [root] })).toMatchObject({ code: 'link-outside' })
    expect(await readFileSafely(link, { roots: [root], homeDir: home })).toMatchObject({
      outcome: 'content',
      viaLink: true,
    })
  })

  it('follows a linked folder like a linked file', async () => {
    await put(join(home, 'team', 'SOUL.md'))
    await symlink(join(home, 'team'), join(root, 'slack'))
    const path = join(root, 'slack', 'SOUL.md')
    expect(await readFileSafely(path, { roots: [root] })).toMatchObject({ code: 'link-outside' })
    expect(await readFileSafely(path, { roots: [root], homeDir: home })).toMatchObject({
      outcome: 'content',
      viaLink: true,
    })
  })

  it.each(['.ssh/id_ed25519', '.aws/credentials', '.netrc', '.env', 'work/.env.local', '.npmrc'])(
    'never follows a link to %s in the home directory',
    async (place) => {
      const link = await linkTo(await put(join(home, place)))
      const found = await readFileSafely(link, { roots: [root], homeDir: home })
      expect(found).toMatchObject({
        outcome: 'failed',
        code: 'link-outside',
        message: expect.stringContaining('which is a place for credentials'),
      })
    },
  )

  it('does not follow a link to a secret of the root itself', async () => {
    const work = at('work')
    await put(join(work, '.env'))
    const link = await linkTo('.env', join(work, 'AGENTS.md'))
    expect(await readFileSafely(link, { roots: [work] })).toMatchObject({ code: 'link-outside' })
  })

  it('refuses what lies outside and prints the line that allows it', async () => {
    const link = await linkTo(await put(at('srv', 'team', 'SOUL.md')))
    const found = await readFileSafely(link, { roots: [root], homeDir: home })
    expect(found).toEqual({
      outcome: 'failed',
      code: 'link-outside',
      message: `${link} is a link to ${at('srv', 'team', 'SOUL.md')}, which lies outside the folders that may be read.`,
      fix: `Copy the text into a file of its own, or add to config.yaml: allowedRoots: ["${at('srv', 'team')}"]`,
    })
    const allowedRoots = [at('srv', 'team')]
    expect(await readFileSafely(link, { roots: [root], allowedRoots })).toMatchObject({
      outcome: 'content',
      viaLink: true,
    })
  })

  it('does not take a folder with a longer name for the home directory', async () => {
    const link = await linkTo(await put(at('home', 'me-evil', 'SOUL.md')))
    const found = await readFileSafely(link, { roots: [root], homeDir: home })
    expect(found).toMatchObject({ code: 'link-outside' })
  })

  it.runIf(asRoot)(
    'refuses a link to a file of another user unless its root is allowed',
    async () => {
      const target = await put(join(home, 'notes', 'SOUL.md'))
      await chown(target, 65_534, 65_534)
      const link = await linkTo(target)
      expect(await readFileSafely(link, { roots: [root], homeDir: home })).toMatchObject({
        code: 'link-outside',
        message: expect.stringContaining('which belongs to another user (uid 65534)'),
      })
      const allowedRoots = [join(home, 'notes')]
      expect(await readFileSafely(link, { roots: [root], allowedRoots })).toMatchObject({
        outcome: 'content',
      })
    },
  )

  it.runIf(asRoot)('reads a plain file of another user', async () => {
    const path = await put(join(root, 'SOUL.md'))
    await chown(path, 65_534, 65_534)
    expect(await readFileSafely(path, { roots: [root] })).toMatchObject({ outcome: 'content' })
  })

  it('follows anything for a file that the person named', async () => {
    const link = await linkTo(await put(at('srv', 'SOUL.md')))
    expect(await readFileSafely(link, { links: 'anywhere' })).toMatchObject({
      outcome: 'content',
      viaLink: true,
    })
  })

  it('holds the folder of the path for the root when none is given', async () => {
    const link = await linkTo(await put(join(root, 'other.md')))
    expect(await readFileSafely(link)).toMatchObject({ outcome: 'content', viaLink: true })
    const out = await linkTo(await put(join(home, 'x.md')), join(root, 'out.md'))
    expect(await readFileSafely(out)).toMatchObject({ code: 'link-outside' })
  })

  it('does not take a dangling link for a missing file', async () => {
    const link = await linkTo(join(home, 'gone', 'SOUL.md'))
    expect(await readFileSafely(link, { roots: [root] })).toMatchObject({
      outcome: 'failed',
      code: 'link-dangling',
      message: `${link} cannot be read: the link ${link} leads nowhere.`,
    })
  })

  it('names the folder whose link leads nowhere', async () => {
    const folder = await linkTo(join(home, 'unmounted'), join(root, 'slack'))
    const path = join(folder, 'dev', 'SOUL.md')
    expect(await readFileSafely(path, { roots: [root] })).toMatchObject({
      outcome: 'failed',
      code: 'link-dangling',
      message: `${path} cannot be read: the link ${folder} leads nowhere.`,
    })
  })

  it('takes a file that a linked folder or a linked root does not hold for missing', async () => {
    const folder = join(home, 'dotfiles', 'slack')
    await mkdir(folder, { recursive: true })
    const linked = await linkTo(folder, join(root, 'slack'))
    const linkedRoot = await linkTo(root, join(home, 'linked'))
    for (const path of [
      join(linked, 'SOUL.md'),
      join(linked, 'dev', 'SOUL.md'),
      join(linkedRoot, 'telegram', 'SOUL.md'),
    ]) {
      expect(await readFileSafely(path, { roots: [root, linkedRoot] })).toEqual({
        outcome: 'missing',
      })
    }
  })

  it('does not run in circles', async () => {
    const link = await linkTo('b.md', join(root, 'a.md'))
    await linkTo('a.md', join(root, 'b.md'))
    expect(await readFileSafely(link, { roots: [root] })).toMatchObject({ code: 'link-loop' })
  })

  it('never gives out what lies outside while somebody swaps the link', async () => {
    const inside = await put(join(root, 'inside.md'), 'inside')
    const outside = await put(at('srv', 'secret.md'), 'outside')
    const link = await linkTo(inside)
    const swapper = startChild(
      `const { symlink, rename } = await import('node:fs/promises')
       for (let turn = 0; ; turn++) {
         await symlink(turn % 2 ? args.inside : args.outside, args.link + '.new')
         await rename(args.link + '.new', args.link)
         if (turn === 10) say('swapping')
       }`,
      { inside, outside, link },
    )
    await swapper.heard('swapping')
    const counts = { inside: 0, refused: 0 }
    const deadline = performance.now() + 10_000
    while ((counts.inside < 100 || counts.refused < 100) && performance.now() < deadline) {
      const found = await readFileSafely(link, { roots: [root] })
      if (found.outcome === 'content') {
        expect(Buffer.from(found.bytes).toString()).toBe('inside')
        counts.inside++
      } else if (found.outcome === 'failed') counts.refused++
    }
    swapper.kill()
    await swapper.exit
    expect(counts.inside).toBeGreaterThan(0)
    expect(counts.refused).toBeGreaterThan(0)
  })

  it('reads through a link that is moved into place', async () => {
    const target = await put(join(root, 'v2.md'), 'two')
    await symlink(target, join(root, 'next'))
    await rename(join(root, 'next'), join(root, 'SOUL.md'))
    expect(await readFileSafely(join(root, 'SOUL.md'), { roots: [root] })).toMatchObject({
      realPath: target,
    })
  })
})
