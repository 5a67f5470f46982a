import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedSession } from '../session/fixtures/stored-session.ts'
import { requireSameTarget } from './check-target.ts'

const session = (target: { platform: string | null; bot: string | null; viewer: string }) => {
  const stored = storedSession('20261101-aa')
  return { ...stored, record: { ...stored.record, ...target } }
}

describe('requireSameTarget', () => {
  it('takes flags that name nothing, or the target in any spelling that means it', () => {
    const stored = session({ platform: 'web', bot: 'helper', viewer: 'owner' })
    for (const flags of [{}, { platform: 'WebChat', bot: 'HELPER' }, { viewer: 'owner' }]) {
      expect(requireSameTarget(stored, flags)).toBe(stored)
    }
  })

  it.each(['platform', 'bot', 'viewer'] as const)('refuses another %s and names both', (key) => {
    const stored = session({ platform: 'slack', bot: 'helper', viewer: 'owner' })
    expect(() => requireSameTarget(stored, { [key]: 'other' })).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: `session 20261101-aa was begun for ${key} ${stored.record[key]}, not for other`,
      }),
    )
  })

  it('never gives a viewer the text of another', () => {
    const viewer = fc.constantFrom('owner', 'public', 'user:ann', 'user:Ann', 'group:ops')
    fc.assert(
      fc.property(viewer, viewer, (of, asked) => {
        const stored = session({ platform: null, bot: null, viewer: of })
        const take = () => requireSameTarget(stored, { viewer: asked })
        if (of === asked) expect(take()).toBe(stored)
        else expect(take).toThrow('was begun for viewer')
      }),
    )
  })
})
