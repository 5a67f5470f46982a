/** A middleware for version 6 of the AI SDK that lays requests out for the provider's cache. */

export {
  type AiSdkAnswer,
  type AiSdkContext,
  type AiSdkContextOptions,
  createAiSdkContext,
} from './lib/ai-sdk/ai-sdk-context.ts'
export type {
  AiSdkMessage,
  AiSdkModel,
  AiSdkParams,
  AiSdkPart,
  AiSdkTool,
  AiSdkUsage,
  ProviderOptions,
} from './lib/ai-sdk/ai-sdk-shapes.ts'
export { aiSdkUsage } from './lib/ai-sdk/ai-sdk-usage.ts'
export type { AiSdkMiddleware, AiSdkStreamResult } from './lib/ai-sdk/middleware.ts'
export { stripCacheMarks } from './lib/ai-sdk/strip-marks.ts'
export type { AiSdkStreamPart } from './lib/ai-sdk/watch-stream.ts'
export type { PlannedTurn, StartTurn, TurnOptions } from './lib/request/request-context.ts'
export type { RequestState } from './lib/request/request-state.ts'
