import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import { gatherInputs } from './gather.ts'

const SKILL = '---\nname: x\ndescription: y\n---\nText.\n'

const shadowed = async (config: string, files: Readonly<Record<string, string>> = {}) => {
  const tree = await createTempTree({
    'me/.onesoul/config.yaml': config,
    'me/.onesoul/agent-configs/AGENTS.md': '- Follow ~/.codex/skills/review/SKILL.md.\n',
    'me/.codex/skills/mine/SKILL.md': SKILL,
    'work/AGENTS.md': '- Follow skills/mine/SKILL.md.\n',
    'work/.agents/skills/review/SKILL.md': SKILL,
    'work/.claude/skills/empty/notes.md': 'no skill\n',
    'work/a/.codex/skills/near/SKILL.md': SKILL,
    'work/a/b/.codex/skills/deep/SKILL.md': SKILL,
    ...files,
  })
  await tree.folder('work/.git')
  const home = await openHome({ cwd: tree.path('work/a'), env: { HOME: tree.path('me') } })
  const { input } = await gatherInputs(home, { agent: 'none' })
  return input.shadowedSkills
}

const TRUSTED = 'project: { trust: always }\n'

describe('shadowSkills', () => {
  it('names the skills of a trusted work tree, from its root to the working directory', async () => {
    expect(await shadowed(TRUSTED)).toEqual({ hide: 'user', names: ['near', 'review'] })
  })

  it('lets no work tree hide anything that nobody trusted', async () => {
    expect(await shadowed('')).toBeUndefined()
    expect(await shadowed('project: { trust: never }\n')).toBeUndefined()
  })

  it('looks for none when no rule points at one', async () => {
    const files = { 'me/.onesoul/agent-configs/AGENTS.md': 'Use $review.\n' }
    expect(await shadowed(TRUSTED, files)).toBeUndefined()
  })

  it("names the person's own on request, or nothing", async () => {
    expect(await shadowed(`${TRUSTED}skills: { shadow: user }\n`)).toEqual({
      hide: 'project',
      names: ['mine'],
    })
    expect(await shadowed(`${TRUSTED}skills: { shadow: off }\n`)).toBeUndefined()
  })
})
