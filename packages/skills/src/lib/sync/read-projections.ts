import { listReceipts } from '../receipts/list-receipts.ts'
import { removeProjections } from './remove-projections.ts'
import type { SyncReport } from './sync-outcome.ts'
import { type SyncHomes, syncPlace } from './sync-place.ts'

/** Every skill that a sync brought to agents, judged as for taking it out. */
export interface ProjectionsReport extends SyncReport {
  /** Receipts that cannot be understood, one sentence each. */
  readonly unproved: readonly string[]
}

/** Looks at what a home has in the folders of agents; changes nothing. */
export async function readProjections(homes: SyncHomes): Promise<ProjectionsReport> {
  const { faults } = await listReceipts(syncPlace(homes))
  return { ...(await removeProjections(homes, {}, { dryRun: true })), unproved: faults }
}
