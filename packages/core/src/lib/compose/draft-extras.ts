import type { ComposeInput, ExtraSection } from '../model/compose-input.ts'
import type { Refusal } from '../model/composition.ts'
import type { SourceDocument } from '../model/source.ts'
import { compactPieces, sourcePiece } from '../model/traced-text.ts'
import { maySee } from '../select/audience.ts'
import { type Draft, withoutText } from './draft.ts'
import { findSectionFault } from './section.ts'

export interface AddedSections {
  /** Frozen with the slots. */
  readonly extra: readonly ExtraSection[]
  /** For this turn alone. */
  readonly turn: readonly ExtraSection[]
  /** The first section that cannot be what it says it is, or has the id of another. Faulty ones are in neither list. */
  readonly refusal: Refusal | null
}

/** Sorts the caller's own sections into frozen ones and those of the turn. */
export function sortAddedSections(input: ComposeInput): AddedSections {
  const given = input.turn ?? []
  const turn = [
    ...input.extra.filter((section) => section.stability === 'turn'),
    ...given.map((section) => ({ ...section, stability: 'turn' as const })),
  ]
  const extra = input.extra.filter((section) => section.stability !== 'turn')
  const faults = [...listFaults(extra), ...listFaults(turn)]
  const [first] = faults.map(({ refusal }) => refusal)
  const faulty = new Set(faults.map(({ section }) => section))
  const sound = (section: ExtraSection): boolean => !faulty.has(section)
  return { extra: extra.filter(sound), turn: turn.filter(sound), refusal: first ?? null }
}

function listFaults(
  sections: readonly ExtraSection[],
): readonly { readonly section: ExtraSection; readonly refusal: Refusal }[] {
  const ids = new Set<string>()
  return sections.flatMap((section) => {
    const message = findSectionFault(section)
    if (message !== null) return [{ section, refusal: { code: 'section.invalid', message } }]
    if (!ids.has(section.id)) {
      ids.add(section.id)
      return []
    }
    const twice = `two sections have the id ${section.id}`
    return [{ section, refusal: { code: 'section.duplicate', message: twice } }]
  })
}

/** One draft per section that the caller adds, in the caller's order. Ids become `extra:id` and `turn:id`. */
export function draftExtras(
  sections: readonly ExtraSection[],
  kind: 'extra' | 'turn',
  input: ComposeInput,
): readonly Draft[] {
  return sections.map((section) => draftExtra(section, `${kind}:${section.id}`, input))
}

function draftExtra(extra: ExtraSection, id: string, input: ComposeInput): Draft {
  const { half, stability, sharedBy, priority, trust, audience } = extra
  const traits = { half, stability, sharedBy, priority, trust, audience }
  const draft: Draft = {
    traits: { ...traits, id, element: 'extra', required: false },
    place: 'extra',
    line: 'none',
    status: 'included',
    documents: [extraDocument(extra, input)],
    refs: [],
    text: compactPieces([sourcePiece(extra.text, 0, 0)]),
    limit: limitOf(extra, id, input),
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
  if (!maySee(input.target.viewer, extra.audience)) {
    const reason = `for ${extra.audience}, seen by ${input.target.viewer}`
    return withoutText(draft, { status: 'excluded', reason, because: 'audience' })
  }
  if (extra.text.trim() !== '') return draft
  return withoutText(draft, { status: 'cleared', reason: 'the text is empty', because: 'cleared' })
}

function extraDocument(extra: ExtraSection, input: ComposeInput): SourceDocument {
  return {
    ref: {
      root: 'builtin',
      kind: 'extra',
      name: extra.id,
      path: extra.id,
      sha256: input.ports.sha256(extra.text),
    },
    text: extra.text,
    frontmatter: null,
    body: { start: 0, end: extra.text.length },
  }
}

/** A section of the caller's own is a file like any other unless it states its own limit. */
function limitOf(
  { maxChars }: ExtraSection,
  id: string,
  { settings }: ComposeInput,
): Draft['limit'] {
  if (maxChars !== undefined) return { amount: maxChars, unit: 'chars', from: `maxChars of ${id}` }
  const { perFile, unit } = settings.budget
  return { amount: perFile, unit, from: 'budget.perFile' }
}
