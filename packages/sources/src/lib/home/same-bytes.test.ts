import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { buildRuntimeFacts } from '../runtime/facts.ts'
import { openHome } from './open-home.ts'

const ZONES = ['UTC', 'Asia/Shanghai', 'Pacific/Kiritimati', 'America/St_Johns']

describe('a composition of the same files', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it('has the same bytes at any time and in any time zone', async () => {
    const tree = await createTempTree({
      '.onesoul/config.yaml': 'variables: { team: core }\n',
      '.onesoul/agent-configs/SOUL.md': 'You serve {{team}} in {{workspaceDir}}.\n',
      '.onesoul/agent-configs/AGENTS.md': 'Long. '.repeat(3000),
      '.onesoul/agent-configs/MEMORY.md': 'The lock moved.\n',
      'work/AGENTS.md': 'Use pnpm.\n',
    })
    await tree.folder('work/.git')
    const facts = buildRuntimeFacts({ agent: 'codex', scope: 'unbound', capabilities: ['resume'] })
    const made = async () => {
      const home = await openHome({ env: { HOME: tree.dir }, cwd: tree.path('work') })
      return home.compose({ agent: 'codex', session: 's', facts: facts.value })
    }
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const first = await made()
    expect(first.refusal).toBeNull()
    const moments = fc.integer({ min: 61_000, max: 4_000_000_000_000 })
    await fc.assert(
      fc.asyncProperty(moments, fc.constantFrom(...ZONES), async (moment, zone) => {
        vi.stubEnv('TZ', zone)
        vi.setSystemTime(moment)
        const again = await made()
        expect(again.text).toBe(first.text)
        expect(again.manifest).toEqual(first.manifest)
      }),
      { numRuns: 20 },
    )
  })
})
