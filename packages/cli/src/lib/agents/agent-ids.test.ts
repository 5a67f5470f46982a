import { describe, expect, it } from 'vitest'
import { AGENT_IDS } from './agent-ids.ts'
import { createAgents } from './registry.ts'

describe('AGENT_IDS', () => {
  it('are those of the adapters', () => {
    expect(AGENT_IDS).toEqual(createAgents().map(({ id }) => id))
  })
})
