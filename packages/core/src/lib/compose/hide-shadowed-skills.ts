import type { ComposeInput } from '../model/compose-input.ts'
import type { Omission } from '../model/manifest.ts'
import { applyEdits, type TextEdit, textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { type Draft, withoutText } from './draft.ts'
import { findSkillMentions } from './skill-mentions.ts'

/**
 * Takes out of a section what points at files of skills that give way to others
 * of the same name, whole list items, rows and paragraphs. What points at a
 * skill beside them that does not give way stays.
 */
export function hideShadowedSkills(draft: Draft, { shadowedSkills }: ComposeInput): Draft {
  if (!shadowedSkills || !draft.text || !mayLose(draft, shadowedSkills.hide)) return draft
  const names = new Set(shadowedSkills.names.map((name) => name.toLowerCase()))
  const found = findHidden(draft, (name) => names.has(name.toLowerCase()))
  if (found.edits.length === 0) return draft
  const skills = [...new Set(found.skills.map((name) => name.toLowerCase()))].sort()
  const owner = shadowedSkills.hide === 'user' ? 'the work tree has' : 'you have'
  const reason = `shadowed: ${owner} ${skills.join(', ')} too`
  const text = applyEdits(draft.text, found.edits)
  if (textOf(text).trim() === '') {
    return withoutText(draft, { status: 'shadowed', reason, because: 'shadowed' })
  }
  return { ...draft, reason, text, omitted: [...draft.omitted, ...found.omitted] }
}

/** Rules of a person give way to the work tree's skills, or its trusted files to those of the person. */
function mayLose({ place, traits }: Draft, hide: 'user' | 'project'): boolean {
  if (hide === 'project') return place === 'project'
  return place === 'slot' && traits.half === 'directives'
}

interface Hidden {
  readonly edits: readonly TextEdit[]
  readonly omitted: readonly Omission[]
  readonly skills: readonly string[]
}

function findHidden({ text, documents }: Draft, givesWay: (skill: string) => boolean): Hidden {
  const edits: TextEdit[] = []
  const omitted: Omission[] = []
  const skills: string[] = []
  let offset = 0
  for (const piece of text?.pieces ?? []) {
    const begin = offset
    offset += piece.text.length
    if ('inserted' in piece) continue
    const lines = createLineIndex(documents[piece.source]?.text ?? '')
    for (const { start, end, skills: named } of findSkillMentions(piece.text, givesWay)) {
      edits.push({ start: begin + start, end: begin + end, text: '' })
      const range = lines.linesOf(piece.start + start, piece.start + end)
      omitted.push({ source: piece.source, lines: range, reason: 'shadowed', headings: [] })
      skills.push(...named)
    }
  }
  return { edits, omitted, skills }
}
