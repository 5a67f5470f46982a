/** The ids of {@link createAgents}, known without loading an adapter. */
export const AGENT_IDS: readonly string[] = ['claude-code', 'codex', 'opencode', 'dry-run']
