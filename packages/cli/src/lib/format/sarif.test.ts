import { resolvePolicy, type ThreatFinding } from '@onesoul/core'
import { scanBytes } from '@onesoul/sources'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { judgeScan } from '../scan/scan-outcome.ts'
import { toSarif } from './sarif.ts'

const finding = (text: string, word: string): ThreatFinding => ({
  rule: 'test.word',
  version: 1,
  family: 'test',
  severity: 'high',
  form: 'plain',
  message: 'holds a word',
  span: { start: text.indexOf(word), end: text.indexOf(word) + word.length },
  view: 'raw',
})

const text = 'first line\n\nan evil\nword here\n'
const options = {
  version: '1.2.3',
  ruleset: '2026.1',
  policy: 'default',
  rules: [{ id: 'test.word', family: 'test', severity: 'high', title: 'Finds a word' }],
} as const

const outcomeOf = (path: string, sha256?: string) => {
  const file = scanBytes(Buffer.from(text), {
    scan: () => ({ findings: [finding(text, 'evil\nword')], partial: ['the rest was not seen'] }),
    policy: resolvePolicy(),
    overrides:
      sha256 === undefined
        ? []
        : [{ rule: 'test.word', sha256, reason: 'an example', until: '2999-01-01' }],
    place: { path, absolute: '', trust: 'project' },
  })
  const report = { files: [file], skipped: [], unseen: [], deadLinks: [] }
  return judgeScan(report, { reviews: null, unchanged: 0, failOn: null, opaqueAllowed: false })
}

/** What SARIF 2.1.0 (OASIS, errata 01) requires of the properties that we write, and their types. */
const message = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const artifactLocation = {
  type: 'object',
  properties: {
    uri: { type: 'string', pattern: "^[A-Za-z0-9._~%/:()!*'-]+$" },
    index: { type: 'integer', minimum: -1 },
  },
}
const level = { enum: ['none', 'note', 'warning', 'error'] }
const location = {
  type: 'object',
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      properties: {
        artifactLocation,
        region: {
          type: 'object',
          properties: Object.fromEntries(
            ['startLine', 'startColumn', 'endLine', 'endColumn'].map((name) => [
              name,
              { type: 'integer', minimum: 1 },
            ]),
          ),
        },
      },
    },
  },
}
const SCHEMA = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: { shortDescription: message },
                    },
                  },
                },
              },
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              properties: {
                toolExecutionNotifications: {
                  type: 'array',
                  items: { type: 'object', required: ['message'], properties: { level, message } },
                },
              },
            },
          },
          artifacts: {
            type: 'array',
            items: { type: 'object', properties: { location: artifactLocation } },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              properties: {
                level,
                message,
                ruleIndex: { type: 'integer', minimum: -1 },
                locations: { type: 'array', items: location },
                partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
                suppressions: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['kind'],
                    properties: {
                      kind: { enum: ['inSource', 'external'] },
                      status: { enum: ['accepted', 'underReview', 'rejected'] },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

describe('toSarif', () => {
  const valid = new Ajv({ strict: false }).compile(SCHEMA)

  it.each(['SKILL.md', '/tmp/a b.md', 'a\u202e"><\n#?%.md', '-', 'ü/中文.md'])(
    'is SARIF 2.1.0 for a file named %j',
    (path) => {
      valid(toSarif(outcomeOf(path), options))
      expect(valid.errors).toBeNull()
    },
  )

  it('names the rule, the region and what was not seen, and quotes nothing', () => {
    const sarif = toSarif(outcomeOf('a.md'), options)
    expect(sarif).toMatchObject({
      runs: [
        {
          tool: { driver: { name: 'onesoul', version: '1.2.3' } },
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [{ message: { text: 'the rest was not seen' } }],
            },
          ],
          results: [
            {
              ruleId: 'test.word',
              ruleIndex: 0,
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    region: {
                      startLine: 3,
                      startColumn: 4,
                      endLine: 4,
                      endColumn: 5,
                      charOffset: 15,
                    },
                  },
                },
              ],
            },
          ],
        },
      ],
    })
    expect(JSON.stringify(sarif)).not.toContain('evil')
  })

  it('keeps what is overridden, as a suppression', () => {
    const sha256 = outcomeOf('a.md').report.files[0]?.sha256 ?? ''
    expect(toSarif(outcomeOf('a.md', sha256), options)).toMatchObject({
      runs: [{ results: [{ suppressions: [{ kind: 'external', justification: 'an example' }] }] }],
    })
  })
})
