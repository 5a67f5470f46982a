import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await mkdir(join(place.dir, 'work/.git'))
})
afterEach(() => place.remove())

const onesoul = (...args: string[]): Promise<Outcome> =>
  place.onesoul([...args, '--home', join(place.dir, 'home')])

const rules = (): string => join(place.dir, 'work/AGENTS.md')
const json = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout)

describe('onesoul overlay', () => {
  it('writes a block, says when it is old, and gives the file back byte for byte', async () => {
    const original = Buffer.from('\ufeff# Rules\r\nno line end')
    await writeFile(rules(), original)
    expect(json(await onesoul('overlay', 'status', '--json'))).toMatchObject({ status: 'absent' })
    const shown = await onesoul('overlay', 'apply', '--dry-run')
    expect(shown.stdout).toContain('+ ## Before a compaction')
    expect(await readFile(rules())).toEqual(original)
    expect((await onesoul('overlay', 'apply')).stdout).toContain(
      'AGENTS.md: the block is written\n',
    )
    const again = json(await onesoul('overlay', 'apply', '--json'))
    expect(again).toMatchObject({ schemaVersion: 1, refused: false, changed: false })
    expect(json(await onesoul('overlay', 'status', '--json'))).toMatchObject({ status: 'current' })
    await onesoul('notes', 'add', '--kind', 'priority', 'The tests need Redis.')
    expect((await onesoul('overlay', 'status')).stdout).toContain('is older than')
    await onesoul('overlay', 'apply')
    expect(await readFile(rules(), 'utf8')).toContain('- The tests need Redis.\r\n')
    expect((await onesoul('overlay', 'strip')).code).toBe(0)
    expect(await readFile(rules())).toEqual(original)
  })

  it('refuses an edited block with 4, shows the edit, and keeps a copy when it is forced', async () => {
    await onesoul('overlay', 'apply')
    const edited = (await readFile(rules(), 'utf8')).replace('go on with what is next', 'stop')
    await writeFile(rules(), edited)
    const refused = await onesoul('overlay', 'strip')
    expect(refused.code).toBe(4)
    expect(refused.stderr).toMatch(/AGENTS\.md:1 .*was edited.*block\.edited/)
    expect(refused.stderr).toMatch(/\+ Afterwards .*, then stop\./)
    expect((await onesoul('overlay', 'status')).code).toBe(3)
    expect(await readFile(rules(), 'utf8')).toBe(edited)
    const forced = json(await onesoul('overlay', 'strip', '--force', '--json'))
    expect(forced).toMatchObject({ changed: true, exists: false })
    expect(await readFile(String(forced['backup']), 'utf8')).toBe(edited)
    await expect(stat(rules())).rejects.toThrow('ENOENT')
  })

  it('refuses marks that make no sense with file and line, and touches nothing', async () => {
    const broken = '# Rules\n<!-- ONESOUL:END id=overlay -->\n'
    await writeFile(rules(), broken)
    for (const command of ['apply', 'strip']) {
      const { code, stderr } = await onesoul('overlay', command, '--force')
      expect([code, stderr]).toEqual([4, expect.stringMatching(/AGENTS\.md:2 .*block\.unbalanced/)])
    }
    expect(json(await onesoul('overlay', 'status', '--json'))).toMatchObject({ status: 'broken' })
    expect(await readFile(rules(), 'utf8')).toBe(broken)
  })

  it('is refused with 4 when the required sections do not fit', async () => {
    const { code, stderr } = await onesoul('overlay', 'apply', '--max-chars', '100')
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/routing \d+, compaction \d+, session/),
    ])
    await expect(stat(rules())).rejects.toThrow('ENOENT')
  })

  it.each([
    [['overlay', 'apply', '../AGENTS.md'], /does not lie in the work tree/],
    [['overlay', 'apply', '--preset', 'omk'], /did you mean omx/],
    [['overlay', 'apply', '--max-chars', 'many'], /is no number of characters/],
    [['overlay', 'strip', '--foreign', 'omx'], /--foreign OMX:RUNTIME/],
    [['notes', 'add', ' '], /a note needs a text/],
    [['notes', 'add', 'x', '--kind', 'prority'], /did you mean priority/],
    [['notes', 'prune', '1', '--kind', 'manual'], /give one or the other/],
    [['notes', 'prune', 'x'], /`onesoul notes list` shows them/],
    [['state', 'write', 'goals', '{}'], /did you mean goal/],
    [['state', 'write', 'goal', '{'], /this is no JSON/],
    [['state', 'write', 'goal', '{"gaol":"x"}'], /for example: onesoul state write goal/],
    [['state', 'clear'], /everything with --all/],
  ])('answers %j with 2 and one sentence', async (args, expected) => {
    const { code, stderr } = await onesoul(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)])
    expect(stderr).not.toMatch(/ at .*\.js/)
  })
})

describe('onesoul notes and state', () => {
  it('keep, list and remove notes', async () => {
    expect((await onesoul('notes', 'list')).stdout).toMatch(/^no notes about .*work\n$/)
    expect((await onesoul('notes', 'add', 'one')).stdout).toBe('note 1 kept (working)\n')
    await onesoul('notes', 'add', 'two', '--kind', 'manual')
    const listed = json(await onesoul('notes', 'list', '--json'))
    expect(listed).toMatchObject({ schemaVersion: 1, notes: [{ id: 1, text: 'one' }, { id: 2 }] })
    const tried = await onesoul('notes', 'prune', '--older-than', '0', '--dry-run')
    expect(tried.stdout).toMatch(/^1 .*one\n\nwould remove 1 note; 1 left\n$/)
    expect((await onesoul('notes', 'prune')).stdout).toBe('removed no note; 2 left\n')
    expect((await onesoul('notes', 'prune', '2', '7')).code).toBe(1)
    expect(json(await onesoul('notes', 'list', '--json'))).toMatchObject({ notes: [{ id: 1 }] })
  })

  it('save, show and clear state, and write nothing into the work tree', async () => {
    expect((await onesoul('state', 'write', 'goal', '{"goal":"Ship 2.0"}')).stdout).toBe(
      'goal saved\n',
    )
    expect((await onesoul('state', 'read')).stdout).toMatch(
      /^goal, saved just now\n {2}goal {2}Ship 2\.0\n$/,
    )
    expect(json(await onesoul('state', 'read', 'goal', '--json'))).toMatchObject({
      schemaVersion: 1,
      saved: [{ kind: 'goal', value: { goal: 'Ship 2.0' } }],
      faults: [],
    })
    expect((await onesoul('state', 'clear', '--all')).stdout).toBe('cleared goal\n')
    expect((await onesoul('state', 'read')).stdout).toMatch(/^nothing is saved of /)
    await expect(stat(rules())).rejects.toThrow('ENOENT')
  })
})
