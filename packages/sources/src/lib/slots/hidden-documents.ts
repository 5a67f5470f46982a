import type { HiddenDocument, SlotResolution, SourceDocument } from '@onesoul/core'
import { readScope, type SlotSearch } from './read-scope.ts'
import type { ScopeLevel } from './slot-place.ts'

interface HiddenInput {
  readonly search: SlotSearch
  readonly levels: readonly ScopeLevel[]
  readonly resolution: SlotResolution
}

type Hiding = Pick<HiddenDocument, 'status' | 'reason' | 'rule'>

/** Reads every file of a slot that does not reach the prompt, with the rule that hides it. */
export async function describeHidden(input: HiddenInput): Promise<readonly HiddenDocument[]> {
  const { search, levels, resolution } = input
  const used = new Set('documents' in resolution ? resolution.documents.map(pathOf) : [])
  const hidden: HiddenDocument[] = []
  for (const level of levels) {
    const { result } = await readScope(search, level)
    if (result.outcome === 'failed') continue
    const isStarter = result.outcome === 'missing'
    const documents = isStarter ? result.unused : result.documents
    for (const document of documents) {
      if (used.has(pathOf(document))) continue
      const hiding = isStarter && resolution.outcome !== 'excluded' ? STARTER : whyHidden(input)
      hidden.push({ section: search.slot.element, document, ...hiding })
    }
  }
  return hidden
}

const STARTER: Hiding = {
  status: 'missing',
  reason: 'excluded',
  rule: 'an unedited starter SOUL counts as missing',
}

function whyHidden({ search, resolution }: HiddenInput): Hiding {
  switch (resolution.outcome) {
    case 'excluded':
      return { status: 'excluded', reason: 'excluded', rule: `excluded by ${resolution.by}` }
    case 'failed': {
      const rule = `${resolution.source.path} stands before it and cannot be read`
      return { status: 'blocked', reason: 'unreadable', rule }
    }
    case 'cleared': {
      const rule = `cleared by ${winner(resolution.documents)}, which is empty on purpose`
      return { status: 'cleared', reason: 'cleared', rule }
    }
    default:
      return { status: 'shadowed', reason: 'shadowed', rule: shadowRule(search, resolution) }
  }
}

function shadowRule({ place }: SlotSearch, resolution: SlotResolution): string {
  const documents = 'documents' in resolution ? resolution.documents : []
  const whom = place.bot ?? place.platform
  const target = place.bot ? ` for bot ${whom}` : whom ? ` for platform ${whom}` : ''
  return `shadowed${target} by ${winner(documents)} (no merge; \`inherit: append\` would join them)`
}

function winner(documents: readonly SourceDocument[]): string {
  return documents.map(pathOf).join(', ')
}

function pathOf(document: SourceDocument): string {
  return document.ref.path
}
