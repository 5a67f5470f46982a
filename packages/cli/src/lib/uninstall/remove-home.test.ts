import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState, type StateLayout, stateLayout } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readContents } from './home-contents.ts'
import { removeHome } from './remove-home.ts'

let dir: string
let layout: StateLayout
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-home-'))
  layout = stateLayout(join(dir, 'home'))
  await prepareState(layout.home)
  await mkdir(join(layout.agentConfigs, 'slack'), { recursive: true })
  await writeFile(layout.config, '{}')
  await writeFile(join(layout.agentConfigs, 'SOUL.md'), 'Mine.')
  await writeFile(join(layout.agentConfigs, 'slack/SOUL.md'), 'Mine.')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('removeHome', () => {
  it('removes a home that holds nothing else', async () => {
    const listed = await readContents(layout)
    expect(listed.files).toEqual([
      'agent-configs/SOUL.md',
      'agent-configs/slack/SOUL.md',
      'config.yaml',
    ])
    expect(await removeHome(layout, listed)).toEqual([])
    expect(await readdir(dir)).toEqual([])
  })

  it('keeps what came after the list, and takes what OneSoul wrote into its state since', async () => {
    const listed = await readContents(layout)
    await writeFile(join(layout.agentConfigs, 'slack/USER.md'), 'New.')
    await writeFile(join(layout.cache, 'new.json'), '{}')
    expect(await removeHome(layout, listed)).toEqual([
      { path: 'agent-configs/slack/USER.md', why: 'it is newer than the list' },
    ])
    expect((await readdir(layout.home, { recursive: true })).sort()).toEqual([
      'agent-configs',
      'agent-configs/slack',
      'agent-configs/slack/USER.md',
    ])
  })

  it('does not go through a folder that became a link', async () => {
    const listed = await readContents(layout)
    const others = join(dir, 'others')
    await mkdir(others)
    await writeFile(join(others, 'SOUL.md'), 'Theirs.')
    await rm(join(layout.agentConfigs, 'slack'), { recursive: true })
    await symlink(others, join(layout.agentConfigs, 'slack'))
    await removeHome(layout, listed)
    expect(await readFile(join(others, 'SOUL.md'), 'utf8')).toBe('Theirs.')
  })
})
