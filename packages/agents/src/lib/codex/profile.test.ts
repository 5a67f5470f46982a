import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readProfile } from './profile.ts'

describe('readProfile', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'codex-home-'))
  })
  afterEach(() => rm(home, { recursive: true }))

  it('reads the file of the profile under dotted keys', async () => {
    const file = join(home, 'work.config.toml')
    await writeFile(
      file,
      'developer_instructions = """\nline\n"""\nmodel = "m"\n[features]\ngoals = false\n[a."b.c"]\nd = [1]\n',
    )
    expect(await readProfile(home, 'work')).toEqual({
      file,
      values: {
        developer_instructions: 'line\n',
        model: 'm',
        'features.goals': false,
        'a."b.c".d': [1],
      },
    })
  })

  it.each(['../x', 'a/b', '', '.'])('refuses the name %j', async (name) => {
    await expect(readProfile(home, name)).rejects.toMatchObject({ code: 'refused' })
  })

  it('names the file that is missing or no TOML', async () => {
    await expect(readProfile(home, 'gone')).rejects.toThrow(join(home, 'gone.config.toml'))
    await writeFile(join(home, 'bad.config.toml'), 'x = [')
    await expect(readProfile(home, 'bad')).rejects.toMatchObject({ code: 'refused' })
  })
})
