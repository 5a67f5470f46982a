import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import type { ComposeRequest } from './compose-request.ts'

const bots = Array.from({ length: 70 }, (_, bot) => `bot-${bot}`)

const openTeam = async () => {
  const tree = await createTempTree({
    'me/.onesoul/config.yaml': `bots:\n${bots.map((name) => `  - { name: ${name}, platform: slack }`).join('\n')}\n`,
    'me/.onesoul/agent-configs/AGENTS.md': 'Rules of all.',
    'me/.onesoul/agent-configs/slack/USER.md': 'The team.',
    ...Object.fromEntries(
      bots.map((bot) => [`me/.onesoul/agent-configs/slack/${bot}/SOUL.md`, `You are ${bot}.`]),
    ),
    'work/AGENTS.md': 'Rule of the work tree.',
  })
  const home = await openHome({ cwd: tree.path('work'), env: { HOME: tree.path('me') } })
  return { tree, home }
}

const requests: readonly ComposeRequest[] = bots.map((bot) => ({
  agent: 'none',
  platform: 'slack',
  bot,
}))

describe('composeEach', () => {
  it('gives what compose gives for each request, in their order', async () => {
    const { home } = await openTeam()
    const texts: string[] = []
    for await (const { text } of home.composeEach(requests)) texts.push(text)
    const alone = await Promise.all(requests.map((request) => home.compose(request)))
    expect(texts).toEqual(alone.map(({ text }) => text))
    expect(texts[69]).toContain('You are bot-69.')
    expect(texts[69]).toContain('Rule of the work tree.')
  })

  it('reads what is shared once: a look at the disk is one moment', async () => {
    const { tree, home } = await openTeam()
    const texts: string[] = []
    for await (const { text } of home.composeEach(requests)) {
      if (texts.length === 0) await tree.write('me/.onesoul/agent-configs/AGENTS.md', 'New rules.')
      texts.push(text)
    }
    expect(texts.filter((text) => text.includes('Rules of all.'))).toHaveLength(70)
    const [next] = requests
    expect(next && (await home.compose(next)).text).toContain('New rules.')
  })

  it('throws for a wrong request in its turn, after those before it', async () => {
    const { home } = await openTeam()
    const wrong = { agent: 'none', platform: 'slack', bot: 'bto-1' }
    const told: string[] = []
    const all = async () => {
      for await (const { manifest } of home.composeEach([...requests.slice(0, 3), wrong])) {
        told.push(manifest.target.bot ?? '')
      }
    }
    await expect(all()).rejects.toMatchObject({ code: 'bot-unknown' })
    expect(told).toEqual(['bot-0', 'bot-1', 'bot-2'])
  })

  it('leaves the rest alone when its reader stops', async () => {
    const { home } = await openTeam()
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const wrong = { agent: 'none', platform: 'slack', bot: 'bto-1' }
      for await (const _ of home.composeEach([...requests.slice(0, 40), wrong])) break
      await new Promise((done) => setTimeout(done, 50))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})
