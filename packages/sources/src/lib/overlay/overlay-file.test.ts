import { lstat, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import {
  type EditedFile,
  type EditFileOptions,
  editOverlayFile,
  findProjectPlace,
  type OverlayEdit,
  type OverlayFile,
  readWrittenBlock,
} from '../../index.ts'

async function createFile(text: string | Uint8Array | null): Promise<{
  readonly tree: TempTree
  readonly file: OverlayFile
}> {
  const tree = await createTempTree({ 'repo/.git/HEAD': '' })
  if (text !== null) await tree.write('repo/AGENTS.md', text)
  const options = { home: tree.path('home'), cwd: tree.path('repo'), userHome: tree.path('user') }
  return {
    tree,
    file: { place: await findProjectPlace(options), path: tree.path('repo/AGENTS.md') },
  }
}

const apply = (body: string): OverlayEdit => ({ kind: 'apply', id: 'overlay', body })
const strip: OverlayEdit = { kind: 'strip', id: 'overlay' }

async function done(
  file: OverlayFile,
  edit: OverlayEdit,
  options?: EditFileOptions,
): Promise<EditedFile> {
  const { value, diagnostics } = await editOverlayFile(file, edit, options)
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join())
  return value
}

describe('editOverlayFile', () => {
  it.each([
    ['CRLF without a final line end', Buffer.from('\ufeff# Rules\r\nrun  ')],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x00, 0x0a, 0x80])],
    ['an empty file', Buffer.alloc(0)],
  ])('gives a file back as it was: %s', async (_, bytes) => {
    const { file } = await createFile(bytes)
    expect((await done(file, apply('one'))).changed).toBe(true)
    expect((await done(file, apply('one'))).changed).toBe(false)
    await done(file, apply('two'))
    await done(file, strip)
    expect(Buffer.compare(await readFile(file.path), bytes)).toBe(0)
    expect((await done(file, strip)).changed).toBe(false)
  })

  it('removes a file that was not there before', async () => {
    const { tree, file } = await createFile(null)
    await done(file, apply('x'))
    expect((await stat(file.path)).mode & 0o777).toBe(0o644)
    await done(file, strip)
    expect(await readdir(tree.path('repo'))).toEqual(['.git'])
  })

  it('keeps what was written around the block of a file that was not there before', async () => {
    const { file } = await createFile(null)
    await done(file, apply('x'))
    await writeFile(file.path, `# Mine\n${await readFile(file.path, 'utf8')}more\n`)
    await done(file, strip)
    expect(await readFile(file.path, 'utf8')).toBe('# Mine\nmore\n')
  })

  it('refuses an edited block, and keeps a copy when it is forced', async () => {
    const { file } = await createFile('mine\n')
    const { after } = await done(file, apply('one\ntwo'))
    const edited = Buffer.from(after ?? [])
      .toString()
      .replace('two', 'TWO')
    await writeFile(file.path, edited)
    const refused = await editOverlayFile(file, strip)
    expect(refused).toMatchObject({
      value: null,
      diagnostics: [{ code: 'block.edited', source: { path: 'AGENTS.md', line: 2 } }],
    })
    expect(await readFile(file.path, 'utf8')).toBe(edited)
    const { backup } = await done(file, strip, { force: true })
    expect(await readFile(backup ?? '', 'utf8')).toBe(edited)
    expect(await readFile(file.path, 'utf8')).toBe('mine\n')
  })

  it('keeps no copy when there was nothing to force', async () => {
    const { file } = await createFile('mine\n')
    expect((await done(file, apply('x'), { force: true })).backup).toBeNull()
  })

  it('touches nothing when it only shows what it would do', async () => {
    const { tree, file } = await createFile('mine\n')
    const { after, changed } = await done(file, apply('x'), { dryRun: true })
    expect(changed).toBe(true)
    expect(Buffer.from(after ?? []).toString()).toContain('\nx\n')
    expect(await readFile(file.path, 'utf8')).toBe('mine\n')
    expect(await readdir(tree.path('repo'))).toEqual(['.git', 'AGENTS.md'])
    expect(await readdir(tree.dir)).toEqual(['repo'])
  })

  it('follows a link inside of the work tree, and none out of it', async () => {
    const { tree, file } = await createFile(null)
    await tree.write('repo/docs/rules.md', 'mine\n')
    await tree.link('repo/AGENTS.md', 'docs/rules.md')
    await done(file, apply('x'))
    expect((await lstat(file.path)).isSymbolicLink()).toBe(true)
    expect(await readFile(tree.path('repo/docs/rules.md'), 'utf8')).toContain('ONESOUL:BEGIN')
    const outside = { ...file, path: tree.path('repo/CLAUDE.md') }
    await tree.write('elsewhere.md', 'theirs\n')
    await tree.link('repo/CLAUDE.md', '../elsewhere.md')
    await expect(editOverlayFile(outside, apply('x'))).rejects.toThrow()
    expect(await readFile(tree.path('elsewhere.md'), 'utf8')).toBe('theirs\n')
  })

  it('says what stands in the place of the file', async () => {
    const { file } = await createFile(null)
    await mkdir(file.path)
    await expect(editOverlayFile(file, apply('x'))).rejects.toThrow(/is a folder/)
  })

  it('clears away what a killed write left beside the file', async () => {
    const { tree, file } = await createFile('mine\n')
    await done(file, apply('x'))
    const left = await tree.write(`repo/.onesoul-0123abcd-12-${'a'.repeat(24)}.tmp`, 'half')
    await utimes(left, 0, 0)
    await done(file, apply('y'))
    expect(await readdir(tree.path('repo'))).toEqual(['.git', 'AGENTS.md'])
  })

  it('remembers the text of a block, to show an edit against', async () => {
    const { file } = await createFile('mine\n')
    await done(file, apply('one'))
    const written = await readFile(file.path, 'utf8')
    const sha256 = /sha256=([0-9a-f]{64})/.exec(written)?.[1] ?? ''
    expect(await readWrittenBlock(file, { id: 'overlay', sha256 })).toBe('one\n')
    expect(await readWrittenBlock(file, { id: 'overlay', sha256: 'other' })).toBeNull()
    const names = await readdir(join(file.place.folder, 'blocks'))
    expect(names).toHaveLength(1)
  })

  it('takes the block of another tool out on request, and no other', async () => {
    const omx = '<!-- OMX:RUNTIME:START -->\nx\n<!-- OMX:RUNTIME:END -->\n'
    const { file } = await createFile(`mine\n${omx}`)
    await done(file, apply('x'))
    await done(file, { kind: 'strip-foreign', name: 'OMX:RUNTIME' })
    await done(file, strip)
    expect(await readFile(file.path, 'utf8')).toBe('mine\n')
  })
})
