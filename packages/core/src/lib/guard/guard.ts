import type { Diagnostic } from '../model/diagnostic.ts'
import type { Change } from '../model/manifest.ts'
import type { Trust } from '../model/section.ts'
import type { SourceDocument } from '../model/source.ts'
import { applyEdits, type TracedText } from '../model/traced-text.ts'
import type { GuardStage } from './guard-stage.ts'
import { hygieneStage } from './hygiene.ts'
import { createLocator } from './locate.ts'
import { type SafeText, sealText, type UnguardedText } from './safe-text.ts'
import { structureStage } from './structure.ts'

export interface GuardOptions {
  /** Id of the section, for stages that report it. */
  readonly section: string
  /** The documents that the `source` indices of the text name. */
  readonly documents: readonly SourceDocument[]
  readonly trust: Trust
  /** Further stages, run in this order between hygiene and structure. Default: none. */
  readonly stages?: readonly GuardStage[]
}

export interface GuardResult {
  readonly text: SafeText
  /** Every change that was made, in the order of the stages, with its place in the file. */
  readonly changes: readonly Change[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Makes the text of one section safe: hygiene, further stages, structure. Hygiene
 * runs again after each further stage and structure runs last, over everything, so
 * no stage can bring in what they take out. Never throws for bad content. Linear.
 */
export function guardText(text: UnguardedText, options: GuardOptions): GuardResult {
  const further = (options.stages ?? []).flatMap((stage) => [stage, hygieneStage])
  let changes: readonly Change[] = []
  let diagnostics: readonly Diagnostic[] = []
  let current: TracedText = text
  for (const stage of [hygieneStage, ...further, structureStage]) {
    const result = stage(current, {
      section: options.section,
      trust: options.trust,
      documents: options.documents,
      locate: createLocator(current, options.documents),
    })
    current = applyEdits(current, result.edits)
    changes = changes.concat(result.changes)
    diagnostics = diagnostics.concat(result.diagnostics)
  }
  return { text: sealText(current), changes, diagnostics }
}
