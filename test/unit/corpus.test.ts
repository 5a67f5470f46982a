import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  documentOf,
  guardString,
  slotTree,
  writeTree,
} from '../../packages/core/src/lib/guard/fixtures/slot-prompt.ts'
import { restoreSource } from '../../packages/core/src/lib/guard/restore-source.ts'
import { verifyStructure } from '../../packages/core/src/lib/guard/strict-reader.ts'
import { SLOTS } from '../../packages/core/src/lib/model/slots.ts'

const folder = process.env['ONESOUL_CORPUS'] ?? '(ONESOUL_CORPUS is not set)'
const files = [join(folder, 'breakout.json'), join(folder, 'benign.jsonl')] as const
const slots = SLOTS.map((row) => row.slot)

/** Kinds that hold no bracket, or an entity or escape that a reader does not decode. */
const LEFT_ALONE = [
  'entity',
  'num_entity',
  'hex_entity',
  'entity_nosemi',
  'double_entity',
  'unicode_esc',
  'url_enc',
  'square',
  'chatml',
  'inst',
  'anthropic_human',
  'role_json',
  'header',
]
const REMOVED_FIRST = ['nul', 'vt', 'zwsp_in_name', 'zwsp_after_lt', 'softhyphen']
const BRACKETS = /[<＜﹤‹⟨〈]/

interface Attempt {
  readonly kind: string
  readonly tag: string
  readonly text: string
}

interface Sample {
  readonly tier: string
  readonly text: string
}

if (files.every((file) => existsSync(file))) {
  describe('guardText on the corpus', () => {
    const attempts = JSON.parse(readFileSync(files[0], 'utf8')) as readonly Attempt[]
    const kinds = [...new Set(attempts.map((attempt) => attempt.kind))]

    it('knows every string of the corpus', () => {
      expect(attempts).toHaveLength(689)
      expect(kinds).toHaveLength(53)
    })

    it.each(kinds)('%s: comes out as it must in text of the operator and the user', (kind) => {
      for (const { text, tag } of attempts.filter((attempt) => attempt.kind === kind)) {
        for (const trust of ['operator', 'user'] as const) expectOutcome({ kind, tag, text }, trust)
      }
    })

    it.each(kinds)('%s: is all escaped in text of lower trust', (kind) => {
      for (const { text } of attempts.filter((attempt) => attempt.kind === kind)) {
        for (const trust of ['project', 'model', 'external'] as const) {
          const { out, text: safe } = guardString(text, trust)
          expect(out).not.toMatch(/[<>＜＞﹤﹥‹›⟨⟩〈〉]/)
          expect(out.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&')
          expect(restoreSource(safe, [documentOf(text)])).toBe(text)
        }
      }
    })

    it.each(slots)('keeps the tree with each string in %s', (slot) => {
      for (const { text } of attempts) {
        for (const trust of ['operator', 'project'] as const) {
          const tree = slotTree({ [slot]: guardString(text, trust).out })
          expect(verifyStructure(writeTree(tree), tree)).toBeNull()
        }
      }
    })

    it('changes only reserved names in brackets of benign context files', () => {
      const samples = readFileSync(files[1], 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Sample)
        .filter((sample) => sample.tier === 'A-context')
      const changed = samples.filter(({ text }) => {
        const { out, changes, text: safe } = guardString(text, 'operator')
        expect(changes.every((change) => change.kind === 'neutralised')).toBe(true)
        expect(changes.every((change) => BRACKETS.test(change.before))).toBe(true)
        expect(out).toHaveLength(text.length + 3 * changes.length)
        expect(restoreSource(safe, [documentOf(text)])).toBe(text)
        return out !== text
      })
      const share = changed.length / samples.length
      console.log(
        `${changed.length} of ${samples.length} benign files changed (${(100 * share).toFixed(2)} %)`,
      )
      expect(samples).toHaveLength(851)
      expect(share).toBeLessThan(0.03)
    })
  })
} else {
  describe('guardText on the corpus', () => {
    it.skip(
      `NOT RUN: no corpus in ${folder}; ONESOUL_CORPUS names the folder with breakout.json and benign.jsonl`,
    )
  })
}

function expectOutcome({ kind, tag, text }: Attempt, trust: 'operator' | 'user'): void {
  const { out, changes, diagnostics, text: safe } = guardString(text, trust)
  const neutralised = changes.filter((change) => change.kind === 'neutralised')
  const removed = changes.filter((change) => change.kind === 'removed')
  expect(restoreSource(safe, [documentOf(text)])).toBe(text)
  expect(removed.length > 0).toBe(REMOVED_FIRST.includes(kind) || kind === 'tagchars')
  if (LEFT_ALONE.includes(kind)) {
    expect(out).toBe(text)
  } else if (kind === 'tagchars') {
    expect(out).toMatch(/^<>\n/)
    expect(diagnostics[0]?.message).toContain(`hide the text "/${tag}"`)
  } else {
    expect(neutralised.length).toBeGreaterThan(0)
    expect(withBrackets(out, neutralised)).toBe(
      removed.reduce((rest, change) => rest.replace(change.before, ''), text),
    )
    for (const change of neutralised) {
      expect(change.after).toBe(`&lt;${change.before.slice(1)}`)
      expect(change.line).toBeGreaterThan(0)
    }
  }
}

/** Puts the brackets of the listed changes back, in order. */
function withBrackets(out: string, changes: readonly { readonly before: string }[]): string {
  return changes.reduce((text, change) => text.replace('&lt;', change.before.slice(0, 1)), out)
}
