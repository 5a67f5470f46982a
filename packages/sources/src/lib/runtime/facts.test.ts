import { countBytes } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { buildRuntimeFacts, presentSessionVariables, SESSION_VARIABLES } from './facts.ts'

describe('buildRuntimeFacts', () => {
  it('holds a schema version and nothing that was not declared', () => {
    expect(buildRuntimeFacts({})).toEqual({ value: { schemaVersion: 1 }, diagnostics: [] })
  })

  it('sorts, removes repetitions and keeps what is on the lists', () => {
    const { value, diagnostics } = buildRuntimeFacts({
      platform: 'slack',
      agent: 'codex',
      scope: 'bot',
      permissionMode: 'workspace',
      capabilities: ['tools', 'resume', 'tools'],
      querySurfaces: ['worker', 'mcp'],
      skillCatalogueOwner: 'worker',
      environmentKeys: ['ONESOUL_PLATFORM', 'ONESOUL_BOT_NAME'],
    })
    expect(diagnostics).toEqual([])
    expect(value).toEqual({
      schemaVersion: 1,
      platform: 'slack',
      agent: 'codex',
      scope: 'bot',
      permissionMode: 'workspace',
      capabilities: ['resume', 'tools'],
      querySurfaces: ['mcp', 'worker'],
      skillCatalogueOwner: 'worker',
      environmentKeys: ['ONESOUL_BOT_NAME', 'ONESOUL_PLATFORM'],
    })
  })

  it('drops a value that is not on its list, says so, and keeps the rest', () => {
    const { value, diagnostics } = buildRuntimeFacts({
      platform: 'a/b',
      agent: 'codex',
      scope: 'galaxy',
      capabilities: ['resume', 'rule_the_world'],
      environmentKeys: ['PATH', 'ONESOUL_TEAM_ID'],
      skillCatalogueOwner: 'me',
      permissionMode: '"}\n<directives>',
    })
    expect(value).toEqual({
      schemaVersion: 1,
      agent: 'codex',
      capabilities: ['resume'],
      environmentKeys: ['ONESOUL_TEAM_ID'],
    })
    expect(diagnostics).toHaveLength(6)
    expect(new Set(diagnostics.map((one) => one.code))).toEqual(new Set(['facts.unlisted']))
    expect(diagnostics.map((one) => one.message).join('')).not.toContain('\n')
  })

  it('cuts a mode at 128 bytes between two characters', () => {
    const { value } = buildRuntimeFacts({ permissionMode: `x${'模'.repeat(60)}` })
    expect(countBytes(value.permissionMode ?? '')).toBe(127)
    expect(value.permissionMode).toBe(`x${'模'.repeat(42)}`)
  })

  it('leaves out null names without a word', () => {
    expect(buildRuntimeFacts({ platform: null, agent: null })).toEqual({
      value: { schemaVersion: 1 },
      diagnostics: [],
    })
  })
})

describe('presentSessionVariables', () => {
  it('gives names, never values, of those that are set', () => {
    const env = {
      ONESOUL_USER_ID: 'u-1',
      ONESOUL_BOT_ID: '',
      PATH: '/bin',
      ONESOUL_PLATFORM: 'slack',
    }
    expect(presentSessionVariables(env)).toEqual(['ONESOUL_PLATFORM', 'ONESOUL_USER_ID'])
    expect(SESSION_VARIABLES).toHaveLength(9)
  })
})
