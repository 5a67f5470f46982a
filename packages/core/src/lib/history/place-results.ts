import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { mergeRoles } from '../layers/merge-roles.ts'
import { callIdOf, resultIdOf } from '../layers/tool-blocks.ts'
import { blocksOf, withBlocks } from './content-blocks.ts'

export type OpenCalls = 'keep' | 'close'

/** What the model reads where a result should be. */
const UNKNOWN_OUTCOME =
  'No result was recorded. The call may have run: find out before you repeat it.'

interface ResultBlock extends HistoryBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string
  readonly is_error: true
}

/** Puts every result at the head of the message after its call, and a note where there is none. */
export function placeResults<Message extends HistoryMessage>(
  messages: readonly Message[],
  open: OpenCalls,
): readonly Message[] {
  const { kept, late } = liftResults(messages)
  const end = kept.findLastIndex(({ role }) => role !== 'system')
  return kept.flatMap((message, index) => {
    const waits = open === 'keep' && index === end
    const calls = callsOf(message)
    if (calls.length > 0 && kept[index + 1]?.role !== 'user') {
      const due = waits ? calls.filter((id) => late.has(id)) : calls
      return due.length === 0
        ? [message]
        : [message, { ...message, role: 'user' as const, content: answers(due, late) }]
    }
    const asked = message.role === 'user' ? callsOf(kept[index - 1]) : []
    if (asked.length === 0) return [message]
    const more = waits && blocksOf(message).every(isResult)
    return [answered(message, { asked, late, waits: more })]
  })
}

/** Takes out the results that do not follow their calls. */
function liftResults<Message extends HistoryMessage>(
  messages: readonly Message[],
): { readonly kept: readonly Message[]; readonly late: ReadonlyMap<string, HistoryBlock> } {
  const late = new Map<string, HistoryBlock>()
  const left = messages.map((message, index) => {
    const asked = callsOf(messages[index - 1])
    return withBlocks(message, (block) => {
      const id = resultIdOf(block)
      if (id === null || asked.includes(id)) return block
      late.set(id, block)
      return null
    })
  })
  return { kept: mergeRoles(left.filter(({ content }) => content.length > 0)), late }
}

interface Answering {
  /** Ids of the calls that the message follows. */
  readonly asked: readonly string[]
  readonly late: ReadonlyMap<string, HistoryBlock>
  /** Whether results may still come. */
  readonly waits: boolean
}

function answered<Message extends HistoryMessage>(message: Message, answering: Answering): Message {
  const { asked, late, waits } = answering
  const blocks = blocksOf(message)
  const here = new Set(blocks.flatMap((block) => resultIdOf(block) ?? []))
  const missing = asked.filter((id) => !here.has(id) && (late.has(id) || !waits))
  const ordered =
    blocks.findIndex((block) => !isResult(block)) >= here.size || here.size === blocks.length
  if (missing.length === 0 && ordered) return message
  const content = [
    ...blocks.filter(isResult),
    ...answers(missing, late),
    ...blocks.filter((block) => !isResult(block)),
  ]
  return { ...message, content }
}

function answers(
  calls: readonly string[],
  late: ReadonlyMap<string, HistoryBlock>,
): readonly HistoryBlock[] {
  return calls.map((id) => late.get(id) ?? unknownOutcome(id))
}

function unknownOutcome(id: string): ResultBlock {
  return { type: 'tool_result', tool_use_id: id, content: UNKNOWN_OUTCOME, is_error: true }
}

function isResult(block: HistoryBlock): boolean {
  return block.type === 'tool_result'
}

function callsOf(message: HistoryMessage | undefined): readonly string[] {
  if (message === undefined || typeof message.content === 'string') return []
  return message.content.flatMap((block) => callIdOf(block) ?? [])
}
