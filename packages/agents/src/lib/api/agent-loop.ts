import { type HistoryBlock, type HistoryMessage, repairHistory } from '@onesoul/core/history'
import { callsOf } from '../loop/run-calls.ts'
import type {
  AgentTool,
  MessagesProvider,
  MessagesRequest,
  MessagesResponse,
  ToolDefinition,
} from './messages-provider.ts'
import { failedResult, runCalls, type ToolResult } from './run-calls.ts'

export interface AgentLoopOptions {
  readonly provider: MessagesProvider
  readonly tools: readonly AgentTool[]
  /** The system prompt: built once, sent unchanged with every request. */
  readonly system: string | readonly HistoryBlock[]
  /** The messages of a turn's first request, from the history and what the person wrote; called once a turn. */
  readonly buildMessages: (
    history: readonly HistoryMessage[],
    userMessage: string,
  ) => readonly HistoryMessage[]
  readonly model: string
  /** Requests of one turn at most. Default: 10. */
  readonly maxIterations?: number
  /** Tokens of one answer at most. Default: 8192. */
  readonly maxTokens?: number
  /**
   * Sends what `buildMessages` returns as it is, valid or not, and keeps what the
   * person wrote, not what was sent for it. Default: false, see `repairHistory`.
   */
  readonly compat?: boolean
}

export interface TurnOptions {
  /** Ends the turn: the request is given up, calls that have not begun are not run. */
  readonly signal?: AbortSignal
}

export interface TurnResult {
  /**
   * `done`: the model has finished; `iterations`: it wanted to go on after
   * `maxIterations`; `cut`: its answer was longer than `maxTokens`; `refused`: it
   * declined.
   */
  readonly outcome: 'done' | 'iterations' | 'cut' | 'refused'
  /** What it said last. */
  readonly text: string
  /** Requests that were made. */
  readonly iterations: number
}

/**
 * A small agent loop on the Messages API: asks, runs the tools that the model calls
 * side by side, and asks again until it is done. It never changes what it is given.
 * Its history is valid whenever the next turn begins: a call has its result or a
 * note why there is none, also when a request failed or the turn was stopped in the
 * middle.
 */
export class AgentLoop {
  readonly #options: AgentLoopOptions
  #history: readonly HistoryMessage[]

  constructor(options: AgentLoopOptions, history: readonly HistoryMessage[] = []) {
    this.#options = options
    this.#history = history
  }

  /** All messages so far; hand it to the next process. */
  get history(): readonly HistoryMessage[] {
    return this.#history
  }

  /** One turn. Rejects with what the provider rejects with; the steps made until then are kept. */
  async run(userMessage: string, { signal }: TurnOptions = {}): Promise<TurnResult> {
    const { buildMessages, maxIterations = 10, compat = false } = this.#options
    const built = buildMessages(this.#history, userMessage)
    this.#keep(this.#turnOf(built, userMessage))
    let messages = built
    for (let iteration = 1; ; iteration++) {
      const valid = compat ? messages : repairHistory(messages, { open: 'close' })
      const answer = await this.#ask(valid, signal)
      const last = iteration >= maxIterations
      const step = await this.#stepOf(answer, last, signal)
      this.#keep(...step)
      messages = [...messages, ...step]
      const outcome = outcomeOf(answer, step.length > 1)
      if (outcome !== null) return { outcome, text: textOf(answer), iterations: iteration }
      if (last) return { outcome: 'iterations', text: textOf(answer), iterations: iteration }
      signal?.throwIfAborted()
    }
  }

  async #ask(
    messages: readonly HistoryMessage[],
    signal: AbortSignal | undefined,
  ): Promise<MessagesResponse> {
    const { provider, tools, system, model, maxTokens = 8192 } = this.#options
    const request: MessagesRequest = {
      model,
      max_tokens: maxTokens,
      ...(system.length === 0 ? {} : { system }),
      messages,
      ...(tools.length === 0 ? {} : { tools: tools.map(definitionOf) }),
    }
    return await provider.messages.create(request, signal === undefined ? {} : { signal })
  }

  /** The answer, and the results of its calls. */
  async #stepOf(
    { content, stop_reason: reason }: MessagesResponse,
    last: boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly HistoryMessage[]> {
    if (content.length === 0) return []
    const calls = callsOf(content)
    const answer: HistoryMessage = { role: 'assistant', content }
    if (calls.length === 0) return [answer]
    let results: readonly ToolResult[]
    if (reason === 'max_tokens') {
      results = calls.map((call) => failedResult(call, 'Not run: the answer was cut off.'))
    } else if (last) {
      results = calls.map((call) =>
        failedResult(call, 'Not run: the turn has had its last request.'),
      )
    } else results = await runCalls(calls, this.#options.tools, signal)
    return [answer, { role: 'user', content: results }]
  }

  /** What the history keeps of the person's turn: what was sent, so that a cache reads it next time. */
  #turnOf(built: readonly HistoryMessage[], userMessage: string): HistoryMessage {
    const sent = built.at(-1)
    const joined = this.#history.at(-1)?.role === 'user'
    if (this.#options.compat === true || joined || sent?.role !== 'user') {
      return { role: 'user', content: userMessage }
    }
    return sent
  }

  #keep(...messages: readonly HistoryMessage[]): void {
    this.#history = [...this.#history, ...messages]
  }
}

function outcomeOf(
  { stop_reason: reason }: MessagesResponse,
  called: boolean,
): TurnResult['outcome'] | null {
  if (reason === 'max_tokens') return 'cut'
  if (reason === 'refusal') return 'refused'
  return called || reason === 'pause_turn' ? null : 'done'
}

function textOf({ content }: MessagesResponse): string {
  return content
    .map((block) => (block.type === 'text' && 'text' in block ? String(block.text) : ''))
    .join('')
}

function definitionOf({ execute: _, ...definition }: AgentTool): ToolDefinition {
  return definition
}
