export { createOpenCodeAgent } from './lib/opencode/agent.ts'
