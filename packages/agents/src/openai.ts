/** Requests of OpenAI's Responses and Chat Completions APIs, planned for their cache, and their models for an agent loop. */

export { createOpenAIAgent } from './lib/openai/openai-agent.ts'
export {
  type ChatRequest,
  createOpenAIContext,
  type OpenAIContext,
  type OpenAITurn,
  type ResponsesRequest,
} from './lib/openai/openai-context.ts'
export type {
  ChatMessage,
  OpenAICacheFields,
  OpenAIPart,
  OpenAITool,
  ResponsesItem,
} from './lib/openai/openai-shapes.ts'
export { type OpenAIUsage, openaiUsage } from './lib/openai/openai-usage.ts'
export {
  createResponsesModel,
  type ResponsesAnswer,
  type ResponsesClient,
  type ResponsesModelOptions,
  type ResponsesStream,
} from './lib/openai/responses-model.ts'
export type {
  ContextOptions,
  PlannedTurn,
  StartTurn,
  TurnOptions,
} from './lib/request/request-context.ts'
export type { RequestState } from './lib/request/request-state.ts'
