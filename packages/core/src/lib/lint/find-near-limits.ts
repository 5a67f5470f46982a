import { formatLimit, measureIn } from '../budget/unit.ts'
import type { BudgetSettings } from '../model/compose-input.ts'
import type { Composition } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { SLOTS } from '../model/slots.ts'
import type { SourceDocument } from '../model/source.ts'

/** From this share of a limit on, the next few sentences will be cut. */
const NEAR = 0.95
/** From here on it is worth knowing. */
const CLOSE = 0.85

/**
 * Finds files, and all slots together, that still fit and will not for long:
 * a warning from 95 % of the limit on, an information from 85 % on.
 */
export function findNearLimits(
  composition: Composition,
  budget: BudgetSettings,
): readonly Diagnostic[] {
  const { sections } = composition.manifest
  const fitting = SLOTS.flatMap(({ element }) => {
    const whole = sections.some((one) => one.id === element && one.status === 'included')
    return whole ? [composition.documents[element] ?? []] : []
  })
  const total = fitting.flat().reduce((sum, document) => sum + sizeOf(document, budget.unit), 0)
  const { tokens, maxTokens } = composition.manifest.totals
  return [
    ...fitting.flatMap((documents) => nearFileLimit(documents, budget)),
    ...near({ what: 'all slots together have', size: total }, budget.total, {
      unit: budget.unit,
      from: 'budget.total',
    }),
    ...(maxTokens === null
      ? []
      : near({ what: 'the composition has', size: tokens }, maxTokens, {
          unit: 'tokens',
          from: 'budget.tokens',
        })),
  ]
}

function nearFileLimit(
  documents: readonly SourceDocument[],
  budget: BudgetSettings,
): readonly Diagnostic[] {
  const [first] = documents
  if (!first) return []
  const own = documents.find((document) => document.frontmatter?.budget)
  const unit = own ? ('chars' as const) : budget.unit
  const limit = own?.frontmatter?.budget ?? budget.perFile
  const from = own ? `budget in ${own.ref.path}` : 'budget.perFile'
  const size = documents.reduce((sum, document) => sum + sizeOf(document, unit), 0)
  const paths = documents.map((document) => document.ref.path)
  const what = `${paths.join(' + ')} ${paths.length === 1 ? 'has' : 'have'}`
  const source = { root: first.ref.root, path: paths.at(-1) ?? first.ref.path }
  return near({ what, size }, limit, { unit, from }).map((one) => ({ ...one, source }))
}

interface Limit {
  readonly unit: BudgetSettings['unit']
  readonly from: string
}

function near(
  measured: { readonly what: string; readonly size: number },
  limit: number,
  { unit, from }: Limit,
): readonly Diagnostic[] {
  const { what, size } = measured
  if (size > limit || size < limit * CLOSE || limit === 0) return []
  const share = Math.floor((size / limit) * 100)
  return [
    {
      code: 'budget.near',
      severity: size >= limit * NEAR ? 'warning' : 'info',
      message: `${what} ${size} of the ${formatLimit(limit, unit)} (${from}), ${share} %: what is added next may be cut`,
      fix: `shorten it, or raise ${from}`,
    },
  ]
}

function sizeOf({ text, body }: SourceDocument, unit: BudgetSettings['unit']): number {
  return measureIn(unit, text.slice(body.start, body.end))
}
