/** A small agent loop of one's own on a model API. */

export {
  AgentLoop,
  type AgentLoopOptions,
  type TurnOptions,
  type TurnResult,
} from './lib/api/agent-loop.ts'
export type {
  AgentTool,
  MessagesProvider,
  MessagesRequest,
  MessagesResponse,
  ToolDefinition,
} from './lib/api/messages-provider.ts'
