import type { DeliveryRun } from '../launch/process-record.ts'
import type { FoundAgent } from './detection.ts'
import type { PersonalFile } from './personal-file.ts'
import type { WireProtocol } from './traits.ts'

export interface InspectInput {
  readonly detection: FoundAgent
  readonly cwd: string
  /** The environment that the agent will get. */
  readonly env: Readonly<Record<string, string>>
  /** The person's own flags, as given after `--`. */
  readonly args: readonly string[]
  readonly model?: string
  /** The work tree is trusted: its own settings of the agent count. Default false. */
  readonly trusted?: boolean
  /** Where programs that are asked something are noted until they end. Default: nowhere. */
  readonly run?: DeliveryRun
}

/** A value of the person's that shares a slot with our text. It is sent before ours, in one value, and listed. */
export interface UserSource {
  /** What it is: `developer_instructions`, `--append-system-prompt`, `instructions`. */
  readonly what: string
  /** Where it was read: a file, `flag`, or `environment`; paths may be absolute, they stay on this machine. */
  readonly where: string
  readonly text: string
}

/** Where the agent sends its model requests. `null`: it cannot be recorded, `reason` says why. */
export type ModelEndpoint =
  | {
      readonly recordable: true
      readonly provider: string
      readonly baseUrl: string
      readonly protocol: WireProtocol
    }
  | { readonly recordable: false; readonly reason: string }

export interface Inspection {
  readonly userSources: readonly UserSource[]
  readonly endpoint: ModelEndpoint
  /** The files of the person's own that this very run reads by itself. Absent: not known. */
  readonly personalFiles?: readonly PersonalFile[]
  /** The person's flags with those that were merged into ours taken out. */
  readonly args: readonly string[]
  /** Adapter-specific findings that `plan` needs; plain data. */
  readonly details: Readonly<Record<string, unknown>>
  /** Things worth a line on standard error. */
  readonly notes: readonly string[]
}
