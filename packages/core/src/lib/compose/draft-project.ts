import type { ComposeInput, ProjectInput } from '../model/compose-input.ts'
import type { Audience, SectionTraits } from '../model/section.ts'
import { PRIORITY } from '../model/slots.ts'
import { maySee, parseAudience } from '../select/audience.ts'
import { type Draft, withoutText } from './draft.ts'
import { frontmatterOmission, joinBodies } from './draft-slots.ts'

/** One draft per instruction file of the work tree, in reading order: the root's first, the nearest last. */
export function draftProject(input: ComposeInput): readonly Draft[] {
  return input.project.map((file, index) => draftFile(file, index, input))
}

function draftFile(file: ProjectInput, index: number, input: ComposeInput): Draft {
  const { budget } = input.settings
  const draft: Draft = {
    traits: traitsOf(file, index),
    place: file.trusted ? 'project' : 'untrusted-project',
    line: 'project',
    status: 'included',
    ...(file.reason !== undefined && { reason: file.reason }),
    documents: [file.document],
    ...(file.appliesTo !== undefined && { appliesTo: file.appliesTo }),
    refs: [],
    text: joinBodies([file.document]),
    limit: { amount: budget.project, unit: budget.unit, from: 'budget.project' },
    keep: file.document.frontmatter?.keep ?? [],
    omitted: frontmatterOmission(file.document, 0),
    changes: [],
    diagnostics: [],
  }
  const reason = file.reason ?? 'it is not needed here'
  if (file.delivery === 'native') {
    return withoutText(draft, { status: 'native', reason, because: 'native' })
  }
  if (file.delivery === 'duplicate') {
    return withoutText(draft, { status: 'shadowed', reason, because: 'duplicate' })
  }
  if (file.delivery === 'shadowed') {
    return withoutText(draft, { status: 'shadowed', reason, because: 'shadowed' })
  }
  const { audience } = draft.traits
  if (maySee(input.target.viewer, audience)) return draft
  const hidden = `for ${audience}, seen by ${input.target.viewer}`
  return withoutText(draft, { status: 'excluded', reason: hidden, because: 'audience' })
}

/** Everybody's, unless its frontmatter narrows it; what an agent reads by itself nobody can narrow. */
function audienceOf({ document, delivery }: ProjectInput): Audience {
  const stated = document.frontmatter?.audience ?? ''
  return (delivery === 'inject' ? parseAudience(stated) : undefined) ?? 'public'
}

/** Of two project files the one of higher rank is kept longer, else the one that comes later. */
function traitsOf(file: ProjectInput, index: number): SectionTraits {
  return {
    id: `project:${file.document.ref.path}`,
    element: 'project-file',
    half: file.trusted ? 'directives' : 'context',
    stability: 'session',
    sharedBy: 'session',
    priority: PRIORITY.project + Math.max(0, Math.min(file.rank ?? index, 49)),
    required: false,
    trust: file.trusted ? 'operator' : 'project',
    audience: audienceOf(file),
  }
}
