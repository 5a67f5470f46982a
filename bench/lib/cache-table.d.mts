import type {
  CacheProfile,
  CacheTurn,
  ReplayOptions,
  StartStrategy,
  TtlModel,
} from '@onesoul/core/cache'
import type { Workload } from './cache-fourteen.mjs'

export interface OpenedWorkload extends Workload {
  readonly profile: CacheProfile
  readonly runs: readonly (readonly CacheTurn[])[]
}

export declare function openWorkload(workload: Workload): OpenedWorkload

export declare function costOf(
  workload: OpenedWorkload,
  start: StartStrategy,
  options?: ReplayOptions,
): number

export declare function plainCost(workload: OpenedWorkload): number

export declare function boundOf(
  workload: OpenedWorkload,
  starts: readonly StartStrategy[],
  options?: { readonly ttlModel?: TtlModel },
): number

export declare function saved(cost: number, plain: number): number
