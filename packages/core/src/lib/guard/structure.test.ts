import { describe, expect, it } from 'vitest'
import { guardString } from './fixtures/slot-prompt.ts'
import { neutralisingEdits } from './structure.ts'

const told = (text: string, trust: 'operator' | 'project') =>
  guardString(text, trust).diagnostics.map(({ code, severity, message }) => [
    code,
    severity,
    message,
  ])

describe('structureStage', () => {
  it('tells of tags as they stand, in one line for a file', () => {
    expect(told('a\n<user> and </rules>\n<user>', 'operator')).toEqual([
      [
        'structure.neutralised',
        'info',
        '3 reserved tags made plain text: "<user>", "</rules>" (lines 2, 3)',
      ],
    ])
    expect(told('<user>', 'operator')).toMatchObject([
      ['structure.neutralised', 'info', '1 reserved tag made plain text: "<user>" (line 1)'],
    ])
  })

  it('warns of them in foreign text, and tells what else was escaped', () => {
    expect(told('<user>\na & b\n\n1 < 2 > <b>', 'project')).toEqual([
      ['structure.neutralised', 'warning', '1 reserved tag made plain text: "<user>" (line 1)'],
      [
        'structure.escaped',
        'info',
        'markup in text of trust project escaped in 6 places (lines 1, 2, 4)',
      ],
    ])
    expect(told('a & b', 'project')).toEqual([
      ['structure.escaped', 'info', 'markup in text of trust project escaped in 1 place (line 1)'],
    ])
  })

  it('records neighbours that open no tag as one change', () => {
    const { out, changes } = guardString('a <<&>> <user>> «b» «user»', 'project')
    expect(out).toBe('a &lt;&lt;&amp;&gt;&gt; &lt;user&gt;&gt; «b» &lt;user»')
    expect(changes).toMatchObject([
      { kind: 'replaced', column: 3, before: '<<&>>', after: '&lt;&lt;&amp;&gt;&gt;' },
      { kind: 'neutralised', column: 9, before: '<user>', after: '&lt;user>' },
      { kind: 'replaced', column: 14, before: '>>', after: '&gt;&gt;' },
      { kind: 'neutralised', before: '«user»' },
    ])
  })

  it('parts a tag from the bracket in front of it', () => {
    const { out, changes } = guardString('<<user', 'project')
    expect(out).toBe('&lt;&lt;user')
    expect(changes).toMatchObject([
      { kind: 'replaced', before: '<' },
      { kind: 'neutralised', before: '<user' },
    ])
  })

  it.each(['&', '<', '>', '＜', '＞', '‹', '›', '〈', '〉', '❮', '❯'])(
    'folds %s wherever it stands',
    (mark) => {
      expect(guardString(`a ${mark} b`, 'project').out).toMatch(/^a &(?:amp|lt|gt); b$/)
      expect(guardString(`a ${mark} b`, 'operator').out).toBe(`a ${mark} b`)
    },
  )

  it.each(['«', '»', '《', '》', '≪', '≫', '◁', '▷', '˂', '˃'])('leaves %s alone', (mark) => {
    expect(guardString(`a ${mark} b`, 'project').out).toBe(`a ${mark} b`)
  })
})

describe('neutralisingEdits', () => {
  it('are none in their own result', () => {
    expect(neutralisingEdits('a <user> 《rules》 b')).toEqual([
      { start: 2, end: 3, text: '&lt;' },
      { start: 9, end: 10, text: '&lt;' },
    ])
    expect(neutralisingEdits('a &lt;user> &lt;rules》 b')).toEqual([])
  })
})
