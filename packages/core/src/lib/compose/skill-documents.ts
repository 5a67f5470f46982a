import type { SkillInput } from '../model/compose-input.ts'
import type { Omission } from '../model/manifest.ts'
import type { SourceDocument } from '../model/source.ts'
import { type Piece, sourcePiece } from '../model/traced-text.ts'
import { BODY_END, type IndexRun } from '../skills/lay-out-index.ts'
import { frontmatterOmission } from './draft-slots.ts'

/** A skill of a list: its name and description in one line each, and its text when that is to be there. */
export type Listed = SkillInput & { readonly body?: string }

/** The text of a file behind its frontmatter, without blank lines around it; none when it has none. */
export function bodyOf({ whole }: SkillInput): Pick<Listed, 'body'> {
  const body = whole?.text.slice(whole.start).trim() ?? ''
  return body === '' ? {} : { body }
}

/** What stands of a skill in the prompt: its whole file, or what is listed of it on the line that its description has there. */
export function documentOf(skill: Listed, inFull: boolean): SourceDocument {
  const { name, description, line, source: ref, whole, body } = skill
  if (inFull && whole && body) {
    const start = whole.text.indexOf(body, whole.start)
    return { ref, text: whole.text, frontmatter: null, body: { start, end: start + body.length } }
  }
  const above = '\n'.repeat(Math.max(0, line - 1))
  const text = `${above}${name}: ${description}`
  return { ref, text, frontmatter: null, body: { start: above.length, end: text.length } }
}

/** Of a file that is there in full, what stands above its text. */
export function headOf(documents: readonly SourceDocument[], source: number): readonly Omission[] {
  const document = documents[source]
  return document ? frontmatterOmission(document, source) : []
}

/** Of a skill that is not listed whole, its line. */
export function omissionOf(documents: readonly SourceDocument[], source: number): Omission {
  const line = (documents[source]?.body.start ?? 0) + 1
  return { source, lines: [line, line], reason: 'budget', headings: [] }
}

/** The name, the description and the text come from the file, as far as they are shown; what is around them is ours. */
export function piecesOf(
  { text, of, inFull }: IndexRun,
  documents: readonly SourceDocument[],
  places: ReadonlyMap<string, number>,
): readonly Piece[] {
  const source = of === null ? undefined : places.get(of)
  const document = documents[source ?? -1]
  if (source === undefined || document === undefined) return [{ text, inserted: 'joiner' }]
  const { start, end } = document.body
  const body = document.text.slice(start, end)
  if (inFull) {
    const from = text.length - BODY_END.length - body.length
    return [
      { text: text.slice(0, from), inserted: 'joiner' },
      sourcePiece(body, source, start),
      { text: BODY_END, inserted: 'joiner' },
    ]
  }
  const [from, to] = text.endsWith('\n') ? [BULLET.length, text.length - 1] : [0, text.length]
  const shown = text.slice(from, to)
  let same = 0
  while (same < shown.length && shown[same] === body[same]) same++
  return [
    { text: text.slice(0, from), inserted: 'joiner' },
    sourcePiece(shown.slice(0, same), source, start),
    { text: shown.slice(same), inserted: 'cut-marker' },
    { text: text.slice(to), inserted: 'joiner' },
  ]
}

const BULLET = '- '
