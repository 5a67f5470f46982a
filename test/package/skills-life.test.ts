import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const skills = (...args: string[]): Promise<Outcome> =>
  place.onesoul(['skills', ...args, '--home', join(place.dir, 'home')])
const json = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout)

describe('onesoul skills', () => {
  it('begins, validates, adds, updates, switches and removes a skill', async () => {
    expect((await skills('new', 'release-notes', '--dir', 'own')).code).toBe(0)
    expect((await skills('validate', 'own')).stdout).toBe('own/release-notes: valid\n')
    expect((await skills('validate', 'nothing')).code).toBe(2)
    const added = await skills('add', './own', '--json')
    expect(json(added)).toMatchObject({
      schemaVersion: 1,
      items: [{ name: 'release-notes', outcome: 'added', code: null }],
    })
    const again = await skills('add', './own')
    expect([again.code, again.stdout]).toEqual([4, expect.stringContaining('--force')])
    await appendFile(join(place.dir, 'work/own/release-notes/SKILL.md'), '4. Stop.\n')
    const newer = await skills('update', '--check')
    expect([newer.code, newer.stdout]).toEqual([
      3,
      expect.stringContaining('SKILL.md  changed  +1'),
    ])
    expect((await skills('update')).code).toBe(0)
    expect((await skills('disable', 'release-note')).stderr).toContain(
      'did you mean release-notes?',
    )
    expect((await skills('disable', 'release-notes')).code).toBe(0)
    const listed = json(await skills('list', '--all', '--json'))['skills'] as { name: string }[]
    expect(listed.find(({ name }) => name === 'release-notes')).toMatchObject({
      status: 'disabled',
    })
    expect((await skills('remove', 'release-notes')).code).toBe(0)
    expect((await skills('remove', 'release-notes')).code).toBe(2)
    await place.write('work/bad/SKILL.md', '---\nname: other\n---\n')
    const refused = await skills('validate', 'bad')
    expect([refused.code, refused.stdout]).toEqual([3, expect.stringContaining('SKILL.md:2')])
  })
})
