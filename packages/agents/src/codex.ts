export { createCodexAgent } from './lib/codex/agent.ts'
