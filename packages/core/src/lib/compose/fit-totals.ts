import {
  allocate,
  type BudgetItem,
  type BudgetRefusal,
  type Grant,
  type LimitName,
  USEFUL_MINIMUM,
} from '../budget/allocate.ts'
import { type BudgetUnit, formatAmount, formatLimit, measureIn } from '../budget/unit.ts'
import type { BudgetSettings, ComposeInput } from '../model/compose-input.ts'
import type { Refusal } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Language } from '../model/target.ts'
import { type InsertedKind, textOf } from '../model/traced-text.ts'
import type { RenderElement } from '../render/render-node.ts'
import { xmlRuns } from '../render/render-xml.ts'
import { estimateTokens } from '../text/tokens.ts'
import { bodySize, cutDraft } from './cut-drafts.ts'
import { wholeOmission } from './draft.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface FitContext {
  readonly language: Language
  /** Arranges the sections as they will be, so that what stands around them is counted. */
  readonly arrange: (drafts: readonly SafeDraft[]) => RenderElement
}

export interface FittedDrafts {
  readonly drafts: readonly SafeDraft[]
  readonly refusal: Refusal | null
  /** One for each total that has no room for all sections whole: what they need. */
  readonly short: readonly Diagnostic[]
}

/**
 * Makes all sections fit the totals: less important ones are cut, then left
 * out; required ones never. With `overflow: fail` nothing is cut and the
 * composition is refused instead.
 */
export function fitToTotals(
  drafts: readonly SafeDraft[],
  input: ComposeInput,
  { language, arrange }: FitContext,
): FittedDrafts {
  const { budget } = input.settings
  const { unit } = budget
  const items = drafts.flatMap((draft) => itemOf(draft, unit))
  const frame = frameTokens(arrange(drafts))
  const limits = {
    total: budget.total,
    project: budget.project,
    tokens: budget.tokens === null ? null : Math.max(0, budget.tokens - frame),
  }
  const cut = (id: string, amount: number): SafeDraft | undefined => {
    const draft = drafts.find((candidate) => candidate.traits.id === id)
    return draft && cutDraft(draft, { amount, unit, from: 'budget' }, { input, language })
  }
  const allocation = allocate(items, limits, (id, amount) => sizeOf(cut(id, amount), unit))
  if (allocation.refusal) return { drafts, refusal: describeRefusal(allocation.refusal), short: [] }
  const grants = new Map(allocation.grants.map((grant) => [grant.id, grant]))
  const granted = drafts.map((draft) =>
    applyGrant(draft, grants.get(draft.traits.id), { input, language }),
  )
  const fitted = granted.every((draft, index) => draft === drafts[index]) ? drafts : granted
  return {
    drafts: fitted,
    refusal: overflow(fitted, input),
    short: describeShort(items, budget, frame),
  }
}

/** Tokens of everything that stands around the bodies: tags, lead-ins, the notice, the facts. */
function frameTokens(tree: RenderElement): number {
  const around = xmlRuns(tree).flatMap(({ piece }) =>
    'inserted' in piece && FRAME_KINDS.has(piece.inserted) ? [piece.text] : [],
  )
  return estimateTokens(around.join(''))
}

const FRAME_KINDS: ReadonlySet<InsertedKind> = new Set(['wrapper', 'lead-in', 'facts'])

function itemOf(draft: SafeDraft, unit: BudgetUnit): readonly BudgetItem[] {
  if (!draft.safe) return []
  return [
    {
      id: draft.traits.id,
      ...sizeOf(draft, unit),
      priority: draft.traits.priority,
      required: draft.traits.required,
      minimum: unit === 'tokens' ? USEFUL_MINIMUM / 4 : USEFUL_MINIMUM,
      countsToTotal: draft.line === 'slots',
      countsToProject: draft.line === 'project',
    },
  ]
}

/**
 * The size of a section's body in the unit of the budgets, and in tokens. What
 * the guard added counts as tokens only.
 */
function sizeOf(
  draft: SafeDraft | undefined,
  unit: BudgetUnit,
): { readonly chars: number; readonly tokens: number } {
  if (!draft?.safe) return { chars: 0, tokens: 0 }
  const text = textOf(draft.safe)
  const whole = draft.status === 'cut' ? Number.POSITIVE_INFINITY : bodySize(draft, unit)
  const size = measureIn(unit, text)
  const chars = draft.documents.length > 0 ? Math.min(size, whole) : size
  return { chars, tokens: estimateTokens(text) }
}

function applyGrant(
  draft: SafeDraft,
  grant: Grant | undefined,
  context: { readonly input: ComposeInput; readonly language: Language },
): SafeDraft {
  if (!grant || grant.action === 'keep') return draft
  const from = LIMIT_KEYS[grant.limit]
  const { unit } = context.input.settings.budget
  if (grant.action === 'shrink')
    return cutDraft(draft, { amount: grant.maxChars, unit, from, shared: true }, context)
  const omitted = draft.documents.map((document, source) =>
    wholeOmission(document, source, 'budget'),
  )
  return {
    ...draft,
    safe: null,
    status: 'dropped',
    reason: `no room left in ${from}`,
    omitted,
    diagnostics: [...draft.diagnostics, describeDrop(draft, from)],
  }
}

const LIMIT_KEYS: Readonly<Record<LimitName, string>> = {
  total: 'budget.total',
  project: 'budget.project',
  tokens: 'budget.tokens',
}

function describeShort(
  items: readonly BudgetItem[],
  budget: BudgetSettings,
  frame: number,
): readonly Diagnostic[] {
  const charsOf = (counts: 'countsToTotal' | 'countsToProject'): number =>
    items.reduce((sum, item) => sum + (item[counts] ? item.chars : 0), 0)
  const needs: Readonly<Record<LimitName, number>> = {
    total: charsOf('countsToTotal'),
    project: charsOf('countsToProject'),
    tokens: items.reduce((sum, item) => sum + item.tokens, frame),
  }
  return (['total', 'project', 'tokens'] as const).flatMap((limit): readonly Diagnostic[] => {
    const [max, needed] = [budget[limit], needs[limit]]
    if (max === null || needed <= max) return []
    const unit = limit === 'tokens' ? limit : budget.unit
    const what = WHAT_COUNTS[limit]
    return [
      {
        code: 'budget.over',
        severity: 'warning',
        message: `${what} together have ${formatAmount(needed, unit)}, over the ${formatLimit(max, unit)} (${LIMIT_KEYS[limit]})`,
        fix: `keep all of it with \`${LIMIT_KEYS[limit]}: ${enough(limit, needed)}\``,
      },
    ]
  })
}

/** In tokens a round figure with room for the facts of a session, which a preview does not have. */
function enough(limit: LimitName, needed: number): number {
  return limit === 'tokens' ? Math.ceil((needed + FACTS_TOKENS) / 1000) * 1000 : needed
}

const FACTS_TOKENS = 500

const WHAT_COUNTS: Readonly<Record<LimitName, string>> = {
  total: 'all slots',
  project: 'all project files',
  tokens: 'all sections',
}

function describeDrop(draft: SafeDraft, from: string): Diagnostic {
  const ref = draft.documents[0]?.ref
  return {
    code: 'budget.dropped',
    severity: 'warning',
    message: `${draft.traits.id} is left out: no room left in ${from}`,
    ...(ref ? { source: { root: ref.root, path: ref.path } } : {}),
    fix: `raise ${from}, or shorten a section of higher priority`,
  }
}

function describeRefusal(refusal: BudgetRefusal): Refusal {
  const limits = refusal.exceeded.map(
    ({ limit, max, needed }) => `${LIMIT_KEYS[limit]} is ${max}, they need ${needed}`,
  )
  const items = refusal.items.map(
    ({ id, chars, tokens }) => `${id} (${chars} characters, ${tokens} tokens)`,
  )
  return {
    code: 'budget.required',
    message: `the required sections do not fit: ${limits.join('; ')}: ${items.join(', ')}`,
  }
}

/** With `overflow: fail`, whatever a budget left out refuses the composition. */
function overflow(drafts: readonly SafeDraft[], input: ComposeInput): Refusal | null {
  if (input.settings.budget.overflow !== 'fail') return null
  const short = drafts.filter((draft) => draft.omitted.some((one) => one.reason === 'budget'))
  if (short.length === 0) return null
  const names = short.map(
    (draft) => `${draft.documents[0]?.ref.path ?? draft.traits.id} (${draft.reason})`,
  )
  return {
    code: 'budget.overflow',
    message: `over budget, and budget.overflow is fail: ${names.join(', ')}`,
  }
}
