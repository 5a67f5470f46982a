import { rm } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { made, requests, workspaceDir } from './fixtures/layered-agent-surroundings.ts'

afterAll(async () => {
  await rm(workspaceDir, { recursive: true, force: true })
})

describe('ContextBuilder and AgentLoop', () => {
  it('work together as the integration of a layered builder is written', async () => {
    await import('./fixtures/layered-agent.ts')
    const { agent, systemPrompt } = made()
    expect(JSON.stringify(systemPrompt[1])).toContain(`Strict mode in ${workspaceDir}.`)
    expect(await agent.run('read a')).toEqual({ outcome: 'done', text: 'done', iterations: 2 })
    await agent.run('and now?')
    expect(requests.map(({ system }) => system)).toEqual([systemPrompt, systemPrompt, systemPrompt])
    expect(requests[0]).toMatchObject({
      model: 'claude-opus-4-6',
      messages: [{ role: 'user', content: 'read a' }],
      tools: [{ name: 'read_file' }],
    })
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
  })
})
