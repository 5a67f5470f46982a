/** A skill of a layered builder. */
export interface LayerSkill {
  readonly name: string
  /** One sentence: all that the model has to decide by whether to load the rest. */
  readonly description: string
  /** As the model has to name it to read the file; relative to the working directory. */
  readonly path: string
  /** The whole text stands in the prompt. Default: the description alone. */
  readonly always?: boolean
}

export interface SkillsTextOptions {
  /** By name, the texts of the skills that are always loaded; one that is missing is described instead. */
  readonly loaded: ReadonlyMap<string, string>
  /** Replaces every `{{workspaceDir}}` in loaded texts. */
  readonly workspaceDir: string
}

/**
 * Writes the block of skills in the order of the list; `null` without a skill.
 * Names, descriptions and paths stand as they are, unsorted and unescaped.
 */
export function skillsText(
  skills: readonly LayerSkill[],
  { loaded, workspaceDir }: SkillsTextOptions,
): string | null {
  if (skills.length === 0) return null
  const parts = skills.map((skill) => {
    const text = skill.always ? loaded.get(skill.name) : undefined
    return text === undefined ? describe(skill) : wholeText(skill, text, workspaceDir)
  })
  return ['# Available Skills\n', ...parts].join('\n\n')
}

function wholeText({ name }: LayerSkill, text: string, workspaceDir: string): string {
  // A replacement pattern in the directory's name must stay what it is.
  const filled = text.split('{{workspaceDir}}').join(workspaceDir)
  return `## ${name} (always loaded)\n\n${filled}`
}

function describe({ name, description, path }: LayerSkill): string {
  return `- **${name}**: ${description} _(load via \`read_file("${path}")\` when needed)_`
}
