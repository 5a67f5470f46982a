import { measureIn } from '../budget/unit.ts'
import type { ComposeInput, SkillsInput } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Omission } from '../model/manifest.ts'
import { lowestTrust } from '../model/section.ts'
import { PRIORITY } from '../model/slots.ts'
import type { SourceDocument } from '../model/source.ts'
import { compactPieces, type Piece, sourcePiece } from '../model/traced-text.ts'
import { type IndexRun, layOutIndex, sortSkills } from '../skills/lay-out-index.ts'
import type { SkillShare } from '../skills/share-descriptions.ts'
import { type Draft, type SizeLimit, withoutText } from './draft.ts'

type Listed = SkillsInput['skills'][number]

/** The list of skills, for an agent that has none of its own; nothing without a skill. */
export function draftSkills({ skills }: ComposeInput): readonly Draft[] {
  if (!skills || skills.skills.length === 0) return []
  const listed = sortSkills(
    skills.skills.map((skill) => ({
      ...skill,
      name: inOneLine(skill.name),
      description: inOneLine(skill.description),
    })),
  )
  const draft: Draft = {
    traits: {
      id: 'available-skills',
      element: 'available-skills',
      half: 'directives',
      // The skills of a folder and of a machine: other sessions have others.
      stability: 'session',
      sharedBy: 'session',
      priority: PRIORITY.skills,
      required: false,
      trust: listed.map(({ trust }) => trust).reduce(lowestTrust, 'operator'),
      audience: 'public',
    },
    place: 'skills',
    line: 'none',
    status: 'included',
    documents: listed.map(documentOf),
    refs: [],
    text: null,
    limit: null,
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
  const fit = (limit: SizeLimit): Draft => lay(draft, listed, limit)
  return [{ ...fit({ amount: skills.tokens, unit: 'tokens', from: 'skills.tokens' }), fit }]
}

function lay(draft: Draft, listed: readonly Listed[], { amount, unit, from }: SizeLimit): Draft {
  const size = (text: string): number => measureIn(unit, text)
  const { runs, shares } = layOutIndex(listed, { total: amount, size })
  const places = new Map(listed.map(({ name }, index) => [name, index]))
  const short = shares.filter(({ shown }) => shown !== 'whole')
  const diagnostics = tell(shares, from)
  const omitted = short.map(({ name }) => omissionOf(draft.documents, places.get(name) ?? 0))
  if (shares.every(({ shown }) => shown === 'left-out')) {
    const reason = `no room for any of it in ${from}`
    const none = withoutText(draft, { status: 'dropped', reason, because: 'budget' })
    return { ...none, diagnostics }
  }
  return {
    ...draft,
    text: compactPieces(runs.flatMap((run) => piecesOf(run, draft.documents, places))),
    ...(short.length > 0 && { status: 'cut', reason: countOf(shares) }),
    omitted,
    diagnostics,
  }
}

/** The name and the description come from the file, as far as they are shown; what is around them is ours. */
function piecesOf(
  { text, of }: IndexRun,
  documents: readonly SourceDocument[],
  places: ReadonlyMap<string, number>,
): readonly Piece[] {
  const source = of === null ? undefined : places.get(of)
  const document = documents[source ?? -1]
  if (source === undefined || document === undefined) return [{ text, inserted: 'joiner' }]
  const { start } = document.body
  const [from, to] = text.endsWith('\n') ? [BULLET.length, text.length - 1] : [0, text.length]
  const shown = text.slice(from, to)
  const whole = document.text.slice(start)
  let same = 0
  while (same < shown.length && shown[same] === whole[same]) same++
  return [
    { text: text.slice(0, from), inserted: 'joiner' },
    sourcePiece(shown.slice(0, same), source, start),
    { text: shown.slice(same), inserted: 'cut-marker' },
    { text: text.slice(to), inserted: 'joiner' },
  ]
}

const BULLET = '- '

/** What is listed of a skill, on the line that its description has in the file. */
function documentOf({ name, description, line, source: ref }: Listed): SourceDocument {
  const above = '\n'.repeat(Math.max(0, line - 1))
  const text = `${above}${name}: ${description}`
  return { ref, text, frontmatter: null, body: { start: above.length, end: text.length } }
}

function omissionOf(documents: readonly SourceDocument[], source: number): Omission {
  const line = (documents[source]?.body.start ?? 0) + 1
  return { source, lines: [line, line], reason: 'budget', headings: [] }
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** Never a description or a name without a word. */
function tell(shares: readonly SkillShare[], from: string): readonly Diagnostic[] {
  const lost = shares.filter(({ shown }) => shown === 'left-out').map(({ name }) => name)
  const shortened = count(shares, 'shortened') + count(shares, 'name')
  const all = `of ${shares.length} ${shares.length === 1 ? 'skill' : 'skills'}`
  const fix = `raise ${from}, or take out skills with skills.disabled`
  const found: Diagnostic[] = []
  if (shortened > 0) {
    const bare = count(shares, 'name')
    const message = `the descriptions ${all} find no room: ${shortened - bare} are shortened, ${bare} left out`
    found.push({ code: 'skills.shortened', severity: 'warning', message, fix })
  }
  if (lost.length > 0) {
    const some = `${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''}`
    const message = `${lost.length} ${all} are not listed: ${some}`
    found.push({ code: 'skills.left-out', severity: 'warning', message, fix })
  }
  return found
}

function countOf(shares: readonly SkillShare[]): string {
  const words = [
    [count(shares, 'shortened'), 'shortened'],
    [count(shares, 'name'), 'by name alone'],
    [count(shares, 'left-out'), 'left out'],
  ] as const
  return words.flatMap(([found, word]) => (found === 0 ? [] : [`${found} ${word}`])).join(', ')
}

function count(shares: readonly SkillShare[], shown: SkillShare['shown']): number {
  return shares.filter((one) => one.shown === shown).length
}
