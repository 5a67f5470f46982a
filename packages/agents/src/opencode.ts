export { createOpenCodeAgent, type OpenCodeAgentOptions } from './lib/opencode/agent.ts'
