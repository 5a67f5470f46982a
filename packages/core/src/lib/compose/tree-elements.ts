import { inserted, type RenderElement, type RenderNode } from '../render/render-node.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface ElementContent {
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly RenderNode[]
}

/** An element that starts on a line of its own, and so does every element in it. */
export function element(section: string, name: string, content: ElementContent): RenderElement {
  return {
    kind: 'element',
    element: name,
    section,
    attributes: content.attributes,
    children: [inserted(section, '\n', 'wrapper'), ...content.children.flatMap(endLine)],
  }
}

/** The element of a section: its lead-in and a blank line, if there is one, then its body. */
export function sectionElement(
  draft: SafeDraft,
  lead: string | null,
  attributes: Readonly<Record<string, string>> = {},
): RenderElement {
  const { id } = draft.traits
  const children: RenderNode[] = []
  if (lead !== null) children.push(inserted(id, `${lead}\n\n`, 'lead-in'))
  const pieces = draft.safe?.pieces ?? []
  children.push({ kind: 'text', section: id, pieces })
  if (!pieces.at(-1)?.text.endsWith('\n')) children.push(inserted(id, '\n', 'wrapper'))
  return element(id, draft.traits.element, { attributes, children })
}

/** The elements of the sections that a caller added, of one half, each with the id that the caller gave it. */
export function addedElements(
  live: readonly SafeDraft[],
  half: 'directives' | 'context',
): readonly RenderElement[] {
  return live
    .filter((draft) => draft.place === 'extra' && draft.traits.half === half)
    .map((draft) => sectionElement(draft, null, { id: givenId(draft) }))
}

/** `docs` of `extra:docs`. */
function givenId(draft: SafeDraft): string {
  return draft.traits.id.slice(draft.traits.id.indexOf(':') + 1)
}

function endLine(node: RenderNode): readonly RenderNode[] {
  return node.kind === 'element' ? [node, inserted(node.section, '\n', 'wrapper')] : [node]
}
