import type { Diagnostic } from '@onesoul/core'
import type { CacheUsage } from '@onesoul/core/cache'
import {
  type CompactionMemory,
  type CompactionPlan,
  createCompaction,
  type HistoryBlock,
  type HistoryMessage,
  NO_FAILURES,
  planCompaction,
  repairHistory,
} from '@onesoul/core/history'
import { needsExactCount } from '@onesoul/core/tokens'
import type { CountRequest, LoopModel, ModelAnswer, ModelRequest } from './loop-model.ts'
import { failed, type LoopTool, type ToolResult } from './loop-tool.ts'
import { countedBy, type KnownSize, nextSize } from './next-size.ts'
import { type AskPermission, callsOf, resultOf, runCalls, type ToolCall } from './run-calls.ts'
import {
  RequestFailedError,
  type RetryNote,
  type RetryOptions,
  sendPatiently,
} from './send-patiently.ts'

/** What happens in a turn, in order. */
export type LoopEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'result'; readonly call: ToolCall; readonly result: ToolResult }
  | { readonly type: 'answer'; readonly usage: CacheUsage; readonly outputTokens: number }
  | ({ readonly type: 'retry' } & RetryNote)
  | { readonly type: 'compacted'; readonly before: number; readonly after: number }
  | { readonly type: 'notice'; readonly diagnostic: Diagnostic }

export interface LoopLimits {
  /** Requests to the model in one turn of the person. Default: 50. */
  readonly requests?: number
  /** Tokens in one turn of the person, read, written and answered, at their price in uncached input tokens. Default: none. */
  readonly cost?: number
}

export interface ToolLoopOptions {
  readonly model: LoopModel
  readonly tools: readonly LoopTool[]
  /** Asked before a tool that changes something. Default: nothing is allowed. */
  readonly ask?: AskPermission
  readonly limits?: LoopLimits
  readonly retry?: RetryOptions
  /** The conversation so far. Default: none. */
  readonly history?: readonly HistoryMessage[]
  /** Facts that a compaction keeps word for word. */
  readonly pinned?: readonly string[]
  /** Saves what a compaction takes away. */
  readonly flush?: (messages: readonly HistoryMessage[]) => Promise<void>
  /**
   * Stores the conversation: it is awaited when the person said something, before
   * tools run, before their results are sent and at the end of a turn, so that
   * whoever goes on after a kill knows what may have been done. What it rejects with
   * ends the turn.
   */
  readonly keep?: (messages: readonly HistoryMessage[]) => Promise<void>
  readonly onEvent?: (event: LoopEvent) => void
}

export interface TurnInput {
  readonly text: string
  /** For the requests of this turn alone, as a clock. */
  readonly volatile?: readonly string[]
  readonly signal?: AbortSignal
}

/** How a turn ended; `done`: the model had nothing more to do. */
export interface TurnOutcome {
  readonly end: 'done' | 'length' | 'refusal' | 'limit' | 'aborted' | 'failed'
  /** What the model said last. */
  readonly text: string
  /** One sentence; `''` when it is done. */
  readonly reason: string
  readonly requests: number
  /** Of all requests together. */
  readonly cost: number
}

/** A conversation with a model that may use tools. */
export interface ToolLoop {
  /** One turn of the person: requests and tools until the model is done. One at a time. */
  readonly turn: (input: TurnInput) => Promise<TurnOutcome>
  /** Always valid: every call has its result. */
  readonly history: () => readonly HistoryMessage[]
}

/** Tokens of an answer cost about five times as many of a request. */
const OUTPUT_PRICE = 5

const CUT_OFF = failed('not run: the answer was cut off before it was whole')

/** A loop that asks nobody allows nothing. */
const DENIES: AskPermission = async () => ({ deny: 'nobody is there to allow it' })

/**
 * Creates a loop around a model: it sends the conversation, runs the tools that
 * the model calls, and goes on until it calls none. What a tool says is data: it
 * can neither allow anything nor change a limit.
 */
export function createToolLoop(options: ToolLoopOptions): ToolLoop {
  const loop = new Loop(options)
  return { turn: (input) => loop.turn(input), history: () => loop.history }
}

interface TurnState {
  readonly input: TurnInput
  readonly signal: AbortSignal
  requests: number
  cost: number
  text: string
  /** Whether the last request was refused as too long, and a compaction followed. */
  overflowed: boolean
}

class Loop {
  history: readonly HistoryMessage[]
  readonly #options: ToolLoopOptions
  readonly #tools: ReadonlyMap<string, LoopTool>
  #memory: CompactionMemory = NO_FAILURES
  #busy = false
  #known: KnownSize | null = null
  /** Whether the model may be asked to count; a count that failed is not tried again. */
  #counts = true

  constructor(options: ToolLoopOptions) {
    this.#options = options
    this.history = repairHistory(options.history ?? [])
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]))
  }

  async turn(input: TurnInput): Promise<TurnOutcome> {
    if (this.#busy) throw new TypeError('a turn is under way; wait for it or stop it')
    this.#busy = true
    const signal = input.signal ?? new AbortController().signal
    const state = { input, signal, requests: 0, cost: 0, text: '', overflowed: false }
    try {
      this.#say({ role: 'user', content: input.text })
      await this.#keep()
      const outcome = await this.#outcomeOf(state)
      await this.#keep()
      return outcome
    } finally {
      this.#busy = false
    }
  }

  async #outcomeOf(state: TurnState): Promise<TurnOutcome> {
    try {
      return await this.#untilDone(state)
    } catch (error) {
      return ended(state, ...endOf(error, state.signal))
    }
  }

  async #keep(): Promise<void> {
    await this.#options.keep?.(this.history)
  }

  async #untilDone(state: TurnState): Promise<TurnOutcome> {
    const { requests = 50, cost = Number.POSITIVE_INFINITY } = this.#options.limits ?? {}
    for (;;) {
      if (state.requests >= requests) return ended(state, 'limit', `${requests} requests were made`)
      if (state.cost >= cost) {
        return ended(state, 'limit', `${Math.round(state.cost)} of ${cost} tokens are spent`)
      }
      const answer = await this.#ask(state)
      if (answer === null) continue
      const calls = callsOf(answer.content)
      if (calls.length === 0) return ended(state, ...stopOf(answer))
      if (answer.stop !== 'tool-calls') {
        // The last call may be cut off: half of a command is another command.
        this.#say({ role: 'user', content: calls.map((call) => resultOf(call, CUT_OFF)) })
        return ended(state, ...stopOf(answer))
      }
      await this.#keep()
      for (const call of calls) this.#emit({ type: 'call', call })
      const results = await runCalls(calls, {
        tools: this.#tools,
        ask: this.#options.ask ?? DENIES,
        signal: state.signal,
        onResult: (call, result) => {
          state.cost += result.cost ?? 0
          this.#emit({ type: 'result', call, result })
        },
      })
      this.#say({ role: 'user', content: results })
      await this.#keep()
      state.signal.throwIfAborted()
    }
  }

  /** One request; null: the history was too long and was shortened. */
  async #ask(state: TurnState): Promise<ModelAnswer | null> {
    await this.#compact(state, false)
    const answer = await this.#send(state, {
      messages: this.history,
      kind: endsWithResults(this.history) ? 'tool' : 'human',
    })
    if (answer === 'too-long') return null
    state.text = textOf(answer.content)
    // An answer of nothing is no message that the API would take back.
    if (answer.content.length > 0) this.#say({ role: 'assistant', content: answer.content })
    const tokens = answer.usage.total + answer.outputTokens
    this.#known = { tokens, messages: this.history.length }
    return answer
  }

  async #send(
    state: TurnState,
    what: Pick<ModelRequest, 'messages' | 'kind'>,
  ): Promise<ModelAnswer | 'too-long'> {
    const { model, retry = {} } = this.#options
    const isTold = what.kind !== 'compaction'
    const request: ModelRequest = {
      ...this.#requestOf(state, what),
      onText: (text) => isTold && this.#emit({ type: 'text', text }),
    }
    state.requests++
    try {
      const onRetry = (note: RetryNote): void => this.#emit({ type: 'retry', ...note })
      const answer = await sendPatiently(model, request, { ...retry, onRetry })
      state.cost += answer.usage.cost + answer.outputTokens * OUTPUT_PRICE
      this.#emit({ type: 'answer', usage: answer.usage, outputTokens: answer.outputTokens })
      return answer
    } catch (error) {
      const isTooLong = error instanceof RequestFailedError && error.failure.is === 'too-long'
      if (!isTooLong || !isTold || state.overflowed) throw error
      state.overflowed = true
      await this.#compact(state, true)
      return 'too-long'
    }
  }

  #requestOf(
    { input, signal }: TurnState,
    what: Pick<ModelRequest, 'messages' | 'kind'>,
  ): CountRequest {
    const volatile = what.kind === 'compaction' ? [] : (input.volatile ?? [])
    return { ...what, tools: [...this.#tools.values()], volatile, signal }
  }

  /** What a compaction would do now, by the provider's count where an estimate cannot tell. */
  async #plan(state: TurnState, overflow: boolean): Promise<CompactionPlan<HistoryMessage>> {
    const { model, pinned = [] } = this.#options
    const { tokens: used, guessed } = nextSize(this.history, this.#known)
    const options = { window: model.window, used, pinned, overflow }
    const plan = planCompaction(this.history, options)
    const isClose = needsExactCount(plan.used, [plan.limit], { guessed })
    if (overflow || !isClose || !model.count || !this.#counts) return plan
    const kind = endsWithResults(this.history) ? 'tool' : 'human'
    const found = await countedBy(model, this.#requestOf(state, { messages: this.history, kind }))
    if (typeof found === 'number') {
      this.#known = { tokens: found, messages: this.history.length }
      return planCompaction(this.history, { ...options, counted: found })
    }
    this.#counts = false
    this.#emit({ type: 'notice', diagnostic: found })
    return plan
  }

  async #compact(state: TurnState, overflow: boolean): Promise<void> {
    const { flush } = this.#options
    const plan = await this.#plan(state, overflow)
    if (!plan.due) return
    const summarise = createCompaction({
      summarise: async ({ messages }) => {
        const answer = await this.#send(state, { messages, kind: 'compaction' })
        return answer === 'too-long' ? '' : textOf(answer.content)
      },
      ...(flush && { flush }),
    })
    const { outcome, messages, memory, diagnostics } = await summarise(plan, this.#memory)
    this.#memory = memory
    for (const diagnostic of diagnostics) this.#emit({ type: 'notice', diagnostic })
    if (outcome === 'kept') return
    this.#emit({ type: 'compacted', before: this.history.length, after: messages.length })
    this.history = messages
    this.#known = null
  }

  #say(message: HistoryMessage): void {
    const last = this.history.at(-1)
    this.history =
      last?.role === message.role
        ? [...this.history.slice(0, -1), joined(last, message)]
        : [...this.history, message]
  }

  #emit(event: LoopEvent): void {
    this.#options.onEvent?.(event)
  }
}

function endsWithResults(history: readonly HistoryMessage[]): boolean {
  const content = history.at(-1)?.content
  return Array.isArray(content) && content.some(({ type }) => type === 'tool_result')
}

/** A turn that failed leaves the person's message last; the next one joins it. */
function joined(a: HistoryMessage, b: HistoryMessage): HistoryMessage {
  return { role: a.role, content: [...blocksIn(a), ...blocksIn(b)] }
}

function blocksIn({ content }: HistoryMessage): readonly HistoryBlock[] {
  if (typeof content !== 'string') return content
  const block = { type: 'text', text: content }
  return [block]
}

function textOf(content: readonly HistoryBlock[]): string {
  return content
    .flatMap((block) => ('text' in block && block.type === 'text' ? [String(block.text)] : []))
    .join('\n')
}

type End = readonly [end: TurnOutcome['end'], reason: string]

function stopOf({ stop }: ModelAnswer): End {
  if (stop === 'length') return ['length', 'the answer reached its longest length']
  if (stop === 'refusal') return ['refusal', 'the model refused to answer']
  if (stop === 'context-full') return ['length', 'the context is full']
  return ['done', '']
}

function endOf(error: unknown, signal: AbortSignal): End {
  if (signal.aborted) return ['aborted', 'the turn was stopped']
  if (error instanceof RequestFailedError) return ['failed', error.message]
  throw error
}

function ended({ text, requests, cost }: TurnState, end: End[0], reason: End[1]): TurnOutcome {
  return { end, text, reason, requests, cost }
}
