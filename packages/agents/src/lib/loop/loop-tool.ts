import type { ToolDescription } from './loop-model.ts'

/** What a tool says to the model. */
export interface ToolResult {
  readonly text: string
  /** Default: false. */
  readonly isError?: boolean
  /** What models were asked for it, at its price in uncached input tokens; it counts in the turn. Default: 0. */
  readonly cost?: number
}

export interface ToolContext {
  readonly signal: AbortSignal
}

/** A tool of the loop. */
export interface LoopTool extends ToolDescription {
  /** Whether a person is asked first, each time. Default: false. */
  readonly asks?: boolean
  /** One line for the person who is asked, as `write notes.md (120 bytes)`. */
  readonly describe?: (input: ToolInput) => string
  /** Throws only for faults of its own; what the model did wrong is a result that says so. */
  readonly run: (input: ToolInput, context: ToolContext) => Promise<ToolResult>
}

export type ToolInput = Readonly<Record<string, unknown>>

export function failed(text: string): ToolResult {
  return { text, isError: true }
}

/** The text of a field; what is missing or no text is told to the model. */
export function textField(input: ToolInput, name: string): string | ToolResult {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (typeof value === 'string') return value
  return failed(`"${name}" must be a text`)
}

/** Like `textField`, of a field that may be missing. */
export function optionalText(input: ToolInput, name: string): string | null | ToolResult {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return value === undefined || value === null ? null : textField(input, name)
}
