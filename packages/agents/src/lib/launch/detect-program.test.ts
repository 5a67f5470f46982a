import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { detectProgram } from './detect-program.ts'

const SEARCH = {
  id: 'thing',
  names: ['thing'],
  versionArgs: ['--version'],
  pattern: /(\d+\.\d+\.\d+)/,
}

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-detect-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A program that tells a version and counts how often it was asked. */
async function install(name: string, version: string, mode = 0o755): Promise<string> {
  const path = join(dir, name)
  await rm(path, { force: true })
  await writeFile(path, `#!/bin/sh\necho x >> ${dir}/asked\necho "thing ${version} (test)"\n`)
  await chmod(path, mode)
  return path
}

const env = () => ({ PATH: `/nowhere:${dir}:/usr/bin:/bin`, HOME: dir })
const timesAsked = async () => (await readFile(join(dir, 'asked'), 'utf8')).split('\n').length - 1

describe('detectProgram', () => {
  it('finds a program in PATH and asks for its version', async () => {
    const path = await install('thing', '1.2.3')
    expect(await detectProgram({ env: env() }, SEARCH)).toEqual({
      found: true,
      path,
      realPath: path,
      version: '1.2.3',
    })
  })

  it.each([
    ['an absolute path', () => join(dir, 'other')],
    ['a path below the home', () => '~/other'],
    ['a name', () => 'other'],
  ])('takes the configured command as %s', async (_, command) => {
    const path = await install('other', '2.0.0')
    const found = await detectProgram({ env: env(), command: command() }, SEARCH)
    expect(found).toMatchObject({ found: true, path, version: '2.0.0' })
  })

  it('keeps the link as the path and names its target', async () => {
    const realPath = await install('thing-2', '2.0.0')
    await symlink(realPath, join(dir, 'thing'))
    const found = await detectProgram({ env: env() }, SEARCH)
    expect(found).toMatchObject({ path: join(dir, 'thing'), realPath })
  })

  it.each([
    [undefined, 'no thing in PATH'],
    ['/nowhere/thing', '/nowhere/thing is not an executable file'],
    ['bin/thing', 'bin/thing is neither an absolute path nor a name'],
    ['/usr/bin', '/usr/bin is not an executable file'],
  ])('says where it looked: %s', async (command, reason) => {
    const found = await detectProgram(
      { env: { PATH: '/nowhere' }, ...(command && { command }) },
      SEARCH,
    )
    expect(found).toEqual({ found: false, reason })
  })

  it('does not take a file that is not executable', async () => {
    await install('thing', '1.0.0', 0o644)
    expect(await detectProgram({ env: { PATH: dir } }, SEARCH)).toMatchObject({ found: false })
  })

  it('does not take a program that tells no version', async () => {
    const path = await install('thing', 'unknown')
    expect(await detectProgram({ env: env() }, SEARCH)).toEqual({
      found: false,
      reason: `${path} did not tell its version (--version)`,
    })
  })

  it('asks once while the file stays the same, and again for a new file of the same size', async () => {
    await install('thing', '1.2.3')
    const input = { env: env(), cacheDir: join(dir, 'cache') }
    await detectProgram(input, SEARCH)
    expect(await detectProgram(input, SEARCH)).toMatchObject({ version: '1.2.3' })
    expect(await timesAsked()).toBe(1)
    await install('thing', '1.2.4')
    expect(await detectProgram(input, SEARCH)).toMatchObject({ version: '1.2.4' })
    expect(await timesAsked()).toBe(2)
  })

  it('survives a broken cache and one that cannot be written', async () => {
    await install('thing', '1.2.3')
    const broken = { env: env(), cacheDir: join(dir, 'cache') }
    await detectProgram(broken, SEARCH)
    const found = await detectProgram({ env: env(), cacheDir: join(dir, 'thing') }, SEARCH)
    expect(found).toMatchObject({ version: '1.2.3' })
  })
})
