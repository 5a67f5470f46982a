/** An agent of one's own on a model API: loops around a model, and tools that stay in a work tree. */

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
export { type Failure, judgeFailure, StreamCutError } from './lib/loop/judge-failure.ts'
export type {
  LoopModel,
  ModelAnswer,
  ModelRequest,
  StopReason,
  ToolDescription,
} from './lib/loop/loop-model.ts'
export type { LoopTool, ToolContext, ToolInput, ToolResult } from './lib/loop/loop-tool.ts'
export type {
  AskPermission,
  Permission,
  PermissionQuestion,
  ToolCall,
} from './lib/loop/run-calls.ts'
export type { RetryNote, RetryOptions } from './lib/loop/send-patiently.ts'
export {
  createToolLoop,
  type LoopEvent,
  type LoopLimits,
  type ToolLoop,
  type ToolLoopOptions,
  type TurnInput,
  type TurnOutcome,
} from './lib/loop/tool-loop.ts'
export { createFileTools, type FileToolOptions } from './lib/loop/tools/file-tools.ts'
export { createListTool, type ListToolOptions } from './lib/loop/tools/list-tool.ts'
export {
  createProposalTool,
  createSkillTool,
  type Proposal,
  type ProposalToolOptions,
  type ProposePort,
  type ReadSkillPort,
} from './lib/loop/tools/port-tools.ts'
export {
  createSubagentTool,
  type SubagentProfile,
  type SubagentToolOptions,
} from './lib/loop/tools/subagent-tool.ts'
export { createSharedBot, type SharedBot, type SharedBotState } from './lib/request/shared-bot.ts'
