import { join } from 'node:path'

/** A folder of skills that a sync is asked for, and the agents that read it. */
export interface SkillTarget {
  readonly agents: readonly string[]
  /** Absolute path; `null`: these agents have no folder of skills. */
  readonly folder: string | null
}

/**
 * The person's own folder of skills of each agent, below the home directory, as
 * measured on Claude Code 2.1.332, Codex 0.171.0 and OpenCode 1.18.33 and as
 * Gemini CLI documents it.
 */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['claude-code', '.claude/skills'],
  ['codex', '.agents/skills'],
  ['opencode', '.agents/skills'],
  ['gemini', '.agents/skills'],
])

/** Agents by id whose folder of skills is known. */
export const SYNCED_AGENTS: readonly string[] = [...FOLDERS.keys()]

/** The folders of skills of some agents, each once with all that read it, in the order of the agents. */
export function skillTargets(agents: readonly string[], userHome: string): readonly SkillTarget[] {
  const byFolder = new Map<string | null, string[]>()
  for (const agent of new Set(agents)) {
    const folder = FOLDERS.get(agent) ?? null
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), agent])
  }
  return [...byFolder].map(([folder, ids]) => ({
    agents: ids,
    folder: folder === null ? null : join(userHome, folder),
  }))
}
