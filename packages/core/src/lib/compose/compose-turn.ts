import { leadIn } from '../metacognition/lead-ins.ts'
import type { ComposeInput, ExtraSection } from '../model/compose-input.ts'
import type { Part, PlacedPiece, Refusal } from '../model/composition.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { inserted, placePieces, type RenderElement } from '../render/render-node.ts'
import { verifyXml, xmlRuns } from '../render/render-xml.ts'
import { estimateTokens } from '../text/tokens.ts'
import { cutToFileLimit } from './cut-drafts.ts'
import { draftExtras } from './draft-extras.ts'
import { fillVariables } from './fill-variables.ts'
import { fitToTotals } from './fit-totals.ts'
import { guardDraft, type SafeDraft } from './guard-drafts.ts'
import { addedElements, element } from './tree-elements.ts'

/** The section id of the structure around the sections of a turn. */
export const TURN = 'turn'

const TURN_PART = 'turn/0'

export interface ComposedTurn {
  /** `null` when there is nothing to send. */
  readonly part: Part | null
  readonly placed: readonly PlacedPiece[]
  readonly drafts: readonly SafeDraft[]
  readonly refusal: Refusal | null
  /** What the strict reader found different from the tree. */
  readonly mismatch: string | null
}

export interface TurnContext {
  readonly input: ComposeInput
  readonly language: Language
  /** The frozen parts: a turn gets the tokens that they leave. */
  readonly frozenText: string
}

/**
 * Composes what travels with one turn. It never takes room from a frozen
 * section, so the frozen bytes are the same whatever a turn brings. Always under
 * tags: in a message of a person nothing else keeps data apart.
 */
export function composeTurn(sections: readonly ExtraSection[], context: TurnContext): ComposedTurn {
  const input = withoutFrozen(context)
  const { language } = context
  const capped = draftExtras(sections, 'turn', input)
    .map((draft) => guardDraft(fillVariables(draft, input), input))
    .map((draft) => cutToFileLimit(draft, input, language))
  const arrange = (drafts: readonly SafeDraft[]): RenderElement => turnTree(drafts, language)
  const { drafts, refusal } = fitToTotals(capped, input, { language, arrange })
  if (drafts.every((draft) => draft.safe === null)) {
    return { part: null, placed: [], drafts, refusal, mismatch: null }
  }
  const tree = arrange(drafts)
  const placed = placePieces(xmlRuns(tree), TURN_PART)
  const text = textOf({ pieces: placed.map((one) => one.piece) })
  const sha256 = input.ports.sha256(text)
  const part: Part = { id: TURN_PART, role: 'user', text, sha256, cache: null }
  return { part, placed, drafts, refusal, mismatch: verifyXml(text, tree) }
}

/** The input with the tokens that the frozen parts leave. */
function withoutFrozen({ input, frozenText }: TurnContext): ComposeInput {
  const { budget } = input.settings
  if (budget.tokens === null) return input
  const tokens = Math.max(0, budget.tokens - estimateTokens(frozenText))
  return { ...input, settings: { ...input.settings, budget: { ...budget, tokens } } }
}

function turnTree(drafts: readonly SafeDraft[], language: Language): RenderElement {
  const live = drafts.filter((draft) => draft.safe !== null)
  const rules = addedElements(live, 'directives')
  const data = addedElements(live, 'context')
  const line = (key: 'turn-directives' | 'turn-context' | 'notice') =>
    inserted(TURN, `${leadIn(language, key)}\n`, 'lead-in')
  const frame = (name: string, children: RenderElement['children']): RenderElement =>
    element(TURN, name, { attributes: {}, children })
  return element(TURN, 'agent-configuration', {
    attributes: { 'schema-version': '3', for: 'turn' },
    children: [
      ...(rules.length > 0 ? [frame('directives', [line('turn-directives'), ...rules])] : []),
      ...(data.length > 0
        ? [frame('context', [line('turn-context'), frame('notice', [line('notice')]), ...data])]
        : []),
    ],
  })
}
