import { describe, expect, it } from 'vitest'
import { findVolatile } from './find-volatile.ts'
import { lintDocument, PUMPS } from './fixtures/lint-document.ts'

const severities = (text: string) =>
  findVolatile(lintDocument(text, 'AGENTS.md')).map((one) => one.severity)

describe('findVolatile', () => {
  it.each([
    'Generated 2026-11-30 11:45.',
    'Deployed at 2026-11-30T11:45:00Z',
    'Today is Monday, 30 November 2026.',
    "Today's date: 2026-11-30",
    'Current time: 11:45',
    'HEAD is now at 3f2a9c1',
    'Current commit: 3f2a9c1d4e5f60718293a4b5c6d7e8f901234567',
    'Session id: 0b9f6a54-5a3e-4a8e-9c3c-1f2e3d4c5b6a',
    'Run id = run_01HZX3K9Q8W7E6R5T4',
    'Build number: 4711',
    'Tokens used: 12,345',
    'Messages so far: 17',
    'Timestamp: 1764503100',
    '今天是 2026年11月30日。',
    '当前时间：11:45',
    '会话编号：abc12345',
    '构建号：4711',
  ])('warns of text that changes whenever it is written: %s', (text) => {
    expect(severities(`# Rules\n\n- ${text}\n`)).toEqual(['warning'])
  })

  it.each([
    'Last updated: 2026-11-30',
    '更新时间：2026-11-30',
    'Pinned to 3f2a9c1d4e5f60718293a4b5c6d7e8f901234567.',
    'Project 0b9f6a54-5a3e-4a8e-9c3c-1f2e3d4c5b6a',
    'What works today.',
  ])('mentions what changes now and then: %s', (text) => {
    expect(severities(`${text}\n`)).toEqual(['info'])
  })

  it.each([
    'Releases leave on Tuesday before noon.',
    'The seat lock moved in 2026-09.',
    'Decided on 2026-09-14: seats are locked in PostgreSQL.',
    'Write times as `2026-11-30 11:45`.',
    'Sessions end after 30 minutes.',
    'Answer within 24 hours, at 9:00 at the latest.',
    'Use Node 20.19 and pnpm 9.',
    'A commit message has at most 72 characters.',
    'The job fails when the build is red.',
    'Ports 3000:3000 are mapped.',
  ])('leaves lasting facts alone: %s', (text) => {
    expect(severities(`${text}\n`)).toEqual([])
  })

  it('leaves code and frontmatter alone, and looks into comments and headings', () => {
    const stamp = 'generated 2026-11-30 11:45'
    expect(severities(`---\nversion: ${stamp}\n---\n\`\`\`\n${stamp}\n\`\`\`\n`)).toEqual([])
    expect(severities(`# Rules, ${stamp}\n\n<!-- ${stamp} -->\n`)).toEqual(['warning', 'warning'])
  })

  it('says what, where and what to do', () => {
    expect(findVolatile(lintDocument('# A\n\n- Built at 2026-11-30 11:45.\n', 'TOOLS.md'))).toEqual(
      [
        {
          code: 'stability.volatile',
          severity: 'warning',
          message: 'a date with a time in a file that should stay the same: "2026-11-30 11:45"',
          source: { root: 'configs', path: 'TOOLS.md', line: 3, column: 12 },
          fix: expect.stringMatching(/^take it out/),
        },
      ],
    )
  })

  it('takes no more than linear time', () => {
    for (const pump of PUMPS) {
      const started = performance.now()
      findVolatile(lintDocument(`1 ${pump.repeat(Math.ceil(200_000 / pump.length))}`))
      expect(performance.now() - started, JSON.stringify(pump)).toBeLessThan(3000)
    }
  })
})
