/** What a service says to the model. */
export interface ServiceAnswer {
  readonly text: string
  /** Default: false. */
  readonly isError?: boolean
}

/** A change that a model proposes for a person to accept. */
export interface ProposedChange {
  readonly target: string
  readonly text: string
  readonly reason: string
}

export interface ProposalService {
  /** What may be proposed for. */
  readonly targets: readonly string[]
  /** Keeps it for a person; nothing else happens. */
  readonly propose: (change: ProposedChange) => Promise<ServiceAnswer>
}

/** What the program around an agent whose loop is ours gives to its tools. A service that is absent has no tool. */
export interface AgentServices {
  /** The text of a skill, or of a file beside it. */
  readonly readSkill?: (name: string, file: string | null) => Promise<ServiceAnswer>
  /** Instructions of a folder of the work tree and of those above it that the session does not begin with; `''` is its root. */
  readonly hintsFor?: (folder: string) => Promise<readonly string[]>
  readonly memory?: ProposalService
  readonly config?: ProposalService
}
