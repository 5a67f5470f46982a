import { describe, expect, it } from 'vitest'
import type { ComposeInput } from '../model/compose-input.ts'
import { compose } from './compose.ts'
import { composeInput, contentSlots, projectDocument } from './fixtures/compose-fixture.ts'

const RULES = `# Rules

- Be brief.
- Before a commit follow ~/.codex/skills/Review/SKILL.md
  to the end.
- For a release ~/.codex/skills/deploy/SKILL.md.

| when | skill |
| --- | --- |
| always | ~/.codex/skills/review/SKILL.md |
| never | - |
`

const made = (shadowedSkills?: ComposeInput['shadowedSkills'], texts = {}) => {
  const composition = compose(
    composeInput({
      slots: contentSlots({ AGENTS: RULES, MEMORY: 'See skills/review/SKILL.md.\n', ...texts }),
      project: [
        {
          document: projectDocument('AGENTS.md', '- Use skills/review/SKILL.md.\n- Use pnpm.\n'),
          delivery: 'inject',
          trusted: true,
        },
      ],
      ...(shadowedSkills && { shadowedSkills }),
    }),
  )
  expect(composition.refusal).toBeNull()
  const record = (id: string) => composition.manifest.sections.find((one) => one.id === id)
  return { text: composition.text, record }
}

describe('compose, skills that both sides have', () => {
  it('changes nothing without them', () => {
    expect(made({ hide: 'user', names: ['other'] }).text).toBe(made().text)
  })

  it("hides what the person's rules say of them, whole items and rows, and tells which lines", () => {
    const { text, record } = made({ hide: 'user', names: ['review'] })
    expect(text).toContain(
      '- Be brief.\n- For a release ~/.codex/skills/deploy/SKILL.md.\n\n| when | skill |\n| --- | --- |\n| never | - |\n',
    )
    expect(record('rules')).toMatchObject({
      status: 'included',
      reason: 'shadowed: the work tree has review too',
      omitted: [
        { lines: [4, 5], reason: 'shadowed' },
        { lines: [10, 10], reason: 'shadowed' },
      ],
    })
  })

  it('leaves data and the files of the work tree as they are', () => {
    const { text, record } = made({ hide: 'user', names: ['review'] })
    expect(text).toContain('See skills/review/SKILL.md.')
    expect(text).toContain('- Use skills/review/SKILL.md.')
    expect(record('memory')?.omitted).toEqual([])
  })

  it("hides on request what the work tree's files say, and leaves the person's rules", () => {
    const { text, record } = made({ hide: 'project', names: ['review'] })
    expect(text).toContain('~/.codex/skills/Review/SKILL.md')
    expect(text).not.toContain('- Use skills/review/SKILL.md.')
    expect(text).toContain('- Use pnpm.')
    expect(record('project:AGENTS.md')).toMatchObject({
      reason: 'shadowed: you have review too',
      omitted: [{ lines: [1, 1], reason: 'shadowed' }],
    })
  })

  it('leaves no element when nothing else was said', () => {
    const { text, record } = made(
      { hide: 'user', names: ['review'] },
      { TOOLS: '---\nversion: 1\n---\nRead skills/review/SKILL.md.\n' },
    )
    expect(text).not.toContain('<tool-guidance>')
    expect(record('tool-guidance')).toMatchObject({
      status: 'shadowed',
      reason: 'shadowed: the work tree has review too',
    })
  })
})
