import type { HistoryBlock } from '@onesoul/core/history'
import type { ToolCall } from '../loop/run-calls.ts'
import type { AgentTool } from './messages-provider.ts'

/** The result of a call, as the next message holds it. */
export interface ToolResult extends HistoryBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string | readonly HistoryBlock[]
  readonly is_error?: true
}

/** Runs calls side by side; the results stand in the order of the calls. */
export async function runCalls(
  calls: readonly ToolCall[],
  tools: readonly AgentTool[],
  signal?: AbortSignal,
): Promise<readonly ToolResult[]> {
  return await Promise.all(calls.map((call) => runCall(call, tools, signal)))
}

async function runCall(
  call: ToolCall,
  tools: readonly AgentTool[],
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === call.name)
  if (tool === undefined) return failedResult(call, `There is no tool ${call.name}.`)
  if (signal?.aborted === true) return failedResult(call, 'Not run: the turn was stopped.')
  try {
    const context = { id: call.id, ...(signal === undefined ? {} : { signal }) }
    const content = contentOf(await tool.execute(call.input, context))
    return { type: 'tool_result', tool_use_id: call.id, content }
  } catch (error) {
    return failedResult(call, error instanceof Error ? error.message : String(error))
  }
}

/** A result that says why a call gave nothing. */
export function failedResult(call: ToolCall, why: string): ToolResult {
  return { type: 'tool_result', tool_use_id: call.id, content: why, is_error: true }
}

function contentOf(value: unknown): string | readonly HistoryBlock[] {
  if (typeof value === 'string') return value
  if (isBlocks(value)) return value
  return JSON.stringify(value) ?? ''
}

function isBlocks(value: unknown): value is readonly HistoryBlock[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (block) => typeof block === 'object' && block !== null && typeof block.type === 'string',
    )
  )
}
