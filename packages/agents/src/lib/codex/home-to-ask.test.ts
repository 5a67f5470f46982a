import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withHomeToAsk } from './home-to-ask.ts'

let HOME: string
beforeEach(async () => {
  HOME = await mkdtemp(join(tmpdir(), 'onesoul-user-'))
})
afterEach(() => rm(HOME, { recursive: true, force: true }))

describe('withHomeToAsk', () => {
  it('gives a codex without a home an empty one, which goes again with all that was put in it', async () => {
    for (const trouble of [false, true]) {
      let lent = ''
      const asked = withHomeToAsk({ HOME, A: '1' }, async (env) => {
        lent = env['CODEX_HOME'] ?? ''
        expect(env).toEqual({ HOME, A: '1', CODEX_HOME: lent })
        expect((await stat(lent)).mode & 0o777).toBe(0o700)
        await mkdir(join(lent, 'skills'))
        await writeFile(join(lent, 'skills/state.sqlite'), '')
        if (trouble) throw new Error('refused')
        return 'answer'
      })
      if (trouble) await expect(asked).rejects.toThrow('refused')
      else expect(await asked).toBe('answer')
      await expect(stat(lent)).rejects.toMatchObject({ code: 'ENOENT' })
    }
    expect(await readdir(HOME)).toEqual([])
  })

  it('asks with the home that is there or named', async () => {
    const named = { HOME, CODEX_HOME: join(HOME, 'elsewhere') }
    expect(await withHomeToAsk(named, async (env) => env)).toBe(named)
    const unknown = { PATH: '/bin' }
    expect(await withHomeToAsk(unknown, async (env) => env)).toBe(unknown)
    await mkdir(join(HOME, '.codex'))
    const usual = { HOME }
    expect(await withHomeToAsk(usual, async (env) => env)).toBe(usual)
  })
})
