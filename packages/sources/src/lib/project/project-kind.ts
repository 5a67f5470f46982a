/** Whose convention an instruction file follows; `agents` is AGENTS.md and its override. */
export type ProjectKind = 'hermes' | 'agents' | 'claude' | 'cursor' | 'gemini' | 'copilot'

/** From the most weight to the least: the order of the files in a prompt. */
export const PROJECT_KINDS: readonly ProjectKind[] = [
  'hermes',
  'agents',
  'claude',
  'cursor',
  'gemini',
  'copilot',
]

interface InstructionName {
  readonly name: string
  readonly kind: ProjectKind
  /** Only at the root of the work tree. Default: in every directory on the way. */
  readonly rootOnly?: boolean
}

/** Instruction files by their place in a directory; of one kind the better name first. */
export const INSTRUCTION_NAMES: readonly InstructionName[] = [
  { name: '.hermes.md', kind: 'hermes' },
  { name: 'HERMES.md', kind: 'hermes' },
  { name: 'AGENTS.override.md', kind: 'agents' },
  { name: 'AGENTS.md', kind: 'agents' },
  { name: 'agents.md', kind: 'agents' },
  { name: 'CLAUDE.md', kind: 'claude' },
  { name: 'claude.md', kind: 'claude' },
  { name: '.claude/CLAUDE.md', kind: 'claude' },
  { name: 'CLAUDE.local.md', kind: 'claude' },
  { name: '.cursorrules', kind: 'cursor' },
  { name: 'GEMINI.md', kind: 'gemini' },
  { name: '.github/copilot-instructions.md', kind: 'copilot', rootOnly: true },
]

/** Names of which one stands in a directory for those after it, when it has content. */
const INSTEAD: readonly (readonly string[])[] = [
  ['.hermes.md', 'HERMES.md'],
  ['AGENTS.override.md', 'AGENTS.md', 'agents.md'],
  ['CLAUDE.md', 'claude.md'],
]

/** The names that a file of this name gives way to in its directory. */
export function betterNames(name: string): readonly string[] {
  const row = INSTEAD.find((names) => names.includes(name)) ?? []
  return row.slice(0, row.indexOf(name))
}

interface NamedFile {
  readonly name: string
  readonly importedKind?: ProjectKind
}

/** Whose convention a file follows; one that was imported follows that of the file that imports it. */
export function kindOf(file: NamedFile): ProjectKind {
  if (file.importedKind !== undefined) return file.importedKind
  if (file.name.endsWith('.mdc')) return 'cursor'
  const known = INSTRUCTION_NAMES.find(({ name }) => name.split('/').at(-1) === file.name)
  return known?.kind ?? 'agents'
}
