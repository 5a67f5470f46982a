import type { AgentLimit } from '../port/limits.ts'
import { fitDocuments } from './fit-documents.ts'
import { fitSkills } from './fit-skills.ts'
import type { Loss } from './loss.ts'
import { type FitPlace, readFitFiles, readFitSkills } from './read-fit.ts'

/** One limit of an agent and what it does to a folder. */
export interface LimitFit {
  readonly limit: AgentLimit
  /** What there is, in the unit of the limit. */
  readonly used: number
  /** In the order in which the agent reads. */
  readonly lost: readonly Loss[]
}

/** Says, before a run, what an agent with these limits would not pass on to its model. Reads, and starts nothing. */
export async function fitAgent(
  limits: readonly AgentLimit[],
  place: FitPlace,
): Promise<readonly LimitFit[]> {
  return Promise.all(
    limits.map(async (limit) => {
      const fit =
        limit.kind === 'documents'
          ? fitDocuments(limit, await readFitFiles(limit, place))
          : fitSkills(limit, await readFitSkills(limit, place))
      return { limit, ...fit }
    }),
  )
}
