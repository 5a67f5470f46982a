import type { ComposeInput } from '../model/compose-input.ts'
import type { Composition, Refusal } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { findFormat } from '../render/formats.ts'
import { resolveLanguage } from '../select/language.ts'
import { buildManifest } from './build-manifest.ts'
import { type ComposedTurn, composeTurn } from './compose-turn.ts'
import { cutToFileLimit } from './cut-drafts.ts'
import type { Draft } from './draft.ts'
import { draftExtras, sortAddedSections } from './draft-extras.ts'
import { draftGuidance } from './draft-guidance.ts'
import { draftMetacognition } from './draft-metacognition.ts'
import { draftProject } from './draft-project.ts'
import { draftSkills } from './draft-skills.ts'
import { draftSlots } from './draft-slots.ts'
import { fillVariables } from './fill-variables.ts'
import { findRefusal } from './find-refusal.ts'
import { fitToTotals } from './fit-totals.ts'
import { guardDraft, type SafeDraft } from './guard-drafts.ts'
import { hideShadowedSkills } from './hide-shadowed-skills.ts'
import { keepForLayout } from './keep-for-layout.ts'
import { rememberHashes } from './remember-hashes.ts'
import { arrangeDrafts, arrangeOnce, type Rendered, renderDrafts } from './render-drafts.ts'

/**
 * Turns the sources of a person's configuration into one frozen prompt with its
 * record. Deterministic: equal inputs give equal bytes, in whatever order a
 * directory was read. Never throws for bad content: trouble is a diagnostic, and
 * what must not be delivered has a `refusal`.
 */
export function compose(given: ComposeInput): Composition {
  const input = rememberHashes(given)
  const slots = draftSlots(input)
  const language = languageOf(input, slots)
  const added = sortAddedSections(input)
  const { layout } = findFormat(input.target.format)
  const drafts = [
    draftMetacognition(input, language),
    ...slots,
    ...draftProject(input),
    ...draftSkills(input),
    ...draftGuidance(input, language),
    ...draftExtras(added.extra, 'extra', input),
  ].map((draft) => keepForLayout(hideShadowedSkills(draft, input), layout))
  const guarded = drafts.map((draft) => guardDraft(fillVariables(draft, input), input))
  const capped = guarded.map((draft) => cutToFileLimit(draft, input, language))
  const arrange = arrangeOnce((some) => arrangeDrafts(some, input, language))
  const fitted = fitToTotals(capped, input, { language, arrange })
  const rendered = renderDrafts(fitted.drafts, input, arrange)
  const frozenText = rendered.parts.map((part) => part.text).join('')
  const turn =
    added.turn.length === 0 ? null : composeTurn(added.turn, { input, language, frozenText })
  const overBudget = fitted.refusal ?? turn?.refusal ?? null
  const { drafts: fittedDrafts, short } = fitted
  const made: Made = { input, rendered, turn, short, drafts: fittedDrafts, refusal: overBudget }
  return finish({ ...made, refusal: added.refusal ?? findFirstRefusal(made) })
}

interface Made {
  readonly input: ComposeInput
  readonly rendered: Rendered
  readonly turn: ComposedTurn | null
  readonly short: readonly Diagnostic[]
  readonly drafts: readonly SafeDraft[]
  readonly refusal: Refusal | null
}

function findFirstRefusal({ input, rendered, turn, drafts, refusal }: Made): Refusal | null {
  const mismatch = rendered.mismatch ?? turn?.mismatch ?? null
  return findRefusal({ input, drafts, overBudget: refusal, mismatch })
}

function finish({ input, rendered, turn, short, drafts, refusal }: Made): Composition {
  const { parts, placed } = rendered
  const found = [...short, ...drafts.flatMap((draft) => draft.diagnostics)]
  const diagnostics = [...input.diagnostics, ...found]
  const turnDrafts = turn?.drafts ?? []
  return {
    text: parts.map((part) => part.text).join(''),
    parts,
    turn: turn?.part ?? null,
    manifest: buildManifest({ input, parts, placed, drafts, diagnostics, turn }),
    diagnostics: [...diagnostics, ...turnDrafts.flatMap((draft) => draft.diagnostics)],
    documents: Object.fromEntries(
      [...drafts, ...turnDrafts].map((draft) => [draft.traits.id, draft.documents]),
    ),
    placed: [...placed, ...(turn?.placed ?? [])],
    hidden: input.hidden,
    refusal,
  }
}

/** The persona's own words decide, or the language that its frontmatter states. */
function languageOf(input: ComposeInput, slots: readonly Draft[]): Language {
  const persona = slots.find((draft) => draft.traits.id === 'persona')
  const stated = persona?.documents.find((document) => document.frontmatter?.language)
  if (input.settings.language === 'auto' && stated?.frontmatter?.language) {
    return stated.frontmatter.language
  }
  return resolveLanguage(input.settings.language, persona?.text ? textOf(persona.text) : null)
}
