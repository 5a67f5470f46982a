import type { Agent, FoundAgent, Inspection, NativeDocument, SessionStart } from '@onesoul/agents'
import type { Manifest } from '@onesoul/core'
import type { Home } from '@onesoul/sources'
import type { StoredSession } from '../session/session-record.ts'
import type { SessionStore } from '../session/session-store.ts'
import type { RunFlags } from './run-flags.ts'

/** A session with its text fixed for as long as it lives. */
export interface FrozenSession extends StoredSession {
  readonly start: SessionStart
  readonly parsed: Manifest
  /** Whether the work tree was trusted when the text was frozen. */
  readonly trusted: boolean
  /** Instruction files that the agent reads by itself, to be found on the wire. */
  readonly native: readonly NativeDocument[]
  /**
   * `fresh`: begun by this run. `kept`: taken up with the text that it has.
   * `rebuilt`: taken up with a text of now.
   */
  readonly origin: 'fresh' | 'kept' | 'rebuilt'
}

/** What the text of a session is composed or taken up with. */
export interface FreezeInput {
  readonly home: Home
  readonly agent: Agent
  readonly detection: FoundAgent
  readonly inspection: Inspection
  readonly store: SessionStore
  readonly flags: RunFlags
}
