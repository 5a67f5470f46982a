import type { DetectInput, Detection } from './detection.ts'
import type { InspectInput, Inspection } from './inspection.ts'
import type { OwnershipInput, OwnershipVerdict } from './ownership.ts'
import type { PersonalFile, PersonalFilesInput } from './personal-file.ts'
import type { DeliveryPlan, PlanInput } from './plan.ts'
import type { RecordedRequest, RequestKind } from './request.ts'
import type { AgentServices } from './services.ts'
import type { AgentTraits } from './traits.ts'

/**
 * A program that we drive. The steps are always the same: `detect` finds it,
 * `inspect` reads the person's own settings that share a slot with ours,
 * `plan` (pure) says what will be started and written, `launch` does exactly
 * that and nothing else.
 */
export interface Agent {
  readonly id: string
  readonly traits: AgentTraits
  /** Finds the program and its version. Never throws for a missing program. */
  detect(input: DetectInput): Promise<Detection>
  /** Reads the person's own values for the slots that we also use. Starts nothing that talks to a model. */
  inspect(input: InspectInput): Promise<Inspection>
  /**
   * Reads the instruction files of the person's own that this agent sends in
   * every directory, in its order. Absent: it has none. Starts nothing.
   */
  personalFiles?(input: PersonalFilesInput): Promise<readonly PersonalFile[]>
  /**
   * Folders outside of the home that runs of this agent may have left; they hold
   * sockets and nothing else. Absent: none. Pure.
   */
  outsideFolders?(input: OutsideInput): readonly string[]
  /** Says, for the instruction files of a work tree, which the agent reads by itself. Pure. */
  ownership(input: OwnershipInput): readonly OwnershipVerdict[]
  /** Pure and printable. A delivery that this agent cannot do is a `refusal`, never an approximation. */
  plan(input: PlanInput): DeliveryPlan
  /**
   * Asks the program, as the plan would start it, for the names of the skills that
   * a person can call in that session. No model is asked. Absent: it cannot be
   * asked. Rejects with `AgentError`.
   */
  catalogue?(plan: DeliveryPlan): Promise<readonly string[]>
  /** Runs the plan. Resolves when the agent has ended; rejects only when it could not be started (`AgentError`). */
  launch(plan: DeliveryPlan, options: LaunchOptions): Promise<ExitStatus>
  /** Names a request on the wire. Pure. */
  classify(request: RecordedRequest): RequestKind
}

export interface OutsideInput {
  /** Folder of the home for delivery files. */
  readonly deliverDir: string
  readonly env: Readonly<Record<string, string>>
}

/** How the agent ended. Exactly one of `code` and `signal` is not null. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The agent's own id of the session, when it could be learned. */
  readonly agentSessionId: string | null
}

export interface LaunchOptions {
  /** `inherit`: a person's run that shares our terminal. `capture`: stdout and stderr are collected. */
  readonly stdio: 'inherit' | 'capture'
  /** Whether a prompt run reads our standard input, as the agent alone would. Default `closed`. */
  readonly stdin?: 'inherit' | 'closed'
  /** Receives the agent's standard output with `capture`; byte for byte, never ours. */
  readonly onStdout?: (chunk: Uint8Array) => void
  readonly onStderr?: (chunk: Uint8Array) => void
  /**
   * Receives the agent's own id of the session as soon as it can be learned, for
   * a run that does not live to tell it by its end. Not every agent says it before.
   */
  readonly onAgentSession?: (agentSessionId: string) => void
  /** Milliseconds between SIGTERM and SIGKILL for a process group that we own. Default 5000. */
  readonly killAfterMs?: number
  readonly signal?: AbortSignal
  /** For an agent with `traits.ownLoop`. Default: none. */
  readonly services?: AgentServices
}
