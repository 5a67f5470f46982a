import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import { findStrayFiles } from './stray-files.ts'

describe('findStrayFiles', () => {
  it('says so when there are more folders than it looks into', async () => {
    const tree = await createTempTree({
      'config.yaml': '',
      'agent-configs/slack/a/old/SOUL.md': 'lost',
      'agent-configs/slack/b/old/SOUL.md': 'lost too',
    })
    const home = await openHome({ dir: tree.dir })
    const found = async (maxFolders?: number) =>
      (await findStrayFiles(home, maxFolders)).map(({ code, source }) => [code, source?.path])
    const strays = ['a', 'b'].map((bot) => ['slot.stray', `slack/${bot}/old/SOUL.md`])
    expect(await found()).toEqual(strays)
    expect(await found(5)).toEqual(strays)
    expect(await found(4)).toEqual([strays[0], ['slot.unsearched', 'slack/b/old']])
    expect(await found(1)).toEqual([['slot.unsearched', 'slack/a']])
  })
})
