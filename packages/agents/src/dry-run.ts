export { createDryRunAgent } from './lib/dry-run/agent.ts'
