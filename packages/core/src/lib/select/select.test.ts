import { describe, expect, it } from 'vitest'
import { maySee, parseAudience } from './audience.ts'
import { resolveLanguage } from './language.ts'

describe('resolveLanguage', () => {
  it('follows the persona when it is auto', () => {
    expect(resolveLanguage('auto', '你是团队的工程搭档。')).toBe('zh')
    expect(
      resolveLanguage('auto', '你是 OneSoul 团队的 AI 软件工程搭档，专注 TypeScript 与 Node'),
    ).toBe('zh')
    expect(resolveLanguage('auto', 'You are the partner of 小明.')).toBe('en')
    expect(resolveLanguage('auto', null)).toBe('en')
    expect(resolveLanguage('auto', '12345 !!')).toBe('en')
  })

  it('obeys an explicit setting', () => {
    expect(resolveLanguage('en', '你是')).toBe('en')
    expect(resolveLanguage('zh', 'You are')).toBe('zh')
  })
})

describe('maySee', () => {
  it.each([
    ['public', 'public', true],
    ['public', 'owner', false],
    ['owner', 'owner', true],
    ['owner', 'public', true],
    ['owner', 'user:ann', false],
    ['user:ann', 'user:ann', true],
    ['user:bob', 'user:ann', false],
    ['user:ann', 'owner', false],
    ['group:ops', 'group:ops', true],
  ] as const)('viewer %s, audience %s: %s', (viewer, audience, visible) => {
    expect(maySee(viewer, audience)).toBe(visible)
  })
})

describe('parseAudience', () => {
  it('knows the four forms and nothing else', () => {
    expect(parseAudience('user:ann')).toBe('user:ann')
    expect(parseAudience('group:ops')).toBe('group:ops')
    expect(parseAudience('everyone')).toBeUndefined()
    expect(parseAudience('user:')).toBeUndefined()
    expect(parseAudience('user:a b')).toBeUndefined()
  })
})
