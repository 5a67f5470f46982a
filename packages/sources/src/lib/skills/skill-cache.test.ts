import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashTree } from '@onesoul/disk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSkillTree, type SkillTree, skillText } from '../../../test/skill-tree.ts'
import { forgetSkills } from './skill-cache.ts'

const CACHE = 'me/.onesoul/state/cache/skills.json'
const FILES = {
  'me/.agents/skills/a/SKILL.md': skillText('a', 'platforms: [linux, Plan9]\nlicense: MIT\n'),
  'me/.agents/skills/技/skill.md': skillText('技', 'metadata: { "x": "\\ud83d\\ude42 é" }\n'),
  'me/.agents/skills/bad/SKILL.md': 'no frontmatter',
}

const prepared = async (files: Readonly<Record<string, string>> = FILES, config?: string) => {
  const place = await createSkillTree(files, config)
  await place.tree.folder('me/.onesoul/state/cache')
  forgetSkills()
  return place
}

/** Nothing that a test wrote is old enough to be kept: the clock of the look goes ahead. */
const later = () => ({ now: Date.now() + 10_000 })

/** As a new process without a cache sees it, and as one with it. */
const cold = async ({ find, tree }: SkillTree) => {
  forgetSkills()
  const kept = await readFile(tree.path(CACHE)).catch(() => null)
  await rm(tree.path(CACHE), { force: true })
  const seen = JSON.stringify(await find(later()))
  if (kept !== null) await writeFile(tree.path(CACHE), kept)
  forgetSkills()
  return JSON.parse(seen)
}
const warm = async ({ find }: SkillTree) => {
  forgetSkills()
  return JSON.parse(JSON.stringify(await find(later())))
}

/** Longer than a tick of the file system's clock. */
const tick = () => new Promise((done) => setTimeout(done, 12))

describe('the cache of skills', () => {
  it('gives every process what a first look gives, and opens no file that did not change', async () => {
    const place = await prepared()
    const before = await cold(place)
    expect(await warm(place)).toEqual(before)
    const written = await stat(place.tree.path(CACHE))
    expect(written.mode & 0o777).toBe(0o600)
    // What stands behind the cache's words is not opened: words of its own are believed.
    const text = await readFile(place.tree.path(CACHE), 'latin1')
    expect(text).toContain('Does a.')
    expect(await warm(place)).toEqual(before)
    expect((await stat(place.tree.path(CACHE))).mtimeMs).toBe(written.mtimeMs)
    for (const damage of [
      '',
      '{',
      text.slice(0, -1),
      text.replace('Does a.', 'Does b.'),
      text.replace('onesoul-skills 2', 'onesoul-skills 1'),
      `${text.split('\n', 1)[0]}\n`,
    ]) {
      await writeFile(place.tree.path(CACHE), damage)
      expect(await warm(place)).toEqual(before)
    }
    expect(await readFile(place.tree.path(CACHE), 'latin1')).toBe(text)
  })

  it('bakes neither gates nor settings in', async () => {
    const place = await prepared({
      'me/.agents/skills/a/SKILL.md': skillText('a', 'session-platforms: [slack]\n'),
    })
    const status = async (platform: string) =>
      (await place.find({ ...later(), session: { platform } })).skills[0]?.status
    expect(await status('slack')).toBe('ready')
    expect(await status('discord')).toBe('gated')
    forgetSkills()
    expect(await status('discord')).toBe('gated')
    expect(await status('slack')).toBe('ready')
    await place.tree.write('me/.onesoul/config.yaml', 'skills: { disabled: [a] }\n')
    expect(await status('slack')).toBe('disabled')
  })

  it('keeps no file that changed just now: it may change again without a trace', async () => {
    const place = await prepared()
    await place.find({ now: Date.now() })
    expect(await readFile(place.tree.path(CACHE)).catch(() => null)).toBeNull()
  })

  it('writes nothing for whoever must not write', async () => {
    const place = await prepared({ 'work/.claude/skills/a/SKILL.md': skillText('a') })
    const before = await hashTree(place.tree.path('me'))
    const cwd = place.tree.path('work')
    await place.find({ ...later(), cwd, keep: false })
    expect(await hashTree(place.tree.path('me'))).toBe(before)
    forgetSkills()
    await place.find({ ...later(), cwd })
    expect(await hashTree(place.tree.path('me'))).not.toBe(before)
  })

  it('is not needed: a home that keeps nothing is read anew', async () => {
    const place = await prepared()
    await rm(place.tree.path('me/.onesoul/state'), { recursive: true })
    const before = await cold(place)
    expect(await warm(place)).toEqual(before)
    expect(await readFile(place.tree.path(CACHE)).catch(() => null)).toBeNull()
  })

  it('sees every change: warm and cold are the same after any edits', async () => {
    const place = await prepared({ 'me/.agents/skills/a/SKILL.md': skillText('a') })
    const at = (name: string, file: string) =>
      place.tree.path(`me/.agents/skills/${name}${file && `/${file}`}`)
    const name = fc.constantFrom('a', 'b', 'g/c')
    const file = fc.constantFrom('SKILL.md', 'skill.md')
    const text = fc.constantFrom(
      skillText('a'),
      skillText('b'),
      skillText('c', 'os: [plan9]\n'),
      'x',
    )
    const edit = fc.oneof(
      fc.record({ do: fc.constant('write' as const), name, file, text }),
      fc.record({ do: fc.constant('remove' as const), name }),
      fc.record({ do: fc.constant('move' as const), name, to: name }),
      fc.record({ do: fc.constant('link' as const), name, to: name }),
      fc.record({ do: fc.constant('close' as const), name, file }),
    )
    const apply = async (one: typeof edit extends fc.Arbitrary<infer T> ? T : never) => {
      const path = at(one.name, '')
      if (one.do === 'write') {
        await mkdir(path, { recursive: true })
        await writeFile(at(one.name, one.file), one.text)
      } else if (one.do === 'remove') await rm(path, { recursive: true, force: true })
      else if (one.do === 'close') await chmod(at(one.name, one.file), 0o000)
      else if (one.do === 'move') await rename(path, at(one.to, ''))
      else {
        await mkdir(dirname(path), { recursive: true })
        await symlink(at(one.to, ''), path)
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        for (const one of edits) {
          // An edit that the system refuses changes nothing.
          await apply(one).catch(() => undefined)
        }
        await tick()
        expect(await warm(place)).toEqual(await cold(place))
        expect(JSON.parse(JSON.stringify(await place.find(later())))).toEqual(await cold(place))
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
