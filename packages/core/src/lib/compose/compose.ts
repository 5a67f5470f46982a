import type { ComposeInput } from '../model/compose-input.ts'
import type { Composition, Part, PlacedPiece, Refusal } from '../model/composition.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { renderXml, verifyXml } from '../render/render-xml.ts'
import { resolveLanguage } from '../select/language.ts'
import { buildManifest } from './build-manifest.ts'
import { buildTree } from './build-tree.ts'
import { cutToFileLimit } from './cut-drafts.ts'
import type { Draft } from './draft.ts'
import { draftExtras } from './draft-extras.ts'
import { draftMetacognition } from './draft-metacognition.ts'
import { draftProject } from './draft-project.ts'
import { draftSlots } from './draft-slots.ts'
import { factsText } from './facts-text.ts'
import { fillVariables } from './fill-variables.ts'
import { findRefusal } from './find-refusal.ts'
import { fitToTotals } from './fit-totals.ts'
import { guardDraft, type SafeDraft } from './guard-drafts.ts'

/**
 * Turns the sources of a person's configuration into one frozen prompt with its
 * record. Deterministic: equal inputs give equal bytes, in whatever order a
 * directory was read. Never throws for bad content: trouble is a diagnostic, and
 * what must not be delivered has a `refusal`.
 */
export function compose(input: ComposeInput): Composition {
  const slots = draftSlots(input)
  const language = languageOf(input, slots)
  const drafts = [
    draftMetacognition(input, language),
    ...slots,
    ...draftProject(input),
    ...draftExtras(input),
  ]
  const guarded = drafts.map((draft) => guardDraft(fillVariables(draft, input)))
  const capped = guarded.map((draft) => cutToFileLimit(draft, input, language))
  const fitted = fitToTotals(capped, input, language)
  return finish({ input, language, drafts: fitted.drafts, refusal: fitted.refusal })
}

interface Fitted {
  readonly input: ComposeInput
  readonly language: Language
  readonly drafts: readonly SafeDraft[]
  readonly refusal: Refusal | null
}

function finish({ input, language, drafts, refusal }: Fitted): Composition {
  const tree = buildTree(drafts, language, factsText(input.facts))
  const markdown = input.target.format === 'markdown'
  const placed = markdown ? renderMarkdown(tree) : renderXml(tree)
  const part = onePart(placed, input)
  const mismatch = markdown ? null : verifyXml(part.text, tree)
  const diagnostics = [...input.diagnostics, ...drafts.flatMap((draft) => draft.diagnostics)]
  const found = findRefusal({ input, drafts, overBudget: refusal, mismatch })
  return {
    text: part.text,
    parts: [part],
    manifest: buildManifest({ input, part, placed, drafts, diagnostics }),
    diagnostics,
    documents: Object.fromEntries(drafts.map((draft) => [draft.traits.id, draft.documents])),
    placed,
    hidden: input.hidden,
    refusal: found,
  }
}

function onePart(placed: readonly PlacedPiece[], input: ComposeInput): Part {
  const text = textOf({ pieces: placed.map((piece) => piece.piece) })
  return { id: 'system/0', role: 'system', text, sha256: input.ports.sha256(text), cache: null }
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
