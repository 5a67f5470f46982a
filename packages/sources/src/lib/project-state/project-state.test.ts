import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import {
  addNote,
  clearProjectState,
  findProjectPlace,
  type ProjectPlace,
  pruneNotes,
  readNotes,
  readProjectState,
  STATE_EXAMPLES,
  STATE_KINDS,
  writeProjectState,
} from '../../index.ts'

async function createProject(): Promise<{ readonly tree: TempTree; readonly place: ProjectPlace }> {
  const tree = await createTempTree({
    'repo/.git/HEAD': 'ref: refs/heads/main\n',
    'repo/a/b.txt': '',
  })
  return { tree, place: await placeIn(tree, 'repo') }
}

const placeIn = (tree: TempTree, cwd: string): Promise<ProjectPlace> =>
  findProjectPlace({ home: tree.path('home'), cwd: tree.path(cwd), userHome: tree.path('user') })

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number))

describe('findProjectPlace', () => {
  it('is one place for a work tree, its folders and the trees linked to it', async () => {
    const { tree, place } = await createProject()
    await tree.write('linked/.git', `gitdir: ${tree.path('repo/.git/worktrees/linked')}\n`)
    await tree.write('repo/.git/worktrees/linked/gitdir', `${tree.path('linked/.git')}\n`)
    await tree.write('repo/.git/worktrees/linked/commondir', '../..\n')
    expect((await placeIn(tree, 'repo/a')).folder).toBe(place.folder)
    expect((await placeIn(tree, 'linked')).folder).toBe(place.folder)
    expect((await placeIn(tree, 'linked')).root).toBe(tree.path('linked'))
  })

  it('writes nothing into the work tree, whatever is kept of it', async () => {
    const { tree, place } = await createProject()
    await addNote(place, { kind: 'priority', text: 'x' })
    await writeProjectState(place, 'goal', { value: { goal: 'x' } })
    expect(await readdir(tree.path('repo'))).toEqual(['.git', 'a'])
  })

  it('names a directory that is not there', async () => {
    const { tree } = await createProject()
    await expect(placeIn(tree, 'none')).rejects.toMatchObject({ code: 'directory-missing' })
  })
})

describe('notes', () => {
  it('are kept in order under numbers that are never used twice', async () => {
    const { place } = await createProject()
    expect(await readNotes(place)).toEqual({ value: null, fault: null })
    await addNote(place, { kind: 'working', text: ' one \n' }, day(1))
    const second = await addNote(place, { kind: 'priority', text: 'two' }, day(2))
    await pruneNotes(place, { mayGo: ({ id }) => id === second.id, dryRun: false })
    await addNote(place, { kind: 'manual', text: 'three' }, day(3))
    expect((await readNotes(place)).value).toEqual([
      { id: 1, kind: 'working', text: 'one', at: day(1).toISOString() },
      { id: 3, kind: 'manual', text: 'three', at: day(3).toISOString() },
    ])
  })

  it('are all there when many are added at once', async () => {
    const { place } = await createProject()
    const texts = Array.from({ length: 20 }, (_, index) => `note ${index}`)
    await Promise.all(texts.map((text) => addNote(place, { kind: 'working', text })))
    const kept = (await readNotes(place)).value ?? []
    expect(kept.map(({ text }) => text).sort()).toEqual([...texts].sort())
    expect(new Set(kept.map(({ id }) => id)).size).toBe(20)
  })

  it('are refused when empty or too long, and never cut', async () => {
    const { place } = await createProject()
    for (const text of ['  \n', 'x'.repeat(2001)]) {
      await expect(addNote(place, { kind: 'manual', text })).rejects.toMatchObject({
        code: 'note-invalid',
      })
    }
    await addNote(place, { kind: 'manual', text: '😀'.repeat(2000) })
    expect((await readNotes(place)).value).toHaveLength(1)
  })

  it('stay when a removal is only tried', async () => {
    const { place } = await createProject()
    await addNote(place, { kind: 'working', text: 'x' })
    const { removed } = await pruneNotes(place, { mayGo: () => true, dryRun: true })
    expect(removed).toHaveLength(1)
    expect((await readNotes(place)).value).toHaveLength(1)
  })

  it.each(['{"schemaVersion":1,"no', '[]', '{"schemaVersion":2,"nextId":1,"notes":[]}'])(
    'that cannot be understood are told and never overwritten: %s',
    async (damaged) => {
      const { place } = await createProject()
      await addNote(place, { kind: 'working', text: 'x' })
      const file = join(place.folder, 'notes.json')
      await writeFile(file, damaged)
      expect((await readNotes(place)).fault).toContain('notes.json')
      const added = addNote(place, { kind: 'working', text: 'y' })
      await expect(added).rejects.toMatchObject({ code: 'state-unusable' })
      expect(await readFile(file, 'utf8')).toBe(damaged)
    },
  )
})

describe('the state of a project', () => {
  it('takes the example of every kind, and gives it back', async () => {
    const { place } = await createProject()
    for (const kind of STATE_KINDS) {
      await writeProjectState(place, kind, { value: JSON.parse(STATE_EXAMPLES[kind]), now: day(1) })
    }
    const { entries, faults } = await readProjectState(place)
    expect(faults).toEqual([])
    expect(entries.map(({ kind }) => kind)).toEqual(STATE_KINDS)
    for (const { kind, value, at } of entries) {
      expect(value).toEqual(JSON.parse(STATE_EXAMPLES[kind]))
      expect(at).toBe(day(1).toISOString())
    }
  })

  it.each(STATE_KINDS)(
    'refuses what is no %s, with an example, and keeps what was there',
    async (kind) => {
      const { place } = await createProject()
      const good: unknown = JSON.parse(STATE_EXAMPLES[kind])
      await writeProjectState(place, kind, { value: good })
      for (const value of [null, [], 'x', { unknown: 1 }, { ...Object(good), more: 1 }]) {
        await expect(writeProjectState(place, kind, { value })).rejects.toMatchObject({
          code: 'state-invalid',
          hints: [expect.stringContaining(STATE_EXAMPLES[kind])],
        })
      }
      expect((await readProjectState(place)).entries).toMatchObject([{ kind, value: good }])
    },
  )

  it('replaces one kind and leaves the others', async () => {
    const { place } = await createProject()
    await writeProjectState(place, 'goal', { value: { goal: 'a' } })
    await writeProjectState(place, 'memory', { value: { build: 'make' } })
    await writeProjectState(place, 'goal', { value: { goal: 'b' } })
    expect(await clearProjectState(place, ['memory', 'team'])).toEqual(['memory'])
    expect((await readProjectState(place)).entries).toMatchObject([
      { kind: 'goal', value: { goal: 'b' } },
    ])
  })

  it('tells of a damaged file, which can be cleared', async () => {
    const { place } = await createProject()
    await writeProjectState(place, 'goal', { value: { goal: 'a' } })
    await writeFile(join(place.folder, 'state/goal.json'), '{')
    const { entries, faults } = await readProjectState(place)
    expect(entries).toEqual([])
    expect(faults).toEqual([expect.stringContaining('state/goal.json is no JSON')])
    expect(await clearProjectState(place, ['goal'])).toEqual(['goal'])
    expect(await readProjectState(place)).toEqual({ entries: [], faults: [] })
  })

  it('is not written by a version that is too old for the home', async () => {
    const { tree, place } = await createProject()
    await tree.write('home/state/version', '999\n')
    const written = writeProjectState(place, 'goal', { value: { goal: 'a' } })
    await expect(written).rejects.toMatchObject({ code: 'state-newer' })
  })
})
