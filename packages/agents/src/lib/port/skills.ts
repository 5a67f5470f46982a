import type { PersonalRoot } from './limits.ts'

/** Folders of skills that an agent reads by itself. */
export interface SkillRoots {
  /** In each directory from the root of the work tree down to the working directory. */
  readonly project: readonly string[]
  /** Of the person's own. */
  readonly personal: readonly PersonalRoot[]
}

/** What an agent does with skills that it is given and finds. */
export interface SkillTraits {
  /** Stands before the name of a skill of ours in its list and in a call: `onesoul:`, or nothing. */
  readonly prefix: string
  readonly roots: SkillRoots
  /** The same in a work tree that is not trusted, where it is told to leave that alone. */
  readonly untrustedRoots: SkillRoots
  /** A skill in a folder of a folder is one of its own as well. */
  readonly nested: boolean
  /** How a skill is kept from its model and stays callable; `null`: it cannot be. */
  readonly hides: 'frontmatter' | 'agents/openai.yaml' | null
  /** What our skills may take of its list. */
  readonly list: SkillListTraits
}

export interface SkillListTraits {
  readonly unit: 'bytes' | 'characters'
  readonly total: number
  /** Of one description, in characters. */
  readonly perDescription: number
  /** What an entry takes beside names, description and path. */
  readonly perEntry: number
  /** How often an entry names the skill. */
  readonly names: number
  /** An entry holds the absolute path of the SKILL.md. */
  readonly path: boolean
}

/** A file of a bundle: a text of ours, or the copy of a file. */
export interface BundleFile {
  /** Relative to the bundle, with `/`. */
  readonly path: string
  /** `null`: it is a copy. */
  readonly text: string | null
  /** Absolute; `null`: it is a text. */
  readonly copyOf: string | null
  /** Hex SHA-256 of what must arrive. */
  readonly sha256: string
  readonly executable: boolean
}

/** A folder of skills that must exist while an agent runs. Named by its content; written 0700, removed after the last run that uses it. */
export interface SkillBundle {
  /** Absolute. */
  readonly path: string
  /** Where shares in it are kept. */
  readonly leaseDir: string
  readonly files: readonly BundleFile[]
}

/** A skill that a run begins with. */
export interface PlannedCall {
  /** As the agent calls it. */
  readonly name: string
  readonly args: string
}

/** What a run delivers of skills. */
export interface PlannedSkills {
  /** `null`: the agent finds all of them by itself, or there are none. */
  readonly bundle: SkillBundle | null
  readonly call: PlannedCall | null
}
