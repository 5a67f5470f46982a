import { canonical } from './canonical.ts'
import { type ComposedParts, compositionLayers } from './composition-layers.ts'
import { ownText } from './conversation.ts'
import type { OwnRole } from './message-shape.ts'
import type { RequestLayer } from './plan-request.ts'
import { type MakeBlockOptions, makeBlock } from './wire-block.ts'

/** What a block of the head was in the request. */
export type HeadValue<Tool> =
  | { readonly is: 'tool'; readonly tool: Tool }
  | { readonly is: 'system'; readonly text: string }
  | { readonly is: 'own'; readonly text: string }

export interface HeadOptions<Tool> {
  readonly composition: ComposedParts
  /** In any order. */
  readonly tools: readonly Tool[]
  readonly nameOf: (tool: Tool) => string
  /** Whether a mark may stand on a tool. */
  readonly marksTools: boolean
  /** In whose name a conversation is told what changed. */
  readonly changeRole: OwnRole
  readonly made: MakeBlockOptions
}

/**
 * The head of a request as layers: the tools in the order of their names, with
 * the keys of their schemas in order, so that equal ones are equal bytes; then the
 * parts of the composition.
 */
export function headLayers<Tool>(options: HeadOptions<Tool>): RequestLayer<HeadValue<Tool>>[] {
  const { composition, tools, nameOf, marksTools, changeRole, made } = options
  const sorted = tools
    .map((tool) => canonical(tool))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
  const toolBlocks = sorted.map((tool) => {
    const facts = { part: 'tools', kind: 'tool', scope: 'bot', markable: marksTools } as const
    return makeBlock<HeadValue<Tool>>({ is: 'tool', tool }, facts, { ...made, reads: tool })
  })
  const parts = compositionLayers(composition).map(
    ({ id, scope, text, change }): RequestLayer<HeadValue<Tool>> => {
      const facts = { part: 'system', kind: 'text', scope, markable: text.trim() !== '' } as const
      const reads = { type: 'text', text }
      const block = makeBlock<HeadValue<Tool>>({ is: 'system', text }, facts, { ...made, reads })
      const told = change && ownText(change, { role: changeRole, scope: 'session' }, made)
      return { id, scope, blocks: [block], ...(told && { change: told }) }
    },
  )
  return toolBlocks.length === 0
    ? parts
    : [{ id: 'tools', scope: 'bot', blocks: toolBlocks }, ...parts]
}
