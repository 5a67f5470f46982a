import type { BudgetSettings } from '../model/compose-input.ts'
import type { Composition } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { SLOTS, type SlotDefinition } from '../model/slots.ts'
import type { SourceDocument } from '../model/source.ts'
import { findCutRules } from './find-cut-rules.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findNearLimits } from './find-near-limits.ts'
import { findOpposites } from './find-opposites.ts'
import { findOrders } from './find-orders.ts'
import { findUnclosed } from './find-unclosed.ts'
import { findUnfilled } from './find-unfilled.ts'
import { findVolatile } from './find-volatile.ts'
import { readStatements } from './read-statements.ts'

/**
 * Everything that is wrong or worth knowing about the slots of one prompt: what
 * composing found, with lines added, and the rules of style and consistency over
 * those files that reach it. Changes nothing; a pure function of its inputs.
 */
export function lintComposition(
  composition: Composition,
  budget: BudgetSettings,
): readonly Diagnostic[] {
  const present = SLOTS.map((slot) => ({
    half: slot.half,
    documents: reaching(composition, slot.element),
  }))
  const documents = present.flatMap((one) => one.documents)
  const stable = present.flatMap((one) => (one.half === 'directives' ? one.documents : []))
  const statements = documents.flatMap((document) => readStatements(document))
  const { rest, unfilled } = takeUnfilled(composition.diagnostics)
  const unseen = SLOTS.flatMap((slot) => notForViewer(composition, slot))
  return [
    ...rest,
    ...refusalOf(composition),
    ...unseen.flatMap((document) => [...findUnclosed(document), ...findOrders(document)]),
    ...documents.flatMap((document) => [
      ...findUnclosed(document),
      ...findUnfilled(document, unfilled),
    ]),
    ...stable.flatMap(findVolatile),
    ...findDuplicates(statements),
    ...findOpposites(statements),
    ...findCutRules(composition),
    ...findNearLimits(composition, budget),
  ]
}

/** The documents of a slot of which something is in the prompt, or would be with more room. */
function reaching(composition: Composition, section: string): readonly SourceDocument[] {
  const record = composition.manifest.sections.find((one) => one.id === section)
  const counts = record && ['included', 'cut', 'dropped'].includes(record.status)
  return counts ? (composition.documents[section] ?? []) : []
}

/** Data that this viewer may not see: another one does, and composing has not looked at it. */
function notForViewer(
  composition: Composition,
  { element, half }: SlotDefinition,
): readonly SourceDocument[] {
  const record = composition.manifest.sections.find((one) => one.id === element)
  const isHidden = half === 'context' && record?.status === 'excluded'
  return isHidden ? (composition.documents[element] ?? []) : []
}

function refusalOf({ refusal }: Composition): readonly Diagnostic[] {
  if (!refusal) return []
  return [{ code: refusal.code, severity: 'error', message: refusal.message }]
}

const UNFILLED = /^\{\{(.+?)\}\}/

/** Takes the unfilled variables out of the diagnostics, by name: they are reported at each place, with its line. */
function takeUnfilled(diagnostics: readonly Diagnostic[]): {
  readonly rest: readonly Diagnostic[]
  readonly unfilled: ReadonlySet<string>
} {
  const rest: Diagnostic[] = []
  const unfilled = new Set<string>()
  for (const one of diagnostics) {
    const name = one.code === 'variable.unfilled' && UNFILLED.exec(one.message)?.[1]
    if (name) unfilled.add(name)
    else rest.push(one)
  }
  return { rest, unfilled }
}
