/** A limit by which an agent leaves out of its own what a folder holds. */
export type AgentLimit = DocumentLimit | SkillLimit

/** Files of instructions, and how much of them is read. */
export interface DocumentLimit {
  readonly kind: 'documents'
  /** For people: `project instructions`. */
  readonly what: string
  /** The version that it was seen on. */
  readonly measured: string
  /** Names in a directory. */
  readonly names: readonly string[]
  /** Of the names in a directory the first that is there is read, also an empty one, or all are. */
  readonly choose: 'first' | 'all'
  /** From the root of the work tree down to the working directory, or there alone. */
  readonly reach: 'way' | 'directory'
  readonly unit: 'bytes' | 'characters'
  /** Of one file; `null`: none. */
  readonly perFile: number | null
  /** Of all of them, in their order; `null`: none. */
  readonly total: number | null
  /** What is left out of a file that is too long: its end, or the middle between 70 and 20 per cent. */
  readonly cut: 'end' | 'middle'
}

/** The list of skills that a model is shown. */
export interface SkillLimit {
  readonly kind: 'skills'
  /** For people: `skill list`. */
  readonly what: string
  /** The version that it was seen on. */
  readonly measured: string
  /** Folders of skills in each directory from the root down. */
  readonly roots: readonly string[]
  /** Folders of the person's own: below the home directory, or below the one that a variable names. */
  readonly personal: readonly PersonalRoot[]
  /** Skills that come with the agent and share the limit, in front of all others. */
  readonly bundled: readonly BundledSkill[]
  /** What skills that are never shortened take of `total`. Default: nothing. */
  readonly reserved?: number
  /** A key of the frontmatter that keeps a skill out of the list when it is true. */
  readonly hiddenBy?: string
  /** A key of the frontmatter whose text is listed after the description. */
  readonly alsoListed?: string
  readonly unit: 'bytes' | 'characters'
  /** Of the whole list. */
  readonly total: number
  /** Of one description, in characters. */
  readonly perDescription: number
  /** What becomes of the descriptions: all are shortened alike, or those that find no room are left out. */
  readonly over: 'shorten' | 'leave-out'
}

export interface PersonalRoot {
  /** Names a folder in place of `folder`. */
  readonly variable?: string
  /** Relative to the home directory. */
  readonly folder: string
  /** Folder of skills in it. */
  readonly skills: string
}

export interface BundledSkill {
  readonly name: string
  /** Bytes of its description. */
  readonly size: number
}
