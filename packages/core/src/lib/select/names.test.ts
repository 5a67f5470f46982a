import { describe, expect, it } from 'vitest'
import { canonicalPlatform, validateName } from './names.ts'

describe('validateName', () => {
  it.each(['dev-bot', 'ops_2', 'a', 'A.b', 'x'.repeat(64)])('accepts %s', (name) => {
    expect(validateName('bot', name)).toEqual({ ok: true })
  })

  it.each([
    '',
    '.',
    '..',
    '../etc',
    'a/b',
    'a\\b',
    '.hidden',
    'x'.repeat(65),
    'con',
    'NUL.txt',
    'bot ',
    'bot.',
    '机器人',
    'a\u0000b',
    'a\nb',
  ])('refuses %j', (name) => {
    expect(validateName('bot', name).ok).toBe(false)
  })

  it('shows a hostile name escaped', () => {
    const result = validateName('bot', 'a\u001b[31m\u202eb')
    expect(result).toEqual({
      ok: false,
      message: 'bot name "a\\u{1b}[31m\\u{202e}b" has a character outside A-Z a-z 0-9 . _ -',
    })
  })
})

describe('canonicalPlatform', () => {
  it('maps webchat to web and leaves the rest alone', () => {
    expect(['webchat', 'WebChat', 'web', 'slack', 'Feishu'].map(canonicalPlatform)).toEqual([
      'web',
      'web',
      'web',
      'slack',
      'Feishu',
    ])
  })
})
