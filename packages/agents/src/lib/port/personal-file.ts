/** An instruction file of the person's own, which an agent reads whatever the directory. */
export interface PersonalFile {
  /** Absolute. */
  readonly path: string
  /** With symbolic links resolved. */
  readonly realPath: string
  /** As it stands on disk. */
  readonly text: string
  /** What of it the agent sends. */
  readonly body: string
  /** What it imports, whether that was read or not. Absent: the agent knows no imports. */
  readonly imports?: readonly PersonalImport[]
}

/** A file that an instruction file imports. */
export interface PersonalImport {
  /** As it is written, without the mark before it. */
  readonly written: string
  /** Absolute. */
  readonly path: string
}

export interface PersonalFilesInput {
  /** The environment that the agent would get. */
  readonly env: Readonly<Record<string, string>>
}
