import type { HistoryBlock } from '@onesoul/core/history'
import { failed, type LoopTool, type ToolInput, type ToolResult } from './loop-tool.ts'

/** A call that a model made. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** What a person is asked. */
export interface PermissionQuestion {
  readonly tool: string
  readonly input: ToolInput
  /** One line. */
  readonly summary: string
}

export type Permission = 'allow' | { readonly deny: string }

/** Asks a person, or a rule of the program around the loop; the model cannot answer it. */
export type AskPermission = (question: PermissionQuestion) => Promise<Permission>

export interface CallOptions {
  readonly tools: ReadonlyMap<string, LoopTool>
  readonly ask: AskPermission
  readonly signal: AbortSignal
  readonly onResult: (call: ToolCall, result: ToolResult) => void
}

/**
 * Runs the calls of one answer, one after the other in their order, and gives a
 * result for each, whatever happens: a call without one would make the history
 * invalid. What was not begun when the signal fired says so.
 */
export async function runCalls(
  calls: readonly ToolCall[],
  options: CallOptions,
): Promise<readonly HistoryBlock[]> {
  const results: HistoryBlock[] = []
  for (const call of calls) {
    const result = options.signal.aborted ? ABORTED : await runCall(call, options)
    options.onResult(call, result)
    results.push(resultOf(call, result))
  }
  return results
}

const ABORTED = failed('not run: the person stopped the turn before it began')

/** A result as the next message holds it. */
export function resultOf({ id }: ToolCall, { text, isError }: ToolResult): HistoryBlock {
  // An empty result is none that the API takes in every place.
  const block = {
    type: 'tool_result',
    tool_use_id: id,
    content: text === '' ? '(nothing)' : text,
    ...(isError && { is_error: true }),
  }
  return block
}

async function runCall(call: ToolCall, options: CallOptions): Promise<ToolResult> {
  const tool = options.tools.get(call.name)
  if (tool === undefined) {
    const names = [...options.tools.keys()].sort().join(', ')
    return failed(`there is no tool "${call.name}"; there are: ${names || 'none'}`)
  }
  const { input } = call
  if (!isInput(input)) return failed(`the input of ${call.name} must be an object`)
  try {
    const refused = tool.asks ? await refusalOf(tool, input, options) : null
    if (refused !== null) return refused
    if (options.signal.aborted) return ABORTED
    return await tool.run(input, { signal: options.signal })
  } catch (error) {
    return failed(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isInput(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function refusalOf(
  tool: LoopTool,
  input: ToolInput,
  { ask }: CallOptions,
): Promise<ToolResult | null> {
  const summary = tool.describe?.(input) ?? tool.name
  const permission = await ask({ tool: tool.name, input, summary })
  return permission === 'allow' ? null : failed(`not allowed: ${permission.deny}`)
}

/** The calls of an answer, in their order. */
export function callsOf(content: readonly HistoryBlock[]): readonly ToolCall[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool_use') return []
    const { id, name, input } = { id: '', name: '', input: {}, ...block }
    return [{ id, name, input }]
  })
}
