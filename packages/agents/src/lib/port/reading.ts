/** Which instruction files at the root of a work tree an agent reads by itself. Paths are `/`-separated, relative to that root. */
export interface InstructionReading {
  /** The file that is the agent's own, which rules for it are written to. */
  readonly file: string
  /** What has to stand at the top of that file for the agent to read it always; such a file is ours alone. Default: nothing. */
  readonly preamble?: string
  /** Of each group the first path that is there is read, and the groups add up; with `file` in one of them. */
  readonly groups: readonly (readonly string[])[]
  /** What some of its versions or settings read beside these. Default: nothing. */
  readonly sometimes?: readonly string[]
  /** `@path` in running text brings that file in. Default: false. */
  readonly expandsImports?: boolean
  /** HTML comments do not reach the model. Default: false. */
  readonly dropsComments?: boolean
  /** The version that it was measured on, or the page that says so. */
  readonly source: string
}

/** An agent as far as its instruction files go. */
export interface InstructionReader {
  readonly id: string
  /** For people: `Claude Code`. */
  readonly name: string
  readonly reading: InstructionReading
}
