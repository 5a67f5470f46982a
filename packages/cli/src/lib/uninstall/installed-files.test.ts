import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepareState, type StateLayout, stateLayout } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completionPath } from '../completion/completion-path.ts'
import { installFile } from './install-file.ts'
import {
  type InstalledFile,
  judgeInstalled,
  readInstalled,
  removeInstalled,
  withInstalled,
  writeInstalled,
} from './installed-files.ts'

let dir: string
let layout: StateLayout
let env: Readonly<Record<string, string>>
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-installed-'))
  env = { HOME: dir }
  layout = stateLayout(join(dir, '.onesoul'))
  await prepareState(layout.home)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const install = async (shell: 'bash' | 'fish', content = shell as string): Promise<string> => {
  const path = completionPath(shell, env)
  await installFile(layout, { kind: 'completion', path, content })
  return path
}

const entry = (path: string, text: string): InstalledFile => ({
  kind: 'completion',
  path,
  sha256: createHash('sha256').update(text).digest('hex'),
})

describe('removeInstalled', () => {
  it('keeps a file, and its receipt, that was edited after it was judged', async () => {
    const bash = await install('bash')
    const fish = await install('fish')
    const judged = await judgeInstalled(await readInstalled(layout), env)
    await writeFile(fish, 'edited meanwhile')
    const results = await removeInstalled(layout, judged, env)
    expect(results.map(({ path, kept }) => [path, kept !== null])).toEqual([
      [bash, false],
      [fish, true],
    ])
    expect(await readFile(fish, 'utf8')).toBe('edited meanwhile')
    expect(await readInstalled(layout)).toEqual([entry(fish, 'fish')])
    await expect(stat(bash)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('waits for an installation, and keeps what that one wrote', async () => {
    const bash = await install('bash')
    const judged = await judgeInstalled(await readInstalled(layout), env)
    const fish = completionPath('fish', env)
    let removing: ReturnType<typeof removeInstalled> | undefined
    await withInstalled(layout, 'install', async () => {
      removing = removeInstalled(layout, judged, env)
      await writeInstalled(layout, [entry(bash, 'bash'), entry(fish, 'later')])
      await mkdir(dirname(fish), { recursive: true })
      await writeFile(fish, 'later')
    })
    expect((await removing)?.map(({ kept }) => kept)).toEqual([null, 'it was written just now'])
    expect(await readInstalled(layout)).toEqual([entry(fish, 'later')])
    expect(await readFile(fish, 'utf8')).toBe('later')
  })

  it('takes the receipt along with the last file', async () => {
    await install('bash')
    await removeInstalled(layout, await judgeInstalled(await readInstalled(layout), env), env)
    await expect(stat(join(layout.state, 'installed.json'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

describe('judgeInstalled', () => {
  it('keeps whatever a completion cannot be', async () => {
    const text = 'mine'
    const path = join(dir, '.ssh/id_rsa')
    await mkdir(dirname(path))
    await writeFile(path, text)
    const files = [entry(path, text), { ...entry(completionPath('zsh', env), text), kind: 'x' }]
    expect((await judgeInstalled(files, env)).map(({ kept }) => kept)).toEqual([
      expect.stringContaining('no shell looks there'),
      expect.stringContaining('writes nothing of that kind'),
    ])
  })
})
