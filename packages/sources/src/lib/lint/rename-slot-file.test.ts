import {
  chmod,
  link,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asNobody } from '../../../test/as-nobody.ts'
import { renameSlotFile } from './rename-slot-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-rename-'))
})
afterEach(() => rm(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

describe('renameSlotFile', () => {
  it('keeps the very file, its mode included', async () => {
    await writeFile(at('soul.md'), 'text', { mode: 0o640 })
    const before = await stat(at('soul.md'))
    await renameSlotFile(at('soul.md'), at('SOUL.md'))
    const after = await stat(at('SOUL.md'))
    expect([after.ino, after.mode]).toEqual([before.ino, before.mode])
    expect(await readdir(folder)).toEqual(['SOUL.md'])
  })

  it('never takes the place of another file', async () => {
    await writeFile(at('soul.md'), 'small')
    await writeFile(at('SOUL.md'), 'large')
    await expect(renameSlotFile(at('soul.md'), at('SOUL.md'))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await readFile(at('SOUL.md'), 'utf8')).toBe('large')
    expect(await readFile(at('soul.md'), 'utf8')).toBe('small')
  })

  it('says what the system refused', async () => {
    await writeFile(at('soul.md'), 'text')
    await chmod(folder, 0o555)
    await asNobody(() =>
      expect(renameSlotFile(at('soul.md'), at('SOUL.md'))).rejects.toMatchObject({
        name: 'DiskError',
        code: 'write-failed',
        message: expect.stringMatching(/^soul\.md could not be renamed to SOUL\.md \(E[A-Z]+\)$/),
      }),
    )
    await chmod(folder, 0o755)
    expect(await readdir(folder)).toEqual(['soul.md'])
  })

  it('finishes what a kill left between two steps', async () => {
    await writeFile(at('soul.md'), 'text')
    await link(at('soul.md'), at('SOUL.md'))
    await renameSlotFile(at('soul.md'), at('SOUL.md'))
    expect(await readdir(folder)).toEqual(['SOUL.md'])
  })

  it.each([
    ['in place', (text: string) => writeFile(at('soul.md'), text, { flag: 'r+' })],
    [
      'by a rename',
      async (text: string) => {
        await writeFile(at('.swap'), text)
        await stat(at('soul.md'))
        await rename(at('.swap'), at('soul.md'))
      },
    ],
  ])('loses nothing that an editor saves %s meanwhile', async (_how, save) => {
    for (let round = 0; round < 40; round++) {
      await writeFile(at('soul.md'), '00')
      let last = '00'
      let done = false
      const editor = (async () => {
        for (let index = 10; !done && index < 90; index++) {
          const text = String(index)
          const saved = await save(text).then(
            () => true,
            () => false,
          )
          if (!saved) return
          last = text
        }
      })()
      await renameSlotFile(at('soul.md'), at('SOUL.md'))
      done = true
      await editor
      const names = await readdir(folder)
      const texts = await Promise.all(
        names.filter((name) => /^soul\.md$/i.test(name)).map((name) => readFile(at(name), 'utf8')),
      )
      expect(texts).toContain(last)
      for (const name of names) await rm(at(name))
    }
  })
})
