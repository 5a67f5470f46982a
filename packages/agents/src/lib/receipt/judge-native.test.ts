import { describe, expect, it } from 'vitest'
import type { Slot } from '../wire/slot.ts'
import { judgeNative } from './judge-native.ts'

const slot = (path: string, text: string): Slot => ({
  path,
  level: 'instruction',
  role: 'system',
  text,
  cache: null,
})
const judge = (text: string, ...slots: readonly Slot[]) =>
  judgeNative({ section: 'project:AGENTS.md', path: 'AGENTS.md', text }, slots, () => false)

const RULE = 'Always run the tests of the package before you push.\n'

describe('judgeNative', () => {
  it('calls a file that stands twice by its name', () => {
    const twice = [slot('system/0', RULE), slot('messages/0', `a ${RULE}`)]
    expect(judge(RULE, ...twice).verdict).toBe('twice')
    expect(judge(RULE, slot('system/0', RULE)).verdict).toBe('native')
    expect(judge(RULE, slot('system/0', 'something else')).verdict).toBe('missing')
  })

  it('does not count what may stand in anybody’s prompt by chance', () => {
    const vendor = slot('system/0', 'Vendor text.\n# Rules\nMore of it.')
    const own = slot('messages/0', 'From AGENTS.md:\n# Rules\n')
    expect(judge('# Rules\n', vendor, own).verdict).toBe('native')
    expect(judge('# Rules\n', slot('system/0', 'none')).verdict).toBe('missing')
  })

  it('lists at most ten places', () => {
    expect(judge('x', slot('system/0', 'x '.repeat(300))).found).toHaveLength(10)
  })
})
