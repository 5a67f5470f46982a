import type { HistoryMessage } from '../layers/history-message.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { blocksOf } from './content-blocks.ts'
import type { CompactionPlan } from './plan-compaction.ts'
import { frameSummary } from './summary-frame.ts'
import { type SummaryRequest, summaryRequest } from './summary-request.ts'

export interface CompactionPorts {
  /** Asks a model for the summary and gives its text; throws when there is none. */
  readonly summarise: (request: SummaryRequest) => Promise<string>
  /** Saves what is worth remembering of messages that are about to go; throws when it could not. Default: nothing to save. */
  readonly flush?: (messages: readonly HistoryMessage[]) => Promise<void>
}

/** What a session remembers of its compactions: plain data, stored with it. */
export interface CompactionMemory {
  /** Summaries that failed since the last one that succeeded. */
  readonly failures: number
  /** Flushes that failed since the last one that succeeded. */
  readonly flushFailures: number
}

export const NO_FAILURES: CompactionMemory = { failures: 0, flushFailures: 0 }

export interface CompactionResult<Message> {
  /** `kept`: the history is as it was; `compacted`: it begins with a summary. */
  readonly outcome: 'compacted' | 'kept'
  readonly messages: readonly Message[]
  /** Whether what went was saved before. */
  readonly flushed: boolean
  readonly memory: CompactionMemory
  /** What a person should be told: `history.summary-failed`, `history.flush-failed`, `history.compaction-paused`. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Attempts in a row that may fail before the caller is left in peace. */
const MAX_FAILURES = 3

/** One session's compaction; see `createCompaction`. */
export type Compaction = <Message extends HistoryMessage>(
  plan: CompactionPlan<Message>,
  memory: CompactionMemory,
) => Promise<CompactionResult<Message>>

/**
 * Compaction of one session: saves what goes, has it summarised and puts the summary
 * before the messages that stay, as part of a message of the person, never alone.
 * Whatever fails, the history stays whole and the result says so; after three
 * failures in a row it is not tried again until the provider refuses a request, and
 * then once. A flush that fails puts the compaction off, three times at most. While
 * one runs, a second call (a flush that fills the history) changes nothing.
 */
export function createCompaction(ports: CompactionPorts): Compaction {
  let runs = false
  return async (plan, memory) => {
    if (!plan.due || runs) return kept(plan, memory)
    if (memory.failures >= (plan.overflow ? MAX_FAILURES + 1 : MAX_FAILURES)) {
      return kept(plan, memory, [paused(memory)])
    }
    runs = true
    try {
      return await compactHistory(plan, ports, memory)
    } finally {
      runs = false
    }
  }
}

async function compactHistory<Message extends HistoryMessage>(
  plan: CompactionPlan<Message>,
  ports: CompactionPorts,
  memory: CompactionMemory,
): Promise<CompactionResult<Message>> {
  const unsaved = await flushHead(plan, ports)
  const flushFailures = unsaved === null ? 0 : memory.flushFailures + 1
  const told = unsaved === null ? [] : [flushFailed(unsaved, flushFailures)]
  if (unsaved !== null && !plan.overflow && flushFailures < MAX_FAILURES) {
    return kept(plan, { ...memory, flushFailures }, told)
  }
  try {
    const messages = shortened(plan, await ports.summarise(summaryRequest(plan)))
    return {
      outcome: 'compacted',
      messages,
      flushed: ports.flush !== undefined && unsaved === null,
      memory: { failures: 0, flushFailures },
      diagnostics: told,
    }
  } catch (error) {
    const failures = memory.failures + 1
    return kept(plan, { failures, flushFailures }, [...told, summaryFailed(error, failures)])
  }
}

/** What kept the head from being saved; `null` when it is. */
async function flushHead<Message extends HistoryMessage>(
  plan: CompactionPlan<Message>,
  { flush }: CompactionPorts,
): Promise<string | null> {
  try {
    await flush?.(plan.head)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** The history with the summary in place of its head; throws when that is no gain. */
function shortened<Message extends HistoryMessage>(
  plan: CompactionPlan<Message>,
  summary: string,
): readonly Message[] {
  if (summary.trim() === '') throw new Error('the summary is empty')
  const { head, tail, lastSaid, pinned, running, count } = plan
  const framed = frameSummary({ summary: summary.trim(), pinned, running })
  const [first, ...rest] = tail
  const template = head[0]
  if (first === undefined || template === undefined) return plan.messages
  const messages =
    first.role === 'user'
      ? [{ ...first, content: [framed, ...blocksOf(first)] }, ...rest]
      : [{ ...template, content: [framed, ...lastSaid] }, ...tail]
  const tokens = messages.reduce((sum, message) => sum + count(message), 0)
  if (tokens < plan.tokens) return messages
  throw new Error(`the summary saves nothing: ${tokens} tokens instead of ${plan.tokens}`)
}

function kept<Message>(
  plan: CompactionPlan<Message>,
  memory: CompactionMemory,
  diagnostics: readonly Diagnostic[] = [],
): CompactionResult<Message> {
  return { outcome: 'kept', messages: plan.messages, flushed: false, memory, diagnostics }
}

function summaryFailed(error: unknown, failures: number): Diagnostic {
  return {
    code: 'history.summary-failed',
    severity: 'warning',
    message: `the conversation was not shortened (attempt ${failures} of ${MAX_FAILURES}): ${reasonOf(error)}; all of it is still there`,
  }
}

function flushFailed(reason: string, failures: number): Diagnostic {
  return {
    code: 'history.flush-failed',
    severity: 'warning',
    message: `what goes was not saved to memory (attempt ${failures} of ${MAX_FAILURES}): ${reason}`,
  }
}

function paused({ failures }: CompactionMemory): Diagnostic {
  return {
    code: 'history.compaction-paused',
    severity: 'warning',
    message: `the conversation is no longer shortened: ${failures} attempts in a row failed`,
    fix: 'Begin a new session, or cut the history.',
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
