import type { DeliveryPlan } from '@onesoul/agents'
import { describe, expect, it } from 'vitest'
import { planDocument, printPlan } from './print-command.ts'

const plan = {
  agent: 'opencode',
  command: '/usr/bin/opencode',
  args: ['run', 'hi'],
  cwd: '/work tree',
  env: {
    OPENCODE_CONFIG_CONTENT:
      '{"provider":{"a":{"options":{"apiKey":"sk-\\"OWN","baseURL":"http://x"}}}}',
    MY_TOKEN: 'sk-TOKEN',
  },
  envChanges: ['OPENCODE_CONFIG_CONTENT', 'MY_TOKEN'],
  files: [{ path: '/state/a.md', content: 'private words' }],
  userSources: [{ what: 'instructions', where: 'file', text: 'own words' }],
  channel: 'instructions file',
  interactive: false,
  notes: [],
} as unknown as DeliveryPlan

describe('what --print-command shows', () => {
  it.each([
    ['text', printPlan(plan)],
    ['JSON', JSON.stringify(planDocument(plan))],
  ])('holds no credential and nothing of the delivered text, as %s', (_, shown) => {
    expect(shown).not.toMatch(/sk-|OWN|TOKEN=sk/)
    expect(shown).not.toContain('private words')
    expect(shown).not.toContain('own words')
    expect(shown).toContain('http://x')
  })
})
