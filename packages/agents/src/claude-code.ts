export { type ClaudeCodeAgentOptions, createClaudeCodeAgent } from './lib/claude-code/agent.ts'
