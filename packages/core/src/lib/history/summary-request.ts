import type { HistoryMessage } from '../layers/history-message.ts'
import { blocksOf, textBlock } from './content-blocks.ts'
import type { CompactionPlan } from './plan-compaction.ts'
import { repairHistory } from './repair-history.ts'

/** What a model is asked for a summary with. */
export interface SummaryRequest {
  /**
   * The history as it was sent before, to the byte, and one instruction at its end,
   * so that a cache reads all but the instruction. Send it with the same system
   * prompt and tools; a call of a tool in the answer is no summary.
   */
  readonly messages: readonly HistoryMessage[]
  /** Tokens that the summary may take. */
  readonly maxTokens: number
}

export function summaryRequest<Message extends HistoryMessage>(
  plan: CompactionPlan<Message>,
): SummaryRequest {
  const maxTokens = Math.round(Math.min(10_000, Math.max(2000, plan.headTokens / 5)))
  // What the provider refused as too long is not sent again whole.
  const sent: readonly HistoryMessage[] = plan.overflow ? plan.head : plan.messages
  const closed = repairHistory(sent, { open: 'close' })
  const last = closed.at(-1)
  const ask = textBlock(INSTRUCTION)
  if (last?.role !== 'user')
    return { messages: [...closed, { role: 'user', content: [ask] }], maxTokens }
  const asked = { ...last, content: [...blocksOf(last), ask] }
  return { messages: [...closed.slice(0, -1), asked], maxTokens }
}

/** Whether a text is the one that asks for a summary. */
export function isSummaryRequest(text: string): boolean {
  return text === INSTRUCTION
}

const INSTRUCTION = `Stop here and write a summary of this conversation for yourself: it will stand in place of the older messages. Call no tool and answer nothing else.

Say, as far as it applies: what the user wants, with their own words where they matter; constraints and preferences; what is done, what is under way, what is blocked and by what; decisions with their reasons; files, commands, names, numbers, identifiers and errors exactly as they stood; what comes next. Leave out what no longer matters. Leave out secrets: name where one is kept, never its value. When the conversation begins with a summary, carry over what is still true of it.`
