import { describe, expect, it } from 'vitest'
import { createTerminal } from '../terminal/terminal.ts'
import { findingLine, totalLine } from './finding-lines.ts'

const { style } = createTerminal({
  stdout: process.stdout,
  stderr: process.stderr,
  stdinIsTTY: false,
  env: { NO_COLOR: '1' },
})
const finding = {
  kind: 'known-secret',
  message: 'The output holds a secret.',
  span: { start: 9, end: 20 },
  line: 2,
  column: 3,
} as const

describe('findingLine', () => {
  it('is one line for people, or one line of JSON', () => {
    expect(findingLine(finding, { json: false, style })).toBe(
      '  ! 2:3  the output holds a secret   known-secret\n',
    )
    const line = findingLine(finding, { json: true, style })
    expect(line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(line)).toEqual({
      schemaVersion: 1,
      kind: 'known-secret',
      line: 2,
      column: 3,
      message: 'The output holds a secret.',
    })
  })
})

describe('totalLine', () => {
  it('tells people of those that were not listed, programs of all', () => {
    expect(totalLine({ stopped: 200, bytes: 9 }, false)).toBe('')
    expect(totalLine({ stopped: 203, bytes: 9 }, false)).toBe('onesoul: 3 more were stopped\n')
    expect(JSON.parse(totalLine({ stopped: 203, bytes: 9 }, true))).toEqual({
      schemaVersion: 1,
      totals: { stopped: 203, listed: 200, bytes: 9 },
    })
  })
})
