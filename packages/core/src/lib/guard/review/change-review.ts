import type { ThreatFinding } from '../threats/threat-finding.ts'
import type { Capability } from './capabilities.ts'

/** Words that a change brought in. */
export interface ReviewedAddition {
  /** `order`: it reads as an order. `command`: a line of code that runs something. `text`: anything else. */
  readonly kind: 'order' | 'command' | 'text'
  /** One sentence, row or line of code; white space collapsed. */
  readonly text: string
  /** Place in the text of now, 1-based; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  /** It stands in a comment, which a reader of the rendered page does not see. */
  readonly inComment: boolean
  /** The sentence that it resembles and takes the place of; absent for what is new. */
  readonly was?: string
  /** What it lets an agent reach for. */
  readonly capabilities: readonly Capability[]
  /** Hosts that it names, each once; of an address without one, its scheme with a colon. */
  readonly hosts: readonly string[]
  /** Those that the text of before never named. */
  readonly newHosts: readonly string[]
  /** Ids of the rules that found something in it. */
  readonly rules: readonly string[]
  /** What weighs more is told first; comparable between files. */
  readonly weight: number
}

/** A sentence that forbade, excepted or asked for consent, and is gone. */
export interface LiftedRule {
  readonly text: string
  /** Of the text of before, 1-based. */
  readonly line: number
}

/** What a change means, before anyone reads the lines of it. */
export interface ChangeReview {
  /** What weighs most first: findings, hidden text, new hosts, orders, capabilities; then by place. */
  readonly additions: readonly ReviewedAddition[]
  readonly lifted: readonly LiftedRule[]
  /** Capabilities that the text of before did not show. */
  readonly newCapabilities: readonly Capability[]
  readonly newHosts: readonly string[]
}

export interface ReviewOptions {
  /** `code`: line by line. Default: `markdown`. */
  readonly style?: 'markdown' | 'code'
  /** What a scan of the text of now found. Default: nothing. */
  readonly findings?: readonly ThreatFinding[]
}
