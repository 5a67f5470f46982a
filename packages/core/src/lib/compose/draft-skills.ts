import { measureIn } from '../budget/unit.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { lowestTrust } from '../model/section.ts'
import { PRIORITY } from '../model/slots.ts'
import { compactPieces } from '../model/traced-text.ts'
import { layOutIndex, sortSkills } from '../skills/lay-out-index.ts'
import type { SkillShare } from '../skills/share-descriptions.ts'
import { type Draft, type SizeLimit, withoutText } from './draft.ts'
import { bodyOf, documentOf, headOf, type Listed, omissionOf, piecesOf } from './skill-documents.ts'

/** The list of skills, for an agent that has none of its own; nothing without a skill. */
export function draftSkills({ skills }: ComposeInput): readonly Draft[] {
  if (!skills || skills.skills.length === 0) return []
  const listed = sortSkills(
    skills.skills.map((skill) => ({
      ...skill,
      name: inOneLine(skill.name),
      description: inOneLine(skill.description),
      ...bodyOf(skill),
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
    documents: listed.map((skill) => documentOf(skill, false)),
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
  const full = new Set(shares.filter(({ shown }) => shown === 'body').map(({ name }) => name))
  const documents = listed.map((skill) => documentOf(skill, full.has(skill.name)))
  const places = new Map(listed.map(({ name }, index) => [name, index]))
  const short = shares.filter(({ shown }) => shown !== 'whole' && shown !== 'body')
  const bodiless = listed.filter(({ name, body }) => body && !full.has(name))
  const diagnostics = [...tell(shares, from), ...tellBodiless(bodiless, from)]
  const omitted = [
    ...listed.flatMap(({ name }, source) => (full.has(name) ? headOf(documents, source) : [])),
    ...short.map(({ name }) => omissionOf(documents, places.get(name) ?? 0)),
  ]
  if (shares.every(({ shown }) => shown === 'left-out')) {
    const reason = `no room for any of it in ${from}`
    const none = withoutText(draft, { status: 'dropped', reason, because: 'budget' })
    return { ...none, diagnostics }
  }
  return {
    ...draft,
    documents,
    text: compactPieces(runs.flatMap((run) => piecesOf(run, documents, places))),
    ...(short.length > 0 && { status: 'cut', reason: countOf(shares) }),
    omitted,
    diagnostics,
  }
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

/** A text that was to be there in full and is listed instead. */
function tellBodiless(bodiless: readonly Listed[], from: string): readonly Diagnostic[] {
  return bodiless.map(({ name, source: { root, path } }) => ({
    code: 'skills.not-in-full',
    severity: 'warning',
    message: `${name} is listed: its text finds no room in ${from}`,
    source: { root, path },
    fix: `raise ${from}, or take ${name} out of skills.always`,
  }))
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
