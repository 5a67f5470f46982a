import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { callIdOf, resultIdOf, withFields } from '../layers/tool-blocks.ts'
import { withBlocks } from './content-blocks.ts'

/**
 * Gives every call an id of its own and every result that of the call before it
 * which it answers; a result of no call and a second result of one are left out,
 * as is a call without an id.
 */
export function nameCalls<Message extends HistoryMessage>(
  messages: readonly Message[],
): readonly Message[] {
  const ids = new Set(messages.flatMap(idsIn))
  const names: CallNames = { taken: new Set(), ids, latest: new Map(), open: new Set() }
  return messages.map((message) => withBlocks(message, (block) => rename(block, names)))
}

interface CallNames {
  /** Ids that calls have by now. */
  readonly taken: Set<string>
  /** Every id of the history, which no new one may be. */
  readonly ids: Set<string>
  /** What the latest call of an id is called. */
  readonly latest: Map<string, string>
  /** Names of calls without a result so far. */
  readonly open: Set<string>
}

function rename(block: HistoryBlock, names: CallNames): HistoryBlock | null {
  const call = callIdOf(block)
  if (call !== null) {
    if (call === '') return null
    const name = names.taken.has(call) ? unused(call, names.ids) : call
    for (const set of [names.taken, names.ids, names.open]) set.add(name)
    names.latest.set(call, name)
    return name === call ? block : withFields(block, { id: name })
  }
  const result = resultIdOf(block)
  if (result === null) return block
  const name = names.latest.get(result)
  if (name === undefined || !names.open.delete(name)) return null
  return name === result ? block : withFields(block, { tool_use_id: name })
}

function unused(id: string, ids: ReadonlySet<string>): string {
  let copy = 2
  while (ids.has(`${id}_${copy}`)) copy++
  return `${id}_${copy}`
}

function idsIn({ content }: HistoryMessage): readonly string[] {
  return typeof content === 'string' ? [] : content.flatMap((block) => callIdOf(block) ?? [])
}
