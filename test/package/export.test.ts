import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await mkdir(at('.git'))
})
afterEach(() => place.remove())

const at = (path = ''): string => join(place.dir, 'work', path)
const onesoul = (...args: string[]): Promise<Outcome> =>
  place.onesoul([...args, '--home', join(place.dir, 'home')])
const json = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout)
const FOUR = ['--agent', 'claude', '--agent', 'codex,opencode', '--agent', 'gemini']

/** A program that ends itself by SIGKILL when so many files of the work tree are written. */
const killAfter = (files: number): string => `
const fs = require('node:fs/promises')
const { rename } = fs
let left = ${files}
fs.rename = async (from, to) => {
  await rename(from, to)
  if (/(?:CLAUDE|AGENTS|GEMINI)\\.md$/.test(to) && --left === 0) process.kill(process.pid, 'SIGKILL')
}
`

describe('onesoul export', () => {
  it('writes what each agent reads, without what is private, and checks it on a machine that knows nothing of it', async () => {
    await writeFile(at('AGENTS.md'), '# Ours\r\nrun')
    const written = await onesoul('export', ...FOUR, '--json')
    expect(json(written)).toMatchObject({
      schemaVersion: 1,
      refused: false,
      files: [
        { paths: ['CLAUDE.md'], agents: ['claude-code'], status: 'no-file' },
        { paths: ['AGENTS.md'], agents: ['codex', 'opencode'], status: 'no-block' },
        { paths: ['GEMINI.md'], agents: ['gemini'], status: 'no-file' },
      ],
      leftOut: expect.arrayContaining([
        { what: 'user', why: expect.stringContaining('--with user') },
        { what: 'memory', why: expect.stringContaining('--with memory') },
        { what: 'AGENTS.md', why: expect.stringContaining('stays where it is') },
      ]),
    })
    const text = await readFile(at('AGENTS.md'), 'utf8')
    expect(text).toContain('# Ours\r\nrun\r\n<!-- ONESOUL:BEGIN')
    expect(text).toContain('You are Pilot')
    expect(text).not.toMatch(/Ingrid reads|OneSoul started/)
    const other = join(place.dir, 'elsewhere')
    const filter = (path: string): boolean => path !== join(place.dir, 'home/state')
    await cp(join(place.dir, 'home'), other, { recursive: true, filter })
    const before = await hashTree(place.dir)
    const check = await place.onesoul(['export', ...FOUR, '--check', '--json', '--home', other])
    expect([check.code, json(check)['current']]).toEqual([0, true])
    expect(await hashTree(place.dir)).toEqual(before)
    // Again without names: as the last time.
    expect((await onesoul('export', '--check')).code).toBe(0)
  })

  it('brings skills along, refuses what is of somebody, and takes them out again', async () => {
    const skill = '---\nname: release\ndescription: Writes notes of a release.\n---\n\nList them.\n'
    await place.write('home/skills/release/SKILL.md', skill)
    await mkdir(at('.claude/skills/mine'), { recursive: true })
    await writeFile(at('.claude/skills/mine/SKILL.md'), 'by hand')
    const before = await hashTree(at())
    expect((await onesoul('export', ...FOUR, '--skills')).code).toBe(0)
    for (const folder of ['.claude', '.agents']) {
      expect(await readFile(at(`${folder}/skills/release/SKILL.md`), 'utf8')).toBe(skill)
    }
    expect((await onesoul('export', '--check')).code).toBe(0)
    await writeFile(at('.agents/skills/release/SKILL.md'), 'edited')
    const check = await onesoul('export', '--check', '--json')
    expect(check.code).toBe(3)
    expect(json(check)['skills']).toMatchObject([
      { path: '.claude/skills/release', status: 'current' },
      { path: '.agents/skills/release', status: 'edited' },
    ])
    await place.write('home/agent-configs/AGENTS.md', '# Rules\n\nOther ones.\n')
    const refused = await onesoul('export')
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('export.skill')])
    expect(await readFile(at('AGENTS.md'), 'utf8')).not.toContain('Other ones')
    expect((await onesoul('export', '--force')).code).toBe(0)
    expect((await onesoul('export', '--remove')).code).toBe(0)
    expect(await hashTree(at())).toBe(before)
  })

  it('tells with 3 which file differs, where and why, and writes nothing', async () => {
    await onesoul('export', ...FOUR)
    await place.write('home/agent-configs/AGENTS.md', '# Rules\n\n## Tests\n- Never sleep.\n')
    await writeFile(at('GEMINI.md'), '')
    const edited = (await readFile(at('CLAUDE.md'), 'utf8')).replace('Short sentences', 'Poems')
    await writeFile(at('CLAUDE.md'), edited)
    const before = await hashTree(at())
    const { code, stdout, stderr } = await onesoul('export', '--check')
    expect(code).toBe(3)
    expect(stdout).toMatch(/CLAUDE\.md +edited by hand, under "How you speak"/)
    expect(stdout).toMatch(/AGENTS\.md +source changed: AGENTS\.md:1, under "Rules"/)
    expect(stdout).toMatch(/GEMINI\.md +block missing/)
    expect(stderr).toMatch(/\+ - Poems/)
    expect((await onesoul('export')).code).toBe(4)
    expect(await hashTree(at())).toEqual(before)
    expect((await onesoul('export', '--force')).stdout).toMatch(/CLAUDE\.md .*as it was before: /)
    expect((await onesoul('export', '--check')).code).toBe(0)
  })

  it.each([1, 2])('is whole again after a kill behind file %i', async (files) => {
    const hook = await place.write('kill.cjs', killAfter(files))
    const { code } = await place.onesoul(['export', ...FOUR, '--home', join(place.dir, 'home')], {
      NODE_OPTIONS: `--require ${hook}`,
    })
    expect(code).toBe(128)
    const check = await onesoul('export', ...FOUR, '--check')
    expect([check.code, check.stdout.match(/up to date/g)]).toEqual([
      3,
      Array(files).fill('up to date'),
    ])
    expect((await onesoul('export', ...FOUR)).code).toBe(0)
    expect((await onesoul('export', '--check')).code).toBe(0)
    expect((await readdir(at())).sort()).toEqual(['.git', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md'])
  })

  it('refuses what an agent would cut off, and tells what it does not read', async () => {
    await writeFile(at('AGENTS.md'), `# Ours\n${'word '.repeat(6200)}\n`)
    const before = await hashTree(at())
    const cut = await onesoul('export', '--agent', 'codex')
    expect(cut.code).toBe(4)
    expect(cut.stderr).toMatch(/AGENTS\.md:\d+ +Codex would lose [\d,]+ bytes .*export\.cut/)
    expect(await hashTree(at())).toEqual(before)
    expect((await onesoul('export', '--agent', 'codex', '--check')).code).toBe(3)
    const hides = await onesoul('export', '--agent', 'claude')
    expect(hides.stderr).toMatch(
      /reads CLAUDE\.md from now on, and no longer AGENTS\.md +export\.hides/,
    )
  })

  it('does not let one bot write over another, nor leave a dropped agent unsaid', async () => {
    await onesoul('export', '--agent', 'claude,codex')
    const other = await onesoul('export', '--agent', 'claude', '--platform', 'slack')
    expect([other.code, other.stderr]).toEqual([4, expect.stringContaining('export.other-bot')])
    const fewer = await onesoul('export', '--agent', 'codex')
    expect(fewer.stdout).toMatch(/CLAUDE\.md +left over/)
    expect((await onesoul('export', '--check')).code).toBe(3)
    expect((await onesoul('export', '--prune')).stdout).toMatch(/CLAUDE\.md +taken out/)
    await expect(stat(at('CLAUDE.md'))).rejects.toThrow('ENOENT')
    await onesoul('export', '--remove')
    await expect(stat(at('AGENTS.md'))).rejects.toThrow('ENOENT')
  })

  it('is taken out by uninstall together with an overlay, but for what was edited', async () => {
    await writeFile(at('AGENTS.md'), 'ours')
    await onesoul('overlay', 'apply')
    await onesoul('export', '--agent', 'codex,cursor,gemini')
    await writeFile(
      at('GEMINI.md'),
      (await readFile(at('GEMINI.md'), 'utf8')).replace('Pilot', 'X'),
    )
    const listed = json(await onesoul('uninstall', '--dry-run', '--json'))
    expect(listed['blocks']).toHaveLength(3)
    const { code, stdout } = await onesoul('uninstall')
    expect(code).toBe(4)
    expect(stdout).toMatch(/kept +block export +\S+GEMINI\.md +it was edited/)
    expect(await readFile(at('AGENTS.md'), 'utf8')).toBe('ours')
  })

  it.each([
    [['export'], /name the agents/],
    [['export', '--agent', 'cladue'], /did you mean claude\?/],
    [['export', '--agent', 'codex', '--with', 'memroy'], /did you mean memory\?/],
    [['export', '--agent', 'codex', '--check', '--force'], /cannot be used together/],
  ])('refuses %j with 2', async (args, message) => {
    const { code, stderr } = await onesoul(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})
