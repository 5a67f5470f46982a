export interface DetectInput {
  /** `agents.<id>.command` of the configuration, an absolute path or a name; default: the agent's own name. */
  readonly command?: string
  readonly env: Readonly<Record<string, string>>
  /** A scripted model will answer: nothing that a real one needs has to be there. Default false. */
  readonly offline?: boolean
  /** Folder for cached detections, keyed by path, size and mtime; no caching without it. */
  readonly cacheDir?: string
}

export interface FoundAgent {
  readonly found: true
  readonly id: string
  /** What is executed: an absolute path. */
  readonly path: string
  /** `path` with symbolic links resolved. */
  readonly realPath: string
  readonly version: string
  /** The version is one that the behaviour table was measured on. */
  readonly proven: boolean
  /** Named version differences, e.g. `{ readsAgentsMd: true }`. */
  readonly behaviours: Readonly<Record<string, boolean>>
}

export interface MissingAgent {
  readonly found: false
  readonly id: string
  /** One sentence: where it was looked for and what went wrong. */
  readonly reason: string
  /** What a person can do about it. Default: to install it. */
  readonly fix?: string
}

export type Detection = FoundAgent | MissingAgent
