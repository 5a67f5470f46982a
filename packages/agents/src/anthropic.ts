/** Requests of the Anthropic Messages API, planned for its cache, and its models for an agent loop. */

export { createAnthropicAgent } from './lib/anthropic/anthropic-agent.ts'
export {
  type AnthropicContext,
  type AnthropicRequest,
  type AnthropicTurn,
  createAnthropicContext,
} from './lib/anthropic/anthropic-context.ts'
export {
  type AnthropicAnswer,
  type AnthropicClient,
  type AnthropicModelOptions,
  type AnthropicStream,
  createAnthropicModel,
} from './lib/anthropic/anthropic-model.ts'
export type {
  AnthropicContent,
  AnthropicMessage,
  AnthropicText,
  AnthropicTool,
} from './lib/anthropic/anthropic-shapes.ts'
export { type AnthropicUsage, anthropicUsage } from './lib/anthropic/anthropic-usage.ts'
export type {
  ContextOptions,
  PlannedTurn,
  StartTurn,
  TurnOptions,
} from './lib/request/request-context.ts'
export type { RequestState } from './lib/request/request-state.ts'
