import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { checkNames } from './check-names.ts'
import { resolveSlots } from './resolve-slots.ts'
import type { SlotPlace } from './slot-place.ts'
import { createSlotReader } from './slot-reader.ts'

const placeAt = (configsDir: string): SlotPlace => ({
  configsDir,
  platform: 'slack',
  bot: 'helper',
  userHome: '/nowhere',
  allowedRoots: [],
  suffixFiles: 'off',
})

const check = async (names: readonly string[]) => {
  const tree = await createTempTree(Object.fromEntries(names.map((name) => [name, 'x'])))
  const place = placeAt(tree.dir)
  return (await checkNames(place, createSlotReader(place))).map(({ message, fix }) => [
    message,
    fix,
  ])
}

describe('checkNames', () => {
  it.each([
    ['SOLU.md', 'SOUL.md'],
    ['AGENT.md', 'AGENTS.md'],
    ['slack/MEMROY.md', 'MEMORY.md'],
    ['slack/helper/users.md', 'USER.md'],
    ['slack/helper/Memory.txt', 'MEMORY.md'],
    ['SOUL.md.txt', 'SOUL.md'],
    ['TOOLS.markdown', 'TOOLS.md'],
  ])('%s: did you mean %s', async (path, meant) => {
    expect(await check([path])).toEqual([
      [`${path} is not read; did you mean ${meant}?`, `rename it to ${meant}`],
    ])
  })

  it('does not advise a name that is taken', async () => {
    expect(await check(['AGENTS.md', 'AGENT.md'])).toEqual([
      [
        'AGENT.md is not read; did you mean AGENTS.md?',
        'move what is missing into AGENTS.md and remove AGENT.md',
      ],
    ])
  })

  it('leaves alone slots, older names, names that others report, and files of the person', async () => {
    const names = [
      ...['SOUL.md', 'soul.md', 'SKILLS.md', 'SOUL.slack.md'],
      ...['README.md', 'notes.md', 'events.md', 'goals.md', 'todos.md', 'CLAUDE.md', 'role.md'],
      ...['user/SOUL.md', 'tool.json', 'SOUL.md.bak', 'discord/SOLU.md'],
    ]
    expect(await check(names)).toEqual([])
  })

  it('is part of what a resolution reports', async () => {
    const tree = await createTempTree({ 'slack/helper/SOLU.md': 'x' })
    const { diagnostics } = await resolveSlots({
      place: placeAt(tree.dir),
      excluded: new Map(),
      required: new Set(),
    })
    expect(diagnostics).toMatchObject([
      {
        code: 'slot.misnamed',
        severity: 'warning',
        source: { root: 'configs', path: 'slack/helper/SOLU.md' },
      },
    ])
  })
})
