import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSkillTree as setUp, skillText as skill } from '../../../test/skill-tree.ts'

describe('discoverSkills', () => {
  it('finds the skills of every place, the strongest of a name first', async () => {
    const { find, tree } = await setUp(
      {
        'work/pkg/.agents/skills/a/SKILL.md': skill('a'),
        'work/.onesoul/skills/a/SKILL.md': skill('a'),
        'work/.claude/skills/b/SKILL.md': skill('b'),
        'me/.onesoul/skills/a/SKILL.md': skill('a'),
        'me/.onesoul/skills/b/SKILL.md': skill('b'),
        'me/.agents/skills/c/SKILL.md': skill('c'),
        'me/.claude/skills/c/SKILL.md': skill('c'),
        'me/more/d/SKILL.md': skill('d'),
        'own/e/SKILL.md': skill('e'),
      },
      'project: { trust: always }\nskills: { roots: [~/more] }\n',
    )
    await tree.folder('work/pkg/app')
    const { skills, diagnostics } = await find({
      cwd: tree.path('work/pkg/app'),
      builtin: tree.path('own'),
    })
    expect(diagnostics).toEqual([])
    expect(skills.map(({ name, origin, status, path }) => [name, origin, status, path])).toEqual([
      ['a', 'project', 'ready', 'pkg/.agents/skills/a/SKILL.md'],
      ['a', 'project', 'shadowed', '.onesoul/skills/a/SKILL.md'],
      ['a', 'home', 'shadowed', '~/.onesoul/skills/a/SKILL.md'],
      ['b', 'project', 'ready', '.claude/skills/b/SKILL.md'],
      ['b', 'home', 'shadowed', '~/.onesoul/skills/b/SKILL.md'],
      ['c', 'user', 'ready', '~/.agents/skills/c/SKILL.md'],
      ['c', 'user', 'shadowed', '~/.claude/skills/c/SKILL.md'],
      ['d', 'configured', 'ready', '~/more/d/SKILL.md'],
      ['e', 'builtin', 'ready', 'builtin/e/SKILL.md'],
    ])
    expect(skills[0]).toMatchObject({
      source: 'project',
      folder: tree.path('work/pkg/.agents/skills/a'),
      reason: '',
      shadows: ['.onesoul/skills/a/SKILL.md', '~/.onesoul/skills/a/SKILL.md'],
    })
    expect(skills[1]?.reason).toBe('pkg/.agents/skills/a/SKILL.md comes first')
    expect(skills.at(-1)).toMatchObject({ source: 'global', builtin: true })
  })

  it('takes no working directory of its own accord', async () => {
    const { list } = await setUp({
      'work/.claude/skills/a/SKILL.md': skill('a'),
      'me/.agents/skills/b/SKILL.md': skill('b'),
    })
    expect(await list({})).toEqual(['ready ~/.agents/skills/b/SKILL.md'])
  })

  it('takes nothing above the root of the work tree, and nothing of a home directory as a project', async () => {
    const { list, tree } = await setUp({
      '.claude/skills/a/SKILL.md': skill('a'),
      'me/.claude/skills/b/SKILL.md': skill('b'),
    })
    const personal = ['ready ~/.claude/skills/b/SKILL.md']
    expect(await list()).toEqual(personal)
    expect(await list({ cwd: tree.path('me') })).toEqual(personal)
    expect(await list({ cwd: tree.path('gone') })).toEqual(personal)
  })

  it('refuses a name that two equally strong skills have, with both paths, also against weaker ones', async () => {
    const { find } = await setUp({
      'me/.agents/skills/x/a/SKILL.md': skill('a'),
      'me/.agents/skills/y/a/SKILL.md': skill('a'),
      'me/.claude/skills/a/SKILL.md': skill('a'),
    })
    const { skills } = await find()
    expect(skills.map(({ status, reason }) => [status, reason])).toEqual([
      ['ambiguous', '~/.agents/skills/y/a/SKILL.md has the same name and is as strong'],
      ['ambiguous', '~/.agents/skills/x/a/SKILL.md has the same name and is as strong'],
      ['shadowed', '~/.agents/skills/x/a/SKILL.md and ~/.agents/skills/y/a/SKILL.md comes first'],
    ])
  })

  it('lets nothing that cannot be used itself hide what can', async () => {
    const { list } = await setUp({
      'work/.agents/skills/a/SKILL.md': '---\nname: a\n---\nx',
      'work/.claude/skills/a/SKILL.md': skill('a', 'requires-env: NEVER_SET\n'),
      'me/.agents/skills/a/SKILL.md': skill('a'),
    })
    expect(await list()).toEqual([
      'invalid .agents/skills/a/SKILL.md',
      'gated .claude/skills/a/SKILL.md',
      'ready ~/.agents/skills/a/SKILL.md',
    ])
  })

  it('keeps what is disabled or in quarantine, and says so', async () => {
    const { find } = await setUp(
      {
        'me/.onesoul/skills/a/SKILL.md': skill('a'),
        'me/.onesoul/state/skills/quarantine/b/SKILL.md': skill('b'),
      },
      'skills: { disabled: [a] }\n',
    )
    expect((await find()).skills).toMatchObject([
      { name: 'a', status: 'disabled', reason: 'skills.disabled names it' },
      { name: 'b', status: 'quarantined', path: '~/.onesoul/state/skills/quarantine/b/SKILL.md' },
    ])
  })

  it('counts a folder that is reached twice once, where it is strongest', async () => {
    const { list, tree } = await setUp(
      { 'me/.agents/skills/a/SKILL.md': skill('a') },
      'skills: { roots: [~/.agents] }\n',
    )
    await tree.link('me/.claude/skills', '../.agents/skills')
    expect(await list()).toEqual(['ready ~/.agents/skills/a/SKILL.md'])
    await rm(tree.path('me/.claude/skills'))
    await tree.link('me/.claude/skills/a', '../../.agents/skills/a')
    expect(await list()).toEqual(['ready ~/.agents/skills/a/SKILL.md'])
  })

  it('lists a link out of a folder of skills as invalid, and reads nothing through it', async () => {
    const { find, tree } = await setUp({
      'elsewhere/a/SKILL.md': skill('a'),
      'elsewhere/b.md': skill('b'),
      'me/.agents/skills/inside/SKILL.md': skill('inside'),
    })
    await tree.link('me/.agents/skills/a', '../../../elsewhere/a')
    await tree.link('me/.agents/skills/b/SKILL.md', '../../../../elsewhere/b.md')
    await tree.link('me/.agents/skills/again', 'inside')
    await tree.link('me/.agents/skills/nowhere', 'gone')
    const { skills, diagnostics } = await find()
    expect(skills.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['a', 'invalid', `it is a link out of the folder, to ${tree.path('elsewhere/a')}`],
      ['b', 'invalid', `it is a link out of the folder, to ${tree.path('elsewhere/b.md')}`],
      ['inside', 'ready', ''],
    ])
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(2).fill('skill.link-outside'))
  })

  it('takes no folder of a work tree that leads out of it', async () => {
    const { find, tree } = await setUp({ 'elsewhere/a/SKILL.md': skill('a') })
    await tree.link('work/.claude/skills', '../../elsewhere')
    expect(await find()).toMatchObject({
      skills: [],
      diagnostics: [{ code: 'skills.root-outside', source: { path: '.claude/skills' } }],
    })
  })

  it('ends at a SKILL.md, at six levels and at folders of programs', async () => {
    const deep = (levels: number) => `me/.agents/skills/${'f/'.repeat(levels - 1)}x`
    const { find } = await setUp({
      'me/.agents/skills/a/SKILL.md': skill('a'),
      'me/.agents/skills/a/references/b/SKILL.md': skill('b'),
      'me/.agents/skills/a/more/c/SKILL.md': skill('c'),
      'me/.agents/skills/node_modules/d/SKILL.md': skill('d'),
      'me/.agents/skills/group/.git/e/SKILL.md': skill('e'),
      'me/.agents/skills/README.md': 'x',
      [`${deep(6)}/SKILL.md`]: skill('x'),
      [`me/.agents/skills/${'g/'.repeat(6)}y/SKILL.md`]: skill('y'),
    })
    const { skills, diagnostics } = await find()
    expect(skills.map(({ name }) => name)).toEqual(['a', 'x'])
    expect(diagnostics).toMatchObject([
      { code: 'skills.unseen', source: { path: '~/.agents/skills/g/g/g/g/g/g' } },
    ])
  })

  it('drops nothing without a word: unreadable, of another kind, too large, spelt otherwise', async () => {
    const { find, tree } = await setUp({
      'me/.agents/skills/large/SKILL.md': `${skill('large')}${'x'.repeat(300_000)}`,
      'me/.agents/skills/lower/skill.md': skill('lower'),
    })
    await tree.folder('me/.agents/skills/kind/SKILL.md')
    const { skills, diagnostics } = await find()
    expect(skills.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['kind', 'invalid', 'it is no regular file'],
      ['large', 'invalid', expect.stringContaining('262,144 are allowed')],
      ['lower', 'ready', ''],
    ])
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([
      'skill.file-large',
      'skill.file-name',
      'skill.unreadable',
    ])
  })

  it('says so when a skill was named where a folder of skills is meant', async () => {
    const { find } = await setUp({ 'me/x/SKILL.md': skill('x') }, 'skills: { roots: [~/x] }\n')
    expect(await find()).toMatchObject({
      skills: [],
      diagnostics: [{ code: 'skills.unseen', source: { path: '~/x/SKILL.md' } }],
    })
  })

  it('says which folder of the configuration is missing', async () => {
    const { find } = await setUp({}, 'skills: { roots: [nowhere] }\n')
    expect((await find()).diagnostics).toMatchObject([
      { code: 'skills.root-missing', message: expect.stringContaining('~/.onesoul/nowhere') },
    ])
  })

  it('judges gates for the session that asks', async () => {
    const { find, tree } = await setUp({
      'me/.agents/skills/a/SKILL.md': skill(
        'a',
        'platforms: [macos]\nsession-platforms: [slack]\nrequires-bins: [tool]\n',
      ),
    })
    const on = async (os: string, platform: string) =>
      (await find({ session: { os, platform } })).skills[0]?.reason
    expect(await on('linux', 'discord')).toBe(
      'is for macos; this is linux; the program tool is not in PATH; is for sessions on slack; this one is on discord',
    )
    await tree.write('bin/tool', '#!/bin/sh\n')
    await chmod(join(tree.dir, 'bin/tool'), 0o755)
    expect(await on('darwin', 'slack')).toBe('')
  })
})
