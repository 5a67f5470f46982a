import type { AgentTraits } from '../port/traits.ts'

export const DRY_RUN_ID = 'dry-run'

export const DRY_RUN_VERSION = '1'

export const DRY_RUN_TRAITS: AgentTraits = {
  name: 'Dry run',
  protocols: ['anthropic-messages'],
  channel: 'system block',
  maxTokens: 32_000,
  simulated: true,
  canReadFiles: false,
  noTurnText: 'it has no conversation',
  subagents: 'none',
  tells: ['model', 'environment'],
  hedges: [],
  provenVersions: [DRY_RUN_VERSION],
  // It acts on nothing, so every tier holds.
  permissionFlags: { 'read-only': [], workspace: [], 'auto-edit': [], full: [] },
  nestedMarkers: [],
  capabilities: [],
}
