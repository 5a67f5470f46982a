/** What is kept of a session: enough to go on with it with the same bytes. */
export interface SessionRecord {
  readonly schemaVersion: 1
  readonly id: string
  /** The name given with `--session`; null when none was. */
  readonly name: string | null
  readonly agent: string
  readonly agentVersion: string
  /** The agent's own id; null until it could be learned. */
  readonly agentSessionId: string | null
  /** Real path of the working directory. */
  readonly cwd: string
  readonly platform: string | null
  readonly bot: string | null
  readonly viewer: string
  /** The value of `--language`, when one was given. */
  readonly language?: string
  /** The model that the text was made for, when one was asked for. */
  readonly model?: string
  /** Digest of the frozen composition. */
  readonly digest: string
  /** Digest of the same sources without runtime facts, to notice that they changed. */
  readonly sourceDigest: string
  /** Hex SHA-256 of what stands beside the text: its files, of the updates their list. Absent in older records. */
  readonly sha256?: {
    readonly manifest: string
    readonly directives: string
    readonly updates: string
  }
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastUsedAt: string
  /** When the text was last rebuilt; absent: it is the text of the start. */
  readonly resetAt?: string
  /** `true`: only a scripted model has answered so far. Absent otherwise. */
  readonly offline?: true
  /** `true`: a scripted model answered the latest turn, also of a session that a real one had answered in before. */
  readonly lastOffline?: true
}

/** A folder in the place of a session that cannot be gone on with. */
export interface BrokenSession {
  readonly id: string
  /** One clause for people. */
  readonly reason: string
  /** A newer onesoul wrote it and may still use it. */
  readonly newer: boolean
}

/** A session with its frozen texts. */
export interface StoredSession {
  readonly record: SessionRecord
  /** The whole rendering. */
  readonly text: string
  /** The rendering without USER and MEMORY. */
  readonly directivesText: string
  /** The manifest as JSON text, as it was written. */
  readonly manifest: string
  /** Texts that superseded parts of the one that the agent's own history begins with, oldest first. */
  readonly updates: readonly string[]
}

/** A receipt that is kept with a session. */
export interface StoredReceipt {
  readonly path: string
  /** Milliseconds since 1970, of its writing. */
  readonly time: number
  readonly bytes: number
}

/** True when the agent's own id was never learned: there is nothing to go on with. */
export function isUnreached(record: SessionRecord): boolean {
  return record.agentSessionId === null
}
