/** A function, class, method, type or constant that a file defines for others to use. */
export interface SymbolDefinition {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** How it begins, up to its body, on one line. */
  readonly signature: string
  /** Place in the file's list of the definition that it is a member of; null for none. */
  readonly parent: number | null
  /** Who can name it: any file by its name, any file through what it is a member of (`a.name`), or its own file alone. */
  readonly reach: 'project' | 'member' | 'file'
}

/** What a reader of its language found in one source file. */
export interface SymbolFile {
  /** `/`-separated. */
  readonly path: string
  /** In the order of the file; a member comes after what it is a member of. */
  readonly definitions: readonly SymbolDefinition[]
  /** Names that stand in its code, definitions not counted: how often by themselves, and how often as a member's. */
  readonly references: readonly (readonly [name: string, alone: number, asMember: number])[]
}

/** A definition with the share of attention that references give it. */
export interface RankedSymbol {
  readonly file: SymbolFile
  /** Place in the file's list. */
  readonly index: number
  /** All definitions together have 1. */
  readonly rank: number
}
