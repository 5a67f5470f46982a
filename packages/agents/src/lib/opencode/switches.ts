type Environment = Readonly<Record<string, string>>

/** Drops the project's instruction files, opencode.json and `.opencode`. */
export const NO_PROJECT = 'OPENCODE_DISABLE_PROJECT_CONFIG'

/** Drops the skills in `.claude` and `.agents`, the person's own as well as the project's. */
export const NO_EXTERNAL_SKILLS = 'OPENCODE_DISABLE_EXTERNAL_SKILLS'

const NO_CLAUDE = ['OPENCODE_DISABLE_CLAUDE_CODE', 'OPENCODE_DISABLE_CLAUDE_CODE_PROMPT']

/** The environment tells OpenCode to leave project files alone. `yes` does not (measured on 1.18.33). */
export function ignoresProject(env: Environment): boolean {
  return /^(?:1|true)$/i.test(env[NO_PROJECT] ?? '')
}

/** The environment tells OpenCode to leave CLAUDE.md alone, the project's and the person's own. */
export function ignoresClaudeFiles(env: Environment): boolean {
  return NO_CLAUDE.some((name) => /^(?:1|true|yes|on|y)$/i.test(env[name] ?? ''))
}

/** Names of instruction files, best first. Of the project's files OpenCode reads those of one name only. */
export function instructionNames(env: Environment): readonly string[] {
  return ['AGENTS.md', ...(ignoresClaudeFiles(env) ? [] : ['CLAUDE.md']), 'CONTEXT.md']
}
