import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

describe('onesoul codemap', () => {
  it('maps the working directory, without a home', async () => {
    await place.write('project/src/größe.ts', '')
    await place.write('project/README.md', '')
    await place.write('project/untracked.md', '')
    const cwd = join(place.dir, 'project')
    execFileSync('git', ['init', '-q'], { cwd })
    execFileSync('git', ['add', 'src', 'README.md'], { cwd })
    const shown = await place.onesoul(['codemap', '--cwd', cwd])
    expect(shown).toMatchObject({
      code: 0,
      stdout: 'src (1): größe.ts\n(top) (1): README.md\n',
      stderr: '',
    })
    const found = await place.onesoul(['codemap', '--cwd', cwd, '--json', '--exclude', 'src'])
    expect(JSON.parse(found.stdout)).toMatchObject({
      schemaVersion: 1,
      source: 'git',
      files: 1,
      cutRows: 0,
      rows: [{ folder: '', names: ['README.md'] }],
    })
  })

  it('says what it could not show', async () => {
    await place.write('project/a/b.ts', '')
    await place.write('project/c.ts', '')
    const cwd = join(place.dir, 'project')
    const tight = await place.onesoul(['codemap', '--cwd', cwd, '--max-chars', '5'])
    expect(tight).toMatchObject({ code: 0, stdout: '' })
    expect(tight.stderr).toContain('2 of 2 lines had no room')
    const wrong = await place.onesoul(['codemap', '--max-chars', 'many'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--max-chars "many" is no number of characters')
  })

  it('ranks definitions under a number of tokens, and says what is not in the map', async () => {
    await place.write('project/src/a.ts', 'export function used(): void {}\n')
    await place.write('project/src/b.ts', "import { used } from './a.ts'\nused()\n")
    await place.write('project/README.md', '')
    const cwd = join(place.dir, 'project')
    const shown = await place.onesoul(['codemap', '--map', 'symbols', '--cwd', cwd])
    expect(shown).toMatchObject({
      code: 0,
      stdout: 'src/a.ts\n  1 export function used(): void\n… 0 more definitions, 2 more files\n',
      stderr: '  1 file: in no language that is read\n',
    })
    const found = await place.onesoul(['codemap', '--map', 'symbols', '--cwd', cwd, '--json'])
    expect(JSON.parse(found.stdout)).toMatchObject({
      schemaVersion: 1,
      map: 'symbols',
      files: { all: 3, read: 2 },
      shown: { definitions: 1, files: 1 },
      text: shown.stdout,
    })
    const wrong = await place.onesoul(['codemap', '--tokens', '100'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--tokens does not go with --map plain')
    const mistyped = await place.onesoul(['codemap', '--map', 'symbol'])
    expect(mistyped.code).toBe(2)
    expect(mistyped.stderr).toContain('did you mean symbols?')
  })
})
