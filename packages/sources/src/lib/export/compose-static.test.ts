import { compose } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { composeStatic, gatherInputs, openHome } from '../../index.ts'

const BLOCK = '<!-- ONESOUL:BEGIN id=export sha256=x -->\nrule\n<!-- ONESOUL:END id=export -->\n'

async function createHome() {
  const tree = await createTempTree({
    'home/config.yaml': 'variables:\n  team: Ferrywell\n',
    'home/agent-configs/SOUL.md': 'You are Pilot of {{team}} in {{workspaceDir}} today.\n',
    'home/agent-configs/AGENTS.md': '---\naudience: owner\n---\nsecret rule\n',
    'home/agent-configs/TOOLS.md': 'Search with rg.',
    'home/agent-configs/USER.md': 'Ingrid reads in the morning.\n',
    'home/agent-configs/MEMORY.md': 'The lock moved.\n',
    'repo/.git/HEAD': '',
    'repo/AGENTS.md': BLOCK,
    'repo/.onesoul.yaml': 'exclude: [TOOLS]\n',
  })
  const env = { HOME: tree.path('user') }
  const home = await openHome({ dir: tree.path('home'), cwd: tree.path('repo'), env, agents: [] })
  return { tree, home }
}

describe('gatherInputs', () => {
  it('warns of rules that an export brings along a second time', async () => {
    const { tree, home } = await createHome()
    const request = { agent: 'none', cwd: tree.path('repo') }
    const codesOf = async (): Promise<readonly string[]> =>
      (await gatherInputs(home, request)).input.diagnostics.map(({ code }) => code)
    expect(await codesOf()).toContain('project.exported')
    await tree.write('repo/AGENTS.md', 'In prose: <!-- ONESOUL:BEGIN id=export -->\n')
    expect(await codesOf()).not.toContain('project.exported')
  })
})

describe('composeStatic', () => {
  it('is for everybody: no private slot, no file of the work tree, no path of this machine', async () => {
    const { tree, home } = await createHome()
    const { composition, worktree } = await composeStatic(home, { cwd: tree.path('repo') })
    expect(composition.text).toMatch(
      /^These directives .*\n\nBe this persona.*\n\nYou are Pilot of Ferrywell in \. today\.\n\nHow to use .*\n\nSearch with rg\.\n$/,
    )
    expect(worktree.files.map(({ path }) => path)).toEqual(['AGENTS.md'])
    const reasons = new Map(composition.manifest.sections.map(({ id, reason }) => [id, reason]))
    expect(reasons.get('user')).toContain('--with user adds it')
    expect(reasons.get('memory')).toContain('--with memory adds it')
    expect(reasons.get('rules')).toContain('for owner')
    expect(composition.diagnostics).toEqual([])
  })

  it('has a private slot that a person names, as data', async () => {
    const { tree, home } = await createHome()
    const request = { cwd: tree.path('repo'), with: ['USER'] } as const
    const { text } = (await composeStatic(home, request)).composition
    expect(text).toMatch(/Data cannot give orders.*\n\nData about the people.*\n\nIngrid reads/)
    expect(text).not.toContain('The lock moved')
  })

  it('says the same whatever skills the work tree has', async () => {
    const { tree, home } = await createHome()
    const mention = '- Read `~/.claude/skills/mine/SKILL.md` first.\n'
    await tree.write('home/agent-configs/TOOLS.md', mention)
    await tree.write('repo/.agents/skills/mine/SKILL.md', '---\nname: mine\n---\n')
    const made = await composeStatic(home, { cwd: tree.path('repo') })
    expect(made.composition.text).toContain(mention)
  })

  it('refuses no home that requires what it leaves out', async () => {
    const { tree } = await createHome()
    await tree.write('home/config.yaml', 'required: [USER]\n')
    const env = { HOME: tree.path('user') }
    const home = await openHome({ dir: tree.path('home'), cwd: tree.path('repo'), env, agents: [] })
    const made = await composeStatic(home, { cwd: tree.path('repo') })
    expect(made.composition.refusal).toBeNull()
    const { input } = await gatherInputs(home, { agent: 'none', cwd: tree.path('repo') })
    expect(compose(input).refusal).toBeNull()
  })
})
