import { describe, expect, it } from 'vitest'
import { CliError } from '../terminal/cli-error.ts'
import {
  AGENT_IDS,
  API_IDS,
  createAgents,
  findAgent,
  requireAgentName,
  shortName,
} from './registry.ts'

describe('the registry of agents', () => {
  it('knows which of them have a loop of ours', async () => {
    const own = (await createAgents()).filter(({ traits }) => traits.ownLoop)
    expect(API_IDS).toEqual(own.map(({ id }) => id))
  })

  it('knows the ids of the adapters without loading them', async () => {
    expect(AGENT_IDS).toEqual((await createAgents()).map(({ id }) => id))
  })

  it('loads one by its id or by what people type', async () => {
    for (const id of AGENT_IDS) expect((await findAgent(id)).id).toBe(id)
    expect((await findAgent('Claude')).id).toBe('claude-code')
  })

  it('has one name for each to be typed, which is found again', async () => {
    for (const id of AGENT_IDS) expect((await findAgent(shortName(id))).id).toBe(id)
    expect(AGENT_IDS.map(shortName)).toEqual(['claude', 'codex', 'opencode', ...API_IDS, 'dry-run'])
  })

  it.each([
    ['cluade', 'did you mean claude?'],
    [
      'vim',
      'known agents: claude-code, codex, opencode, anthropic, openai, gemini, dry-run, claude',
    ],
    [
      'constructor',
      'known agents: claude-code, codex, opencode, anthropic, openai, gemini, dry-run, claude',
    ],
  ])('refuses %s', async (name, hint) => {
    await expect(findAgent(name)).rejects.toMatchObject({ exitCode: 2, hints: [hint] })
  })

  it('names a command that could have been meant in place of an agent', () => {
    const hintsFor = (name: string): unknown => {
      try {
        return requireAgentName(name, ['onesoul trace show', 'onesoul trace purge'])
      } catch (error) {
        return error instanceof CliError ? error.hints : error
      }
    }
    expect(hintsFor('purg')).toEqual(['did you mean onesoul trace purge?'])
    expect(hintsFor('codx')).toEqual(['did you mean codex?'])
    expect(hintsFor('claude')).toBeUndefined()
  })
})
