import { resolvePolicy, type ThreatSeverity } from '@onesoul/core'
import { scanBytes } from '@onesoul/sources'
import { describe, expect, it } from 'vitest'
import { judgeScan, type OutcomeOptions } from './scan-outcome.ts'

const fileWith = (severity: ThreatSeverity | null, partial: readonly string[] = []) =>
  scanBytes(Buffer.from('some words'), {
    scan: () => ({
      findings:
        severity === null
          ? []
          : [
              {
                rule: 'test.word',
                version: 1,
                family: 'test',
                severity,
                form: 'plain',
                message: 'found',
                span: { start: 0, end: 4 },
                view: 'raw',
              },
            ],
      partial,
    }),
    policy: resolvePolicy(),
    overrides: [],
    place: { path: 'a.md', absolute: '', trust: 'project' },
  })
const opaque = scanBytes(new Uint8Array([1, 0, 2]), {
  scan: () => ({ findings: [], partial: [] }),
  policy: resolvePolicy(),
  overrides: [],
  place: { path: 'a.png', absolute: '', trust: 'project' },
})

const judge = (
  files: Parameters<typeof judgeScan>[0]['files'],
  options: Partial<OutcomeOptions> = {},
) =>
  judgeScan(
    { files, skipped: [], unseen: [], deadLinks: [] },
    { reviews: null, unchanged: 0, failOn: null, opaqueAllowed: false, ...options },
  )

describe('judgeScan', () => {
  it.each<readonly [ThreatSeverity, ThreatSeverity | null, boolean]>([
    ['low', null, false],
    ['medium', null, true],
    ['low', 'low', true],
    ['medium', 'high', false],
    ['critical', 'high', true],
    ['info', 'info', true],
  ])('with a finding of %s and --fail-on %s fails: %s', (severity, failOn, failed) => {
    expect(judge([fileWith(severity)], { failOn })).toMatchObject({ failed, partial: false })
  })

  it('is incomplete when a file was not seen whole, or none at all', () => {
    expect(judge([fileWith(null)]).partial).toBe(false)
    expect(judge([fileWith(null, ['too deep'])]).partial).toBe(true)
    expect(judge([]).partial).toBe(true)
    expect(judge([], { unchanged: 3 }).partial).toBe(false)
  })

  it('lets what is no text pass only when that is allowed, and nothing else with it', () => {
    expect(judge([opaque]).partial).toBe(true)
    expect(judge([opaque], { opaqueAllowed: true }).partial).toBe(false)
    expect(judge([fileWith(null, ['x'])], { opaqueAllowed: true }).partial).toBe(true)
  })

  it('adds up what it saw', () => {
    const { totals } = judge([fileWith('high'), fileWith('low')], { unchanged: 2 })
    expect(totals).toMatchObject({ files: 2, bytes: 20, unchanged: 2, findings: 2, acted: 1 })
    expect(totals.severities).toEqual({ info: 0, low: 1, medium: 0, high: 1, critical: 0 })
  })
})
