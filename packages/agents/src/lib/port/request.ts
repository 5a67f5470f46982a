import type { WireProtocol } from './traits.ts'

/** One model request as it left the agent. Credentials are masked by the recorder. */
export interface RecordedRequest {
  /** 1-based, in order of arrival. */
  readonly index: number
  readonly method: string
  /** Path and query without the recorder's secret prefix. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON body; `null` when it was none. */
  readonly body: unknown
  readonly bytes: number
  readonly protocol: WireProtocol | null
  /** Milliseconds since the epoch. */
  readonly time: number
}

/**
 * `turn`: the model answers the person. `side`: titles, classifiers, quota
 * checks. `compaction`: the history is summarised. `subagent`: a child agent's
 * turn. `other`: no model request (model lists, health checks).
 */
export interface RequestKind {
  readonly kind: 'turn' | 'side' | 'compaction' | 'subagent' | 'other'
  /** What a person would call it: `title`, `haiku topic check`. */
  readonly name?: string
}
