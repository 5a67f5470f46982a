import { describe, expect, it } from 'vitest'
import {
  BLANK,
  FENCE,
  FENCED,
  FRONTMATTER,
  HEADING,
  ITEM,
  lineAt,
  QUOTED,
  readLines,
  TABLE,
  WARNED,
} from './text-lines.ts'

const NAMES = { FENCED, HEADING, QUOTED, TABLE, ITEM, BLANK, FRONTMATTER, WARNED, FENCE }

function namesOf(text: string): readonly string[] {
  return readLines(text).flags.map((flags) =>
    Object.entries(NAMES)
      .filter(([, flag]) => (flags & flag) !== 0)
      .map(([name]) => name)
      .join(' '),
  )
}

describe('readLines', () => {
  it('tells headings, items, quotes, tables and blank lines', () => {
    expect(namesOf('# A\n\n- b\n> c\n| d |\ne')).toEqual([
      'HEADING',
      'BLANK',
      'ITEM',
      'QUOTED',
      'TABLE',
      '',
    ])
  })

  it('keeps a fence open until a mark of its kind that is as long', () => {
    expect(namesOf('````\n```\na\n````\nb')).toEqual([
      'FENCED FENCE',
      'FENCED',
      'FENCED',
      'FENCED FENCE',
      '',
    ])
    expect(namesOf('~~~\n```')).toEqual(['FENCED FENCE', 'FENCED'])
  })

  it('takes frontmatter at the start alone', () => {
    expect(namesOf('---\na: b\n---\nc')).toEqual(['FRONTMATTER', 'FRONTMATTER', 'FRONTMATTER', ''])
    expect(namesOf('c\n---\na: b')).not.toContain('FRONTMATTER')
  })

  it('warns under a heading about attacks until one of its level', () => {
    const names = namesOf('# Notes\n## Red flags\na\n### More\nb\n## Usage\nc')
    expect(names).toEqual([
      'HEADING',
      'HEADING WARNED',
      'WARNED',
      'HEADING WARNED',
      'WARNED',
      'HEADING',
      '',
    ])
  })

  it('leaves out the line break, also that of Windows', () => {
    const { starts, ends } = readLines('a\r\nbc\n')
    expect(starts).toEqual([0, 3, 6])
    expect(ends).toEqual([1, 5, 6])
  })
})

describe('lineAt', () => {
  it('finds the line of each offset', () => {
    const lines = readLines('a\nbc\n\nd')
    expect([0, 1, 2, 4, 5, 6].map((offset) => lineAt(lines, offset))).toEqual([0, 0, 1, 1, 2, 3])
  })
})
