import type { HistoryBlock } from './history-message.ts'

/** A field of a block whose type says nothing about it; `undefined` when it has none of that name. */
export function fieldOf(block: HistoryBlock, name: string): unknown {
  return Object.hasOwn(block, name) ? Reflect.get(block, name) : undefined
}

/** A block with other values in some of its fields. */
export function withFields(
  block: HistoryBlock,
  fields: Readonly<Record<string, unknown>>,
): HistoryBlock {
  return { ...block, ...fields }
}

/** The id of a tool call; `null` for any other block, `''` for a call without one. */
export function callIdOf(block: HistoryBlock): string | null {
  return block.type === 'tool_use' ? textOrNone(fieldOf(block, 'id')) : null
}

/** The id of the call that a tool result answers; `null` for any other block, `''` for a result without one. */
export function resultIdOf(block: HistoryBlock): string | null {
  return block.type === 'tool_result' ? textOrNone(fieldOf(block, 'tool_use_id')) : null
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
