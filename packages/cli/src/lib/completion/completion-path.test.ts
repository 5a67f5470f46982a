import { describe, expect, it } from 'vitest'
import { completionPath } from './completion-path.ts'

describe('completionPath', () => {
  it('follows the base directories that are absolute, and no others', () => {
    const named = { HOME: '/h', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' }
    expect(completionPath('zsh', named)).toBe('/d/zsh/site-functions/_onesoul')
    expect(completionPath('fish', named)).toBe('/c/fish/completions/onesoul.fish')
    const relative = { HOME: '/h', XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: '' }
    expect(completionPath('bash', relative)).toBe(
      '/h/.local/share/bash-completion/completions/onesoul',
    )
    expect(completionPath('fish', relative)).toBe('/h/.config/fish/completions/onesoul.fish')
  })
})
