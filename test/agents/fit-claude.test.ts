import { fitAgent } from '@onesoul/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClaudeStage, claude, setClaudeStage } from './harness/claude-code.ts'

let stage: ClaudeStage
beforeEach(async () => {
  stage = await setClaudeStage('claude-332')
})
afterEach(() => stage.close())

const nameOf = (at: number): string => `skill-${String(at).padStart(4, '0')}`
const textOf = (at: number, length: number): string =>
  `Use ${nameOf(at)} for ${'task '.repeat(400)}`.slice(0, length).trim()

/** The skills that a turn lists with their descriptions, by name; those that it names alone too. */
function listed(body: unknown): ReadonlyMap<string, boolean> {
  const lines = JSON.stringify(body).matchAll(/- (skill-\d{4})(:?)/g)
  return new Map([...lines].map(([, name = '', colon]) => [name, colon === ':']))
}

describe('onesoul fit and what Claude Code 2.1.332 loses', () => {
  it.each([
    ['few', [100, 100, 100]],
    ['one that is too long for what is left', [1000, 1400, 100, 100]],
    ['sixty', Array.from({ length: 60 }, () => 100)],
    ['of all lengths', Array.from({ length: 25 }, (_, at) => 40 + (at % 6) * 110)],
    ['of which the names alone find room', Array.from({ length: 300 }, () => 100)],
  ])('is the same of the descriptions of skills: %s', async (_, lengths) => {
    const files = lengths.map((length, at) => [
      `.claude/skills/${nameOf(at)}/SKILL.md`,
      `---\nname: ${nameOf(at)}\ndescription: ${textOf(at, length)}\n---\nDo it.\n`,
    ])
    const { requests } = await stage.run({
      prompt: 'hello',
      files: Object.fromEntries(files),
      args: ['--model', 'claude-sonnet-4-5'],
    })
    const shown = listed(requests.find((one) => listed(one.body).size > 0)?.body)
    const { sandbox } = stage
    const place = { root: sandbox.tree, cwd: '', userHome: sandbox.home, env: sandbox.env }
    const [skills] = await fitAgent(claude.traits.limits ?? [], place)
    const lost = new Set(skills?.lost.map(({ heading }) => heading))
    const expected = lengths.map((_length, at) => [nameOf(at), !lost.has(nameOf(at))])
    expect([...shown].sort()).toEqual(expected)
  })
})
