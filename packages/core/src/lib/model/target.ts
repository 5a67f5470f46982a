import type { ThreatScan } from '../guard/threats/threat-finding.ts'
import type { Viewer } from './section.ts'

export type Language = 'en' | 'zh'

/** What a composition is made for. */
export interface Target {
  /** Id of the agent, or `none`. Core never branches on it. */
  readonly agent: string
  readonly platform: string | null
  readonly bot: string | null
  readonly viewer: Viewer
  readonly session: string | null
  readonly format: string
}

/** The text operations that core takes as arguments, because it has no runtime of its own. */
export interface CorePorts {
  /** Hex SHA-256 of the UTF-8 bytes of `text`. */
  readonly sha256: (text: string) => string
  /**
   * Looks for threats in text of trust `project`, `model` or `external`: `scanThreats`
   * of `@onesoul/core/threats`. Default: nobody looks.
   */
  readonly scanThreats?: (text: string) => ThreatScan
}
