/** Requests of the Gemini API, laid out for its cache, and its models for an agent loop. */

export { createGeminiAgent } from './lib/gemini/gemini-agent.ts'
export {
  createGeminiContext,
  type GeminiContent,
  type GeminiContext,
  type GeminiRequest,
  type GeminiTurn,
  type GeminiUsage,
  geminiUsage,
} from './lib/gemini/gemini-context.ts'
export {
  createGeminiModel,
  type GeminiChunk,
  type GeminiClient,
  type GeminiModelOptions,
} from './lib/gemini/gemini-model.ts'
export type {
  ContextOptions,
  PlannedTurn,
  StartTurn,
  TurnOptions,
} from './lib/request/request-context.ts'
export type { RequestState } from './lib/request/request-state.ts'
