/** A file of the person's own that an agent reads by itself. */
export interface AgentFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
  /** What of it the agent sends. */
  readonly body: string
  /** What it imports. Default: nothing. */
  readonly imports?: readonly AgentImport[]
}

/** A file that another one imports. */
export interface AgentImport {
  /** As it is written, without the mark before it. */
  readonly written: string
  /** Absolute. */
  readonly path: string
}

/** A set-up that is being read. */
export interface SourcePlace {
  /** Absolute path of its folder. */
  readonly dir: string
  /** The person's home directory, into which links may lead. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string>>
  /** For an agent's own set-up: what it reads by itself in every directory, in its order. Default: nothing. */
  readonly agentFiles?: readonly AgentFile[]
}
