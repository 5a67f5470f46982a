import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactPieces, sourcePiece, textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import { estimateTokens } from '../text/tokens.ts'
import {
  type Allocation,
  allocate,
  type BudgetItem,
  type BudgetLimits,
  type BudgetSize,
  type Grant,
  type MeasureCut,
  USEFUL_MINIMUM,
} from './allocate.ts'
import { cutText } from './cut.ts'

const NO_LIMITS: BudgetLimits = { total: null, project: null, tokens: null }

function item(id: string, chars: number, wanted: Partial<BudgetItem> = {}): BudgetItem {
  return {
    id,
    chars,
    tokens: Math.ceil(chars / 4),
    priority: 500,
    required: false,
    minimum: USEFUL_MINIMUM,
    countsToTotal: true,
    countsToProject: false,
    ...wanted,
  }
}

/** Cuts that keep all they may, at four characters a token. */
function measureEvenly(_id: string, maxChars: number): BudgetSize {
  return { chars: maxChars, tokens: Math.ceil(maxChars / 4) }
}

function grantsOf(
  items: readonly BudgetItem[],
  limits: Partial<BudgetLimits>,
): Allocation['grants'] {
  return allocate(items, { ...NO_LIMITS, ...limits }, measureEvenly).grants
}

/** What one section has after its grant; nothing when all were refused. */
function sizeOf(one: BudgetItem, grants: readonly Grant[], measure: MeasureCut): BudgetSize {
  const grant = grants.find(({ id }) => id === one.id)
  if (!grant || grant.action === 'drop') return { chars: 0, tokens: 0 }
  return grant.action === 'keep' ? one : measure(grant.id, grant.maxChars)
}

describe('allocate', () => {
  it('keeps everything when everything fits, and without limits', () => {
    const items = [item('a', 5_000), item('b', 3_000)]
    const kept = [
      { id: 'a', action: 'keep' },
      { id: 'b', action: 'keep' },
    ]
    expect(grantsOf(items, {})).toEqual(kept)
    expect(grantsOf(items, { total: 8_000, tokens: 2_000 })).toEqual(kept)
  })

  it('shrinks the lowest priority first, then drops it', () => {
    const items = [item('low', 3_000, { priority: 100 }), item('high', 3_000, { priority: 900 })]
    expect(grantsOf(items, { total: 5_000 })).toEqual([
      { id: 'low', action: 'shrink', maxChars: 2_000, limit: 'total' },
      { id: 'high', action: 'keep' },
    ])
    expect(grantsOf(items, { total: 3_100 })[0]).toEqual({
      id: 'low',
      action: 'drop',
      limit: 'total',
    })
  })

  it('drops what would be left with less than its useful minimum', () => {
    const only = (minimum: number): unknown =>
      grantsOf([item('a', 1_000, { minimum })], { total: 399 })[0]
    expect(only(400)).toEqual({ id: 'a', action: 'drop', limit: 'total' })
    expect(only(399)).toEqual({ id: 'a', action: 'shrink', maxChars: 399, limit: 'total' })
    expect(only(Infinity)).toEqual({ id: 'a', action: 'drop', limit: 'total' })
  })

  it('keeps a small section although a larger and more important one was dropped', () => {
    const items = [
      item('large', 9_000, { priority: 900, minimum: Infinity }),
      item('small', 300, { priority: 100 }),
    ]
    expect(grantsOf(items, { total: 1_000 })).toEqual([
      { id: 'large', action: 'drop', limit: 'total' },
      { id: 'small', action: 'keep' },
    ])
  })

  it('takes from the earlier of two sections of equal priority', () => {
    const chain = ['root/AGENTS.md', 'pkg/AGENTS.md', 'app/AGENTS.md'].map((id) =>
      item(id, 9_000, { countsToProject: true, countsToTotal: false }),
    )
    expect(grantsOf(chain, { project: 20_000 })).toEqual([
      { id: 'root/AGENTS.md', action: 'shrink', maxChars: 2_000, limit: 'project' },
      { id: 'pkg/AGENTS.md', action: 'keep' },
      { id: 'app/AGENTS.md', action: 'keep' },
    ])
  })

  it('counts to a limit only what is flagged for it', () => {
    const items = [
      item('slot', 7_000),
      item('project', 7_000, { countsToTotal: false, countsToProject: true }),
    ]
    expect(grantsOf(items, { total: 7_000, project: 7_000 }).map(({ action }) => action)).toEqual([
      'keep',
      'keep',
    ])
  })

  it('never cuts or drops a required section, and takes its room first', () => {
    const items = [item('rules', 6_000, { required: true, priority: 0 }), item('persona', 3_000)]
    expect(grantsOf(items, { total: 7_000 })).toEqual([
      { id: 'rules', action: 'keep' },
      { id: 'persona', action: 'shrink', maxChars: 1_000, limit: 'total' },
    ])
  })

  it('refuses when required sections alone exceed a limit, and names them with their sizes', () => {
    const items = [
      item('small', 2_000, { required: true }),
      item('large', 7_000, { required: true }),
      item('project', 9_000, { required: true, countsToTotal: false }),
      item('optional', 100),
    ]
    expect(allocate(items, { ...NO_LIMITS, total: 8_000 }, measureEvenly)).toEqual({
      grants: [],
      refusal: {
        exceeded: [{ limit: 'total', max: 8_000, needed: 9_000 }],
        items: [
          { id: 'large', chars: 7_000, tokens: 1_750 },
          { id: 'small', chars: 2_000, tokens: 500 },
        ],
      },
    })
  })

  it('names every limit that required sections exceed', () => {
    const items = [item('rules', 4_000, { required: true })]
    const { refusal } = allocate(items, { total: 100, project: 0, tokens: 10 }, measureEvenly)
    expect(refusal?.exceeded.map(({ limit }) => limit)).toEqual(['total', 'tokens'])
  })

  it('shrinks to a token limit by what the cut really has', () => {
    const dense = (_id: string, maxChars: number): BudgetSize => ({
      chars: maxChars,
      tokens: maxChars * 2,
    })
    const [grant] = allocate(
      [item('zh', 5_000, { tokens: 10_000 })],
      { ...NO_LIMITS, tokens: 3_000 },
      dense,
    ).grants
    expect(grant).toEqual({ id: 'zh', action: 'shrink', maxChars: 1_500, limit: 'tokens' })
  })

  it('measures a section a bounded number of times', () => {
    let calls = 0
    const stubborn = (_id: string, maxChars: number): BudgetSize => {
      calls++
      return { chars: maxChars, tokens: 1_001 }
    }
    const { grants } = allocate([item('a', 500_000)], { ...NO_LIMITS, tokens: 1_000 }, stubborn)
    expect(grants[0]?.action).toBe('drop')
    expect(calls).toBeLessThan(150)
  })

  it('gives nothing to anyone at limits of 0, and does not refuse without required sections', () => {
    const limits = { total: 0, project: 0, tokens: 0 }
    const { grants, refusal } = allocate([item('a', 500), item('b', 1)], limits, measureEvenly)
    expect(grants.map(({ action }) => action)).toEqual(['drop', 'drop'])
    expect(refusal).toBeNull()
  })

  it('keeps an empty section at any limit', () => {
    expect(grantsOf([item('empty', 0)], { total: 0, tokens: 0 })).toEqual([
      { id: 'empty', action: 'keep' },
    ])
  })

  describe('for any sections and limits', () => {
    const sections = fc.array(
      fc.record({
        chars: fc.nat(9_000),
        tokens: fc.nat(9_000),
        priority: fc.constantFrom(100, 500, 900),
        required: fc.constantFrom(false, false, false, true),
        minimum: fc.constantFrom(0, 1, 400, Infinity),
        countsToTotal: fc.boolean(),
        countsToProject: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    const limit = fc.oneof(fc.constant(null), fc.nat(30_000))
    const limitSet = fc.record({ total: limit, project: limit, tokens: limit })
    /** Unsteady like a cut on block boundaries: less room can mean more tokens. */
    const unsteady =
      (seed: number) =>
      (id: string, maxChars: number): BudgetSize => {
        const noise = (maxChars * 7919 + id.length * 104_729 + seed) % 97
        return {
          chars: Math.floor((maxChars * (97 - noise)) / 97),
          tokens: Math.floor((maxChars * noise) / 24),
        }
      }

    it('never exceeds a limit, unless it refuses', () => {
      fc.assert(
        fc.property(sections, limitSet, fc.nat(1_000), (records, limits, seed) => {
          const items = records.map((record, index) => ({ ...record, id: `s${index}` }))
          const measure = unsteady(seed)
          const { grants, refusal } = allocate(items, limits, measure)
          expect(grants.map(({ id }) => id)).toEqual(refusal ? [] : items.map(({ id }) => id))
          const sizes = items.map((one) => sizeOf(one, grants, measure))
          const sum = (of: (one: BudgetItem, size: BudgetSize) => number): number =>
            items.reduce((all, one, index) => all + of(one, sizes[index] ?? one), 0)
          const total = sum((one, { chars }) => (one.countsToTotal ? chars : 0))
          const project = sum((one, { chars }) => (one.countsToProject ? chars : 0))
          const tokens = sum((_, size) => size.tokens)
          expect(total).toBeLessThanOrEqual(limits.total ?? Infinity)
          expect(project).toBeLessThanOrEqual(limits.project ?? Infinity)
          expect(tokens).toBeLessThanOrEqual(limits.tokens ?? Infinity)
        }),
        { numRuns: 1_000 },
      )
    })

    it('keeps every required section or refuses, and never shrinks below the minimum', () => {
      fc.assert(
        fc.property(sections, limitSet, (records, limits) => {
          const items = records.map((record, index) => ({ ...record, id: `s${index}` }))
          const { grants } = allocate(items, limits, measureEvenly)
          for (const [index, grant] of grants.entries()) {
            const one = items[index] as BudgetItem
            if (one.required) expect(grant.action).toBe('keep')
            if (grant.action !== 'shrink') continue
            expect(grant.maxChars).toBeGreaterThanOrEqual(one.minimum)
            expect(grant.maxChars).toBeLessThan(one.chars)
          }
        }),
        { numRuns: 1_000 },
      )
    })

    it('drops nothing that would fit into what the limits have left in the end', () => {
      fc.assert(
        fc.property(sections, fc.nat(30_000), (records, total) => {
          const items = records.map((record, index) => ({
            ...record,
            id: `s${index}`,
            required: false,
            countsToTotal: true,
          }))
          const { grants } = allocate(items, { ...NO_LIMITS, total }, measureEvenly)
          const used = items.reduce((sum, one, index) => {
            const grant = grants[index]
            if (grant?.action === 'drop') return sum
            return sum + (grant?.action === 'shrink' ? grant.maxChars : one.chars)
          }, 0)
          for (const [index, one] of items.entries())
            if (grants[index]?.action === 'drop') expect(one.chars).toBeGreaterThan(total - used)
        }),
        { numRuns: 1_000 },
      )
    })
  })

  it('holds its promise together with the cut that it was measured with', () => {
    const words = fc.array(fc.constantFrom('plain words ', '写代码 ', '{"a": 1}\n\n', '- item\n'), {
      minLength: 50,
      maxLength: 400,
    })
    const texts = fc.array(
      words.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(texts, fc.nat(2_000), (bodies, tokens) => {
        const cut = (id: string, maxChars: number): string => {
          const body = bodies[Number(id)] ?? ''
          const traced = compactPieces([sourcePiece(body, 0, 0)])
          const marker = (): string => '[left out]'
          const lines = [createLineIndex(body)]
          return textOf(cutText(traced, { maxChars, keep: [], marker, lines }).text)
        }
        const size = (text: string): BudgetSize => ({
          chars: countChars(text),
          tokens: estimateTokens(text),
        })
        const items = bodies.map((body, index) => item(`${index}`, 0, size(body)))
        const limits = { ...NO_LIMITS, tokens }
        const { grants } = allocate(items, limits, (id, maxChars) => size(cut(id, maxChars)))
        const sum = grants.reduce((tokensUsed, grant) => {
          if (grant.action === 'drop') return tokensUsed
          const text =
            grant.action === 'keep'
              ? (bodies[Number(grant.id)] ?? '')
              : cut(grant.id, grant.maxChars)
          return tokensUsed + estimateTokens(text)
        }, 0)
        expect(sum).toBeLessThanOrEqual(tokens)
      }),
    )
  })
})
