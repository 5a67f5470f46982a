import { describe, expect, it } from 'vitest'
import { effectiveValue, valuesThatCount } from './settings.ts'

const profile = { file: '/h/work.config.toml', values: { model: 'p', developer_instructions: 'P' } }

function settings(type: string | null, withProfile = true) {
  const name = { type, file: '/h/config.toml' }
  const origins = type === null ? {} : { developer_instructions: { name } }
  const config = { config: { developer_instructions: type && 'C' }, origins }
  return { config, profile: withProfile ? profile : null }
}

describe('effectiveValue', () => {
  // Flags, trusted project, profile, user: the order measured on 0.171.0.
  it.each([
    [null, 'P'],
    ['user', 'P'],
    ['system', 'P'],
    ['project', 'C'],
    ['sessionFlags', 'C'],
    ['enterpriseManaged', 'C'],
  ])('with a value from %s uses %s', (type, value) => {
    expect(effectiveValue(settings(type), 'developer_instructions').value).toBe(value)
  })

  it('names the file, the project or the flag that a value comes from', () => {
    const where = (name: object): string =>
      effectiveValue({ config: { origins: { key: { name } } }, profile: null }, 'key').where
    expect(where({ type: 'user', file: '/h/config.toml' })).toBe('/h/config.toml')
    expect(where({ type: 'project', dotCodexFolder: '/w/.codex' })).toBe('/w/.codex/config.toml')
    expect(where({ type: 'sessionFlags' })).toBe('flag')
    expect(effectiveValue(settings('user'), 'developer_instructions').where).toBe(profile.file)
  })

  it('follows a dotted key', () => {
    const config = { config: { model_providers: { x: { base_url: 'u' } } } }
    const key = 'model_providers.x.base_url'
    expect(effectiveValue({ config, profile: null }, key).value).toBe('u')
  })
})

describe('valuesThatCount', () => {
  it('leaves out what a higher layer overrides', () => {
    expect(valuesThatCount(settings('project'))).toEqual({ model: 'p' })
    expect(valuesThatCount(settings('user'))).toEqual(profile.values)
    expect(valuesThatCount(settings('user', false))).toEqual({})
  })
})
