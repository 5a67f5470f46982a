import type { Audience, Scope, SlotName } from '@onesoul/core'
import * as v from 'valibot'

/** `memory`: an entry to add to a file of data. `config`: the whole new body of a slot file. */
export type ProposalKind = 'memory' | 'config'

/** The slots that an entry may be added to. */
export const MEMORY_SLOTS: readonly SlotName[] = ['MEMORY', 'USER']

/** What the scanner or the lint said of a text, and let pass. */
export interface ProposalFinding {
  /** Id of a rule of the scanner, or a diagnostic's code. */
  readonly rule: string
  readonly severity: string
  readonly message: string
}

/** A change of a slot file that waits for a person. Nothing of the file has changed. */
export interface Proposal {
  readonly schemaVersion: 1
  /** Eight hexadecimal digits; the name of its file. */
  readonly id: string
  readonly kind: ProposalKind
  readonly slot: SlotName
  readonly scope: Scope
  /** The file, relative to the folder of slots, `/`-separated. */
  readonly path: string
  /** Hex SHA-256 of the file when it was proposed; `null`: there was none. */
  readonly baseSha256: string | null
  readonly text: string
  readonly reason: string
  /** The session that it comes from; `null`: none, a command line. */
  readonly session: string | null
  /** Who sees the file. */
  readonly audience: Audience
  /** ISO 8601, UTC. */
  readonly at: string
  readonly findings: readonly ProposalFinding[]
}

const SLOT_NAMES = ['SOUL', 'AGENTS', 'TOOLS', 'USER', 'MEMORY'] as const

/** Keys of a later minor version are let through. */
export const PROPOSAL: v.GenericSchema<unknown, Proposal> = v.object({
  schemaVersion: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  kind: v.picklist(['memory', 'config']),
  slot: v.picklist(SLOT_NAMES),
  scope: v.picklist(['bot', 'platform', 'global', 'workspace']),
  path: v.pipe(v.string(), v.check(isPlainPath)),
  baseSha256: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  text: v.string(),
  reason: v.string(),
  session: v.nullable(v.string()),
  audience: v.custom<Audience>((value) => typeof value === 'string'),
  at: v.string(),
  findings: v.array(v.object({ rule: v.string(), severity: v.string(), message: v.string() })),
})

/** The state may be forged: its paths stay below the folder of slots, and name a slot file. */
function isPlainPath(path: string): boolean {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  return (
    parts.length <= 3 &&
    SLOT_NAMES.some((name) => last === `${name}.md`) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  )
}

/** Whether a word can be the id of a proposal. */
export function isProposalId(word: string): boolean {
  return /^[0-9a-f]{8}$/.test(word)
}
