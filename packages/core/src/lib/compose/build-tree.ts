import { type LeadInKey, leadIn } from '../metacognition/lead-ins.ts'
import { SLOTS } from '../model/slots.ts'
import type { Language } from '../model/target.ts'
import { FRAME, inserted, type RenderElement, type RenderNode } from '../render/render-node.ts'
import type { FactsText } from './facts-text.ts'
import type { SafeDraft } from './guard-drafts.ts'
import { addedElements, element, sectionElement } from './tree-elements.ts'

export interface TreeOptions {
  readonly language: Language
  readonly facts: FactsText | null
  /**
   * `document`: facts first. `blocks`: what never changes first, facts last, so
   * that the tree can be divided into parts by how often they change.
   */
  readonly order: 'document' | 'blocks'
}

/** Arranges the sections as schema 3; empty sections and empty halves leave no element. */
export function buildTree(drafts: readonly SafeDraft[], options: TreeOptions): RenderElement {
  const live = drafts.filter((draft) => draft.safe !== null)
  const say = (key: LeadInKey): string => leadIn(options.language, key)
  const data = [
    ...slots(live, 'context', say),
    ...project(live, 'untrusted-project', say),
    ...addedElements(live, 'context'),
  ]
  const facts = options.facts ? [factsElement(options.facts)] : []
  const halves = [
    frame('directives', {}, [line(say('directives')), ...directives(live, options, say)]),
    ...(data.length > 0 ? [context(data, say)] : []),
  ]
  const children = options.order === 'blocks' ? [...halves, ...facts] : [...facts, ...halves]
  return frame('agent-configuration', { 'schema-version': '3' }, children)
}

function directives(
  live: readonly SafeDraft[],
  { order }: TreeOptions,
  say: (key: LeadInKey) => string,
): readonly RenderElement[] {
  const own = [
    ...live
      .filter((draft) => draft.place === 'metacognition')
      .map((draft) => sectionElement(draft, say('onesoul'))),
    ...slots(live, 'directives', say),
  ]
  const files = project(live, 'project', say)
  if (order === 'document') {
    return [...own, ...files, ...guidance(live), ...addedElements(live, 'directives')]
  }
  const fixed = live.filter((draft) => draft.traits.stability === 'fixed')
  const later = live.filter((draft) => draft.traits.stability !== 'fixed')
  return [
    ...own,
    ...guidance(fixed),
    ...addedElements(fixed, 'directives'),
    ...files,
    ...guidance(later),
    ...addedElements(later, 'directives'),
  ]
}

function guidance(live: readonly SafeDraft[]): readonly RenderElement[] {
  return live
    .filter((draft) => draft.place === 'skills' || draft.place === 'guidance')
    .map((draft) => sectionElement(draft, null))
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
    const body = sectionElement(draft, say(slot.element as LeadInKey))
    if (!slot.wrapper) return [body]
    return [element(draft.traits.id, slot.wrapper, { attributes: {}, children: [body] })]
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
    sectionElement(draft, null, {
      path: draft.documents[0]?.ref.path ?? '',
      ...(draft.appliesTo !== undefined && { 'applies-to': draft.appliesTo }),
    }),
  )
  return [frame('project', {}, [line(say(place)), ...elements])]
}

function factsElement(facts: FactsText): RenderElement {
  const attributes = { format: 'application/json', 'schema-version': '1' }
  const body = inserted(facts.section, `${facts.text}\n`, 'facts')
  return element(facts.section, 'runtime-facts', { attributes, children: [body] })
}

function frame(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly RenderNode[],
): RenderElement {
  return element(FRAME, name, { attributes, children })
}

function line(text: string): RenderNode {
  return inserted(FRAME, `${text}\n`, 'lead-in')
}
