import { DiskError } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { SourcesError } from '../sources-error.ts'
import { MEMORY_SLOTS, type ProposalKind } from './proposal.ts'
import { propose } from './propose.ts'
import { findSlotTargets, type ProposalTarget } from './slot-target.ts'

/** What a tool says to the model. */
export interface PortAnswer {
  readonly text: string
  readonly isError?: boolean
}

/** A change as a tool of a loop hands it over. */
export interface PortChange {
  readonly target: string
  readonly text: string
  readonly reason: string
}

/** What a tool that proposes is made of: the shape that `createProposalTool` takes. */
export interface ProposalPort {
  /** File names that may be proposed for. */
  readonly targets: readonly string[]
  /** Never throws for a home that cannot keep it: the model is told. */
  readonly propose: (change: PortChange) => Promise<PortAnswer>
}

/** Absent where nothing may be proposed for: an offered tool must be able to work. */
export interface MemoryPorts {
  readonly memory?: ProposalPort
  readonly config?: ProposalPort
}

export interface MemoryPortsOptions {
  readonly home: HomePlace
  /** For whom and where the session was composed. */
  readonly target: ProposalTarget
  /** `null`: a run without a session. */
  readonly sessionId: string | null
}

/**
 * Makes the ports by which a model proposes entries of memory and texts of slot files for one session. Both stay
 * proposals until a person accepts them. Without a home there are none.
 *
 * @throws SourcesError as `gatherInputs`
 */
export async function createMemoryPorts(options: MemoryPortsOptions): Promise<MemoryPorts> {
  const { home, target } = options
  if (!home.exists) return {}
  const slots = await findSlotTargets(home, target)
  const memory = slots.filter(({ slot }) => MEMORY_SLOTS.includes(slot)).reverse()
  const portFor = (kind: ProposalKind, of: typeof slots): ProposalPort => ({
    targets: of.map(({ slot }) => `${slot}.md`),
    propose: (change) => proposeFor(options, kind, change),
  })
  return {
    ...(memory.length > 0 && { memory: portFor('memory', memory) }),
    ...(slots.length > 0 && { config: portFor('config', slots) }),
  }
}

async function proposeFor(
  { home, target, sessionId }: MemoryPortsOptions,
  kind: ProposalKind,
  { target: slot, text, reason }: PortChange,
): Promise<PortAnswer> {
  try {
    const kept = await propose(home, { kind, slot, text, reason, target, session: sessionId })
    if (!kept.ok) return { text: `not kept: ${kept.refusal.message}`, isError: true }
    const { id, path } = kept.value
    const accept =
      kind === 'memory' ? `onesoul memory accept ${id}` : `onesoul config proposals accept ${id}`
    return {
      text: `Kept as proposal ${id} for ${path}. Nothing is written yet: a person accepts it with \`${accept}\`. Do not propose it again.`,
    }
  } catch (error) {
    if (error instanceof SourcesError || error instanceof DiskError) {
      return { text: `not kept: ${error.message}`, isError: true }
    }
    throw error
  }
}
