import type { AgentTraits } from '../port/traits.ts'
import type { ApiProvider } from './api-provider.ts'

/** Of how a request is laid out; a change of it is a new version. */
export const API_VERSION = '1'

export const CHANNEL = 'system block of each request'

/** What shared code may know about a model API. */
export function apiTraits({ name, protocol }: ApiProvider): AgentTraits {
  return {
    name,
    protocols: [protocol],
    channel: CHANNEL,
    maxTokens: 32_000,
    ownLoop: true,
    canReadFiles: true,
    noTurnText: 'its text stands in one place of each request',
    subagents: 'directives',
    // A bare model knows nothing of the machine, and gets no advice but ours.
    tells: [],
    hedges: [],
    provenVersions: [API_VERSION],
    // The tools are ours, so that a tier holds without a flag.
    permissionFlags: { 'read-only': [], workspace: [], 'auto-edit': [], full: [] },
    nestedMarkers: [],
    capabilities: ['resume', 'streaming', 'tools'],
  }
}
