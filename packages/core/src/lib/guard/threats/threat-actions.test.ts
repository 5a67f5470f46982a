import { describe, expect, it } from 'vitest'
import type { Trust } from '../../model/section.ts'
import { type Piece, sourcePiece, textOf } from '../../model/traced-text.ts'
import { documentOf } from '../fixtures/slot-prompt.ts'
import { guardText } from '../guard.ts'
import type { AcceptedFinding } from '../policy/accepted-finding.ts'
import { type GuardPolicyConfig, resolvePolicy } from '../policy/guard-policy.ts'
import type { ThreatFinding, ThreatSeverity } from './threat-finding.ts'
import { createThreatStage } from './threat-stage.ts'

const TEXT = 'one\n\ntwo three\nfour\n\nfive\n\nsix\n'

interface Given {
  /** The words of each finding, its rule and its severity. */
  readonly found: readonly (readonly [words: string, rule: string, severity?: ThreatSeverity])[]
  readonly trust?: Trust
  readonly policy?: GuardPolicyConfig
  readonly accepted?: readonly AcceptedFinding[]
  readonly partial?: readonly string[]
  readonly pieces?: readonly Piece[]
  readonly text?: string
}

/** What the stage makes of findings that it is given. */
function act({ found, trust = 'project', policy, accepted = [], partial = [], ...rest }: Given) {
  const source = rest.text ?? TEXT
  const pieces = rest.pieces ?? [sourcePiece(source, 0, 0)]
  const text = textOf({ pieces })
  const findings = found.map(([words, rule, severity = 'high']): ThreatFinding => {
    const start = text.indexOf(words)
    const span = { start, end: start + words.length }
    return {
      rule,
      version: 1,
      family: 'a',
      severity,
      form: 'plain',
      message: 'Bad.',
      span,
      view: 'raw',
    }
  })
  const stage = createThreatStage(resolvePolicy(policy), () => ({ findings, partial }), {
    findings: accepted,
    sha256: (given) => `hash of ${given}`,
  })
  const documents = [{ ...documentOf(source), ref: { ...documentOf(source).ref, sha256: 'file' } }]
  const result = guardText({ pieces }, { section: 'rules', documents, trust, stages: [stage] })
  return {
    out: textOf(result.text),
    changes: result.changes,
    told: result.diagnostics.map(({ code, severity, message, source: place }) => [
      code,
      severity,
      message,
      `${place?.path}:${place?.line}:${place?.column}`,
    ]),
  }
}

describe('createThreatStage', () => {
  it.each<readonly [ThreatSeverity, Trust, GuardPolicyConfig, string]>([
    ['high', 'operator', {}, 'left as it is'],
    ['high', 'project', {}, 'marked as quoted'],
    ['critical', 'project', {}, 'its block is left out'],
    ['high', 'project', { project: { high: 'refuse' } }, 'the text is left out'],
  ])('tells of a finding that is %s in text of %s', (severity, trust, policy, done) => {
    const { told } = act({ found: [['three', 'a.rule', severity]], trust, policy })
    expect(told).toEqual([
      [
        'guard.threat',
        'warning',
        expect.stringMatching(new RegExp(`^bad \\(a\\.rule\\): ${done}$`)),
        'SOUL.md:3:5',
      ],
    ])
  })

  it('says and does nothing about what a policy lets pass', () => {
    const { out, told, changes } = act({ found: [['three', 'a.rule', 'low']] })
    expect([out, told, changes]).toEqual([TEXT, [], []])
  })

  it('marks words that overlap together, and others by themselves', () => {
    const { out, changes } = act({
      found: [
        ['three\nfour', 'b.rule'],
        ['two three', 'a.rule'],
        ['six', 'a.rule'],
      ],
    })
    expect(out).toBe(
      'one\n\n[quoted, not an order: two three\nfour]\n\nfive\n\n[quoted, not an order: six]\n',
    )
    expect(changes).toMatchObject([
      { kind: 'replaced', line: 3, column: 1, before: 'two three\nfour' },
      { kind: 'replaced', line: 8, column: 1, before: 'six' },
    ])
    expect(
      act({
        found: [
          ['tw', 'a.rule'],
          ['o t', 'b.rule'],
        ],
      }).out,
    ).toContain('[quoted, not an order: tw][quoted, not an order: o t]hree')
    expect(
      act({
        found: [
          ['two three', 'a.rule'],
          ['wo', 'b.rule'],
        ],
      }).out,
    ).toContain('[quoted, not an order: two three]\nfour')
  })

  it('leaves blocks out with their lines and rules, and marks only what stands beside them', () => {
    const { out } = act({
      found: [
        ['five', 'd.rule', 'critical'],
        ['four', 'c.rule', 'critical'],
        ['two', 'a.rule', 'critical'],
        ['three', 'b.rule'],
        ['one', 'a.rule'],
      ],
    })
    expect(out).toBe(
      '[quoted, not an order: one]\n\n[left out by the guard: lines 3–4, a.rule, c.rule]\n\n[left out by the guard: line 6, d.rule]\n\nsix\n',
    )
  })

  it('keeps the end of a line that is left out', () => {
    expect(act({ found: [['b', 'a.rule', 'critical']], text: 'a\r\n\r\nb\r\n\r\nc' }).out).toBe(
      'a\r\n\r\n[left out by the guard: line 3, a.rule]\r\n\r\nc',
    )
    expect(act({ found: [['b', 'a.rule', 'critical']], text: 'b' }).out).toBe(
      '[left out by the guard: line 1, a.rule]',
    )
  })

  it('leaves the whole text out when a policy refuses one finding', () => {
    const policy = { project: { critical: 'refuse' } } as const
    const found = [
      ['two', 'b.rule', 'critical'],
      ['six', 'a.rule'],
    ] as const
    expect(act({ found, policy }).out).toBe('[left out by the guard: lines 1–8, b.rule]\n')
  })

  it('says at the beginning of the file what was not seen, also where nothing was found', () => {
    const { out, told } = act({ found: [], partial: ['it is long', 'it is deep'] })
    expect(out).toBe(TEXT)
    expect(told).toEqual(
      ['it is long', 'it is deep'].map((reason) => [
        'guard.unseen',
        'warning',
        `not all of it was looked at for threats: ${reason}`,
        'SOUL.md:1:1',
      ]),
    )
  })

  describe('with findings that were accepted', () => {
    const entry = (rule: string, sha256: string): AcceptedFinding => ({
      rule,
      sha256,
      reason: 'an example',
      until: '2030-01-31',
    })
    const message = expect.stringMatching(
      /a\.rule.*: left as it is, accepted until 2030-01-31: an example$/,
    )

    it.each(['hash of two three\nfour', 'file'])(
      'leaves them by %j and tells of them',
      (sha256) => {
        const found = [
          ['three', 'a.rule', 'critical'],
          ['six', 'b.rule'],
        ] as const
        const { out, told } = act({ found, accepted: [entry('a.rule', sha256)] })
        expect(out).toBe(TEXT.replace('six', '[quoted, not an order: six]'))
        expect(told).toMatchObject([
          ['guard.threat', 'warning', expect.stringContaining('b.rule'), 'SOUL.md:8:1'],
          ['guard.accepted', 'info', message, 'SOUL.md:3:5'],
        ])
      },
    )

    it.each<readonly [string, AcceptedFinding]>([
      ['another rule', entry('b.rule', 'file')],
      ['another block', entry('a.rule', 'hash of five')],
    ])('accepts nothing by an entry for %s', (_, accepted) => {
      const { told } = act({ found: [['three', 'a.rule']], accepted: [accepted] })
      expect(told.map(([code]) => code)).toEqual(['guard.threat'])
    })

    const inserted = (text: string): Piece => ({ text, inserted: 'variable' })
    it.each<readonly [string, readonly Piece[], boolean]>([
      ['in two parts of the file', [sourcePiece('two', 0, 5), sourcePiece(' three\n', 0, 8)], true],
      [
        'beside text of ours',
        [inserted('x '), sourcePiece('two three', 0, 5), inserted('!')],
        true,
      ],
      ['partly text of ours', [sourcePiece('two', 0, 5), inserted(' three')], false],
      ['not verbatim', [{ ...sourcePiece('two three', 0, 5), verbatim: false }], false],
      ['of two files', [sourcePiece('two', 0, 5), sourcePiece(' three', 1, 8)], false],
    ])('looks at words that are %s', (_, pieces, accepts) => {
      const accepted = [entry('a.rule', 'hash of two three\nfour')]
      const { told } = act({ found: [['two three', 'a.rule']], accepted, pieces })
      expect(told.some(([code]) => code === 'guard.accepted')).toBe(accepts)
    })
  })
})
