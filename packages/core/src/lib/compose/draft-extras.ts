import type { ComposeInput, ExtraSection } from '../model/compose-input.ts'
import type { SourceDocument } from '../model/source.ts'
import { compactPieces, sourcePiece } from '../model/traced-text.ts'
import { maySee } from '../select/audience.ts'
import { type Draft, withoutText } from './draft.ts'

/** One draft per section that the caller adds, in the caller's order. */
export function draftExtras(input: ComposeInput): readonly Draft[] {
  return input.extra.map((extra) => draftExtra(extra, input))
}

function draftExtra(extra: ExtraSection, input: ComposeInput): Draft {
  const { text, id, ...traits } = extra
  const draft: Draft = {
    traits: { ...traits, id: `extra:${id}`, element: 'extra', required: false },
    place: 'extra',
    line: 'none',
    status: 'included',
    documents: [extraDocument(extra, input)],
    refs: [],
    text: compactPieces([sourcePiece(text, 0, 0)]),
    limit: null,
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
  if (maySee(input.target.viewer, extra.audience)) return draft
  const reason = `for ${extra.audience}, seen by ${input.target.viewer}`
  return withoutText(draft, { status: 'excluded', reason, because: 'audience' })
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
