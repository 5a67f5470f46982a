import { type LeadInKey, leadIn } from '../metacognition/lead-ins.ts'
import { SLOTS } from '../model/slots.ts'
import type { Language } from '../model/target.ts'
import { FRAME, inserted, type RenderElement, type RenderNode } from '../render/render-node.ts'
import type { FactsText } from './facts-text.ts'
import type { SafeDraft } from './guard-drafts.ts'

/** Arranges the sections as schema 3; empty sections and empty halves leave no element. */
export function buildTree(
  drafts: readonly SafeDraft[],
  language: Language,
  facts: FactsText | null,
): RenderElement {
  const live = drafts.filter((draft) => draft.safe !== null)
  const say = (key: LeadInKey): string => leadIn(language, key)
  const directives = [
    ...live
      .filter((draft) => draft.place === 'metacognition')
      .map((draft) => section(draft, say('onesoul'))),
    ...slots(live, 'directives', say),
    ...project(live, 'project', say),
    ...extras(live, 'directives'),
  ]
  const data = [
    ...slots(live, 'context', say),
    ...project(live, 'untrusted-project', say),
    ...extras(live, 'context'),
  ]
  return frame('agent-configuration', { 'schema-version': '3' }, [
    ...(facts ? [factsElement(facts)] : []),
    frame('directives', {}, [line(say('directives')), ...directives]),
    ...(data.length > 0 ? [context(data, say)] : []),
  ])
}

function context(data: readonly RenderNode[], say: (key: LeadInKey) => string): RenderElement {
  const notice = frame('notice', {}, [line(say('notice'))])
  return frame('context', {}, [line(say('context')), notice, ...data])
}

function slots(
  live: readonly SafeDraft[],
  half: 'directives' | 'context',
  say: (key: LeadInKey) => string,
): readonly RenderElement[] {
  return SLOTS.filter((slot) => slot.half === half).flatMap((slot) => {
    const draft = live.find(
      (candidate) => candidate.place === 'slot' && candidate.traits.id === slot.element,
    )
    if (!draft) return []
    const element = section(draft, say(slot.element as LeadInKey))
    if (!slot.wrapper) return [element]
    return [wrap(draft.traits.id, slot.wrapper, [element])]
  })
}

function project(
  live: readonly SafeDraft[],
  place: 'project' | 'untrusted-project',
  say: (key: LeadInKey) => string,
): readonly RenderElement[] {
  const files = live.filter((draft) => draft.place === place)
  if (files.length === 0) return []
  const elements = files.map((draft) =>
    section(draft, null, { path: draft.documents[0]?.ref.path ?? '' }),
  )
  return [frame('project', {}, [line(say(place)), ...elements])]
}

function extras(
  live: readonly SafeDraft[],
  half: 'directives' | 'context',
): readonly RenderElement[] {
  return live
    .filter((draft) => draft.place === 'extra' && draft.traits.half === half)
    .map((draft) => section(draft, null, { id: draft.traits.id.slice('extra:'.length) }))
}

function factsElement(facts: FactsText): RenderElement {
  const attributes = { format: 'application/json', 'schema-version': '1' }
  const body = inserted(facts.section, `${facts.text}\n`, 'facts')
  return element(facts.section, 'runtime-facts', { attributes, children: [body] })
}

/** An element with its lead-in, a blank line and its body. */
function section(
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

function frame(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly RenderNode[],
): RenderElement {
  return element(FRAME, name, { attributes, children })
}

function wrap(section: string, name: string, children: readonly RenderNode[]): RenderElement {
  return element(section, name, { attributes: {}, children })
}

/** Every element starts on a line of its own, and so does what is in it. */
function element(
  section: string,
  name: string,
  content: {
    readonly attributes: Readonly<Record<string, string>>
    readonly children: readonly RenderNode[]
  },
): RenderElement {
  return {
    kind: 'element',
    element: name,
    section,
    attributes: content.attributes,
    children: [inserted(section, '\n', 'wrapper'), ...content.children.flatMap(endLine)],
  }
}

function endLine(node: RenderNode): readonly RenderNode[] {
  return node.kind === 'element' ? [node, inserted(node.section, '\n', 'wrapper')] : [node]
}

function line(text: string): RenderNode {
  return inserted(FRAME, `${text}\n`, 'lead-in')
}
