import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODEX_TRAITS } from '../codex/traits.ts'
import { fitAgent } from './fit-agent.ts'
import { OTHER_AGENTS } from './other-agents.ts'

let base = ''
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-fit-')))
})
afterEach(() => rm(base, { recursive: true }))

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(base, path)), { recursive: true })
  await writeFile(join(base, path), text)
}

const codex = (cwd = '', env: Record<string, string> = {}) =>
  fitAgent(CODEX_TRAITS.limits ?? [], {
    root: join(base, 'tree'),
    cwd,
    userHome: join(base, 'home'),
    env,
  })

const skill = (name: string, length = 700): string =>
  `---\nname: ${name}\ndescription: >-\n  Use it\n  ${'well '.repeat(length / 5)}\n---\nBody\n`

describe('fitAgent', () => {
  it('reads the files on the way to the working directory and no others', async () => {
    await put('tree/AGENTS.md', 'x'.repeat(30_000))
    await put('tree/a/AGENTS.md', 'y'.repeat(3000))
    await put('tree/b/AGENTS.md', 'z'.repeat(90_000))
    await put('tree/CLAUDE.md', 'z'.repeat(90_000))
    expect((await codex('a'))[0]).toMatchObject({
      used: 33_000,
      lost: [{ path: 'a/AGENTS.md', amount: 232 }],
    })
    expect((await codex())[0]).toMatchObject({ used: 30_000, lost: [] })
  })

  it('reads skills of the folder and the person’s own, and no file beside them', async () => {
    for (let at = 0; at < 30; at++)
      await put(`tree/.agents/skills/s${at}/SKILL.md`, skill(`s${at}`))
    await put('own/skills/mine/SKILL.md', skill('mine'))
    await put('home/.agents/skills/home/SKILL.md', skill('home'))
    await put('tree/.agents/skills/none/SKILL.md', 'no frontmatter')
    await put(
      'tree/.agents/skills/person/SKILL.md',
      '---\nname: p\ndescription: x\ndisable-model-invocation: true\n---\n',
    )
    await put('tree/.agents/skills/note.md', 'no skill')
    const [, skills] = await codex('', { CODEX_HOME: join(base, 'own') })
    expect(skills?.lost.map(({ path }) => path)).toContain('.agents/skills/s0/SKILL.md')
    expect(skills?.lost.slice(-2).map(({ path }) => path)).toEqual([
      '~/.agents/skills/home/SKILL.md',
      '$CODEX_HOME/skills/mine/SKILL.md',
    ])
    expect(skills?.lost).toHaveLength(32)
    expect(skills?.lost[0]).toMatchObject({ line: 3, heading: 's0', whole: false })
  })

  it('follows no link that leaves the work tree', async () => {
    await put('secret', 's'.repeat(90_000))
    await mkdir(join(base, 'tree'))
    await symlink(join(base, 'secret'), join(base, 'tree/AGENTS.md'))
    expect((await codex())[0]).toMatchObject({ used: 0, lost: [] })
  })

  it.each(OTHER_AGENTS.map((agent) => [agent.name, agent] as const))(
    'knows the files of %s',
    async (_, agent) => {
      await put('tree/SOUL.md', 'Be kind. '.repeat(3000))
      const place = { root: join(base, 'tree'), cwd: '', userHome: join(base, 'home'), env: {} }
      const [fit] = await fitAgent(agent.limits, place)
      expect(fit?.lost).toMatchObject([{ path: 'SOUL.md', sentence: 'Be kind.' }])
    },
  )
})
