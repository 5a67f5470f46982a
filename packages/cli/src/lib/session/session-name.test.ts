import { describe, expect, it } from 'vitest'
import { checkSessionName } from './session-name.ts'

describe('checkSessionName', () => {
  it.each(['voyage', 'release-notes', '航海日志', 'v1.2_b', 'é'.repeat(64)])('takes %s', (name) => {
    expect(() => checkSessionName(name)).not.toThrow()
  })

  it.each([
    ['', 'it is empty'],
    ['a'.repeat(65), 'longer than 64'],
    ['two words', 'other characters'],
    ['-x', 'other characters'],
    ['../x', 'other characters'],
    ['a\u001b[1m', 'other characters'],
    ['20261101-a1b2c3d4', 'ids of sessions'],
    ['20261101-a1', 'ids of sessions'],
  ])('refuses %j', (name, why) => {
    expect(() => checkSessionName(name)).toThrow(why)
  })
})
