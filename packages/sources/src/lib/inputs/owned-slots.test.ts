import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { inspectHome } from '../home/inspect-home.ts'
import { openHome } from '../home/open-home.ts'
import { importHome } from '../import/import-home.ts'

const TEXT = '# Rules\n\nEvery migration is named after the harbour that it was written in.\n'

const ownFile = (path: string) => ({ path, text: TEXT, body: TEXT })

const stage = async () => {
  const tree = await createTempTree({ '.claude/CLAUDE.md': TEXT })
  const path = tree.path('.claude/CLAUDE.md')
  const dir = tree.path('.onesoul')
  const result = await importHome({
    from: 'claude',
    dir,
    userHome: tree.dir,
    env: {},
    agentFiles: [ownFile(path)],
  })
  const open = async () =>
    openHome({ dir, env: { HOME: tree.dir }, cwd: await tree.folder('work') })
  const compose = async (agent: string, personalFiles?: readonly string[]) =>
    (await open()).compose({
      agent,
      ...(personalFiles && { personalFiles: personalFiles.map(ownFile) }),
    })
  return { tree, path, result, open, compose }
}

const rulesOf = (composed: Awaited<ReturnType<Awaited<ReturnType<typeof stage>>['compose']>>) =>
  composed.manifest.sections.find((one) => one.id === 'rules')

const edit = async (tree: TempTree, more: string): Promise<void> => {
  const { readFile } = await import('node:fs/promises')
  const file = tree.path('.onesoul/agent-configs/AGENTS.md')
  await tree.write('.onesoul/agent-configs/AGENTS.md', (await readFile(file, 'utf8')) + more)
}

describe('leaveOwned', () => {
  it('leaves an imported slot to the agent that reads the file itself, and brings it to every other', async () => {
    const { path, compose } = await stage()
    const claude = await compose('claude-code', [path])
    expect(rulesOf(claude)).toMatchObject({
      status: 'native',
      reason: 'claude-code reads ~/.claude/CLAUDE.md itself',
      omitted: [{ reason: 'native' }],
    })
    expect(claude.text).not.toContain('harbour')
    expect(claude.refusal).toBeNull()
    const codex = await compose('codex', ['/home/x/.codex/AGENTS.md'])
    expect(rulesOf(codex)?.status).toBe('included')
    expect(codex.text).toContain(TEXT.trim())
  })

  it('goes by what the run reads, whatever the agent is called', async () => {
    const { path, compose } = await stage()
    expect(rulesOf(await compose('opencode', [path]))?.status).toBe('native')
    expect(rulesOf(await compose('claude-code', []))?.status).toBe('included')
    expect(rulesOf(await compose('claude-code'))?.status).toBe('native')
    expect(rulesOf(await compose('codex'))?.status).toBe('included')
  })

  it('says that an agent which reads some of the imported files gets their text twice', async () => {
    const tree = await createTempTree({ '.claude/CLAUDE.md': 'One.\n', '.claude/two.md': 'Two.\n' })
    const agentFiles = ['CLAUDE.md', 'two.md'].map((name) => {
      const text = name === 'two.md' ? 'Two.\n' : 'One.\n'
      return { path: tree.path(`.claude/${name}`), text, body: text }
    })
    const dir = tree.path('.onesoul')
    await importHome({ from: 'claude', dir, userHome: tree.dir, env: {}, agentFiles })
    const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: tree.dir })
    const personalFiles = agentFiles.slice(0, 1)
    const composed = await home.compose({ agent: 'opencode', personalFiles })
    expect(composed.text).toContain('Two.')
    expect(composed.diagnostics.map((one) => one.code)).toContain('owned.partly')
  })

  it('brings an edited slot nevertheless, and says that the agent gets both', async () => {
    const { tree, path, compose } = await stage()
    await edit(tree, 'A rule that was added later.\n')
    const composed = await compose('claude-code', [path])
    expect(composed.text).toContain('added later')
    expect(composed.diagnostics.map((one) => one.code)).toContain('owned.edited')
    expect((await compose('codex', [])).diagnostics).toEqual([])
  })

  it('leaves only the imported one of joined files to the agent', async () => {
    const { tree, path, compose, open } = await stage()
    const text = '---\ninherit: append\n---\nOn Slack be brief.\n'
    await tree.write('.onesoul/agent-configs/slack/AGENTS.md', text)
    expect(rulesOf(await compose('claude-code', [path]))?.status).toBe('native')
    const slack = await (await open()).compose({
      agent: 'claude-code',
      platform: 'slack',
      personalFiles: [ownFile(path)],
    })
    expect(slack.text).toContain('On Slack be brief.')
    expect(slack.text).not.toContain('harbour')
    const rules = rulesOf(slack)
    expect(rules?.status).toBe('included')
    expect(rules?.omitted).toContainEqual(expect.objectContaining({ reason: 'native' }))
    const other = await (await open()).compose({ agent: 'codex', platform: 'slack' })
    expect(other.text).toMatch(/harbour[^<]*\n\nOn Slack/)
  })
})

describe('inspectHome with an imported slot', () => {
  const owned = async (open: Awaited<ReturnType<typeof stage>>['open']) =>
    (await inspectHome(await open())).filter((one) => one.code.startsWith('owned.'))

  it('finds nothing while both say the same', async () => {
    const { open } = await stage()
    expect(await owned(open)).toEqual([])
  })

  it('names the file that changed, is gone, or is not what the slot says any more', async () => {
    const { tree, path, open } = await stage()
    await tree.write('.claude/CLAUDE.md', `${TEXT}New.\n`)
    expect(await owned(open)).toMatchObject([
      { code: 'owned.changed', severity: 'warning', message: expect.stringContaining('~/.claude') },
    ])
    const { rm } = await import('node:fs/promises')
    await rm(path)
    expect(await owned(open)).toMatchObject([{ code: 'owned.missing' }])
    await edit(tree, 'Mine.\n')
    expect(await owned(open)).toMatchObject([{ code: 'owned.edited' }])
  })
})
