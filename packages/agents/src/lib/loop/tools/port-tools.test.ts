import { describe, expect, it } from 'vitest'
import type { ToolInput } from '../loop-tool.ts'
import { createProposalTool, createSkillTool, type Proposal } from './port-tools.ts'

const context = { signal: new AbortController().signal }

describe('read_skill', () => {
  const asked: (readonly [string, string | null])[] = []
  const tool = createSkillTool(async (name, file) => {
    asked.push([name, file])
    return { text: `text of ${name}` }
  })

  it('asks for a skill, or for a file of it', async () => {
    expect(await tool.run({ name: 'pdf' }, context)).toEqual({ text: 'text of pdf' })
    await tool.run({ name: 'pdf', file: 'references/a.md' }, context)
    expect(asked).toEqual([
      ['pdf', null],
      ['pdf', 'references/a.md'],
    ])
  })

  it.each([{}, { name: 7 }, { name: 'pdf', file: 7 }, Object.create({ name: 'pdf' })])(
    'refuses the input %j',
    async (input: ToolInput) => {
      const before = asked.length
      expect((await tool.run(input, context)).isError).toBe(true)
      expect(asked).toHaveLength(before)
    },
  )
})

describe('memory and config', () => {
  const proposed: Proposal[] = []
  const tool = createProposalTool({
    name: 'memory',
    description: 'Proposes an entry.',
    targets: ['MEMORY.md'],
    propose: async (proposal) => {
      proposed.push(proposal)
      return { text: 'kept for a person as proposal 1' }
    },
  })
  const input = { target: 'MEMORY.md', text: 'Ada likes tea.', reason: 'she said so' }

  it('keep a change for a person and write nothing', async () => {
    expect((await tool.run(input, context)).text).toBe('kept for a person as proposal 1')
    expect(proposed).toEqual([input])
  })

  it.each([{ target: 'SOUL.md' }, { target: 7 }, { text: null }, { reason: undefined }])(
    'refuse %j',
    async (change) => {
      const before = proposed.length
      expect((await tool.run({ ...input, ...change }, context)).isError).toBe(true)
      expect(proposed).toHaveLength(before)
    },
  )
})
