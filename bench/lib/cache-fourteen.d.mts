import type { CacheTurn } from '@onesoul/core/cache'

/** Requests by chance, one run a seed, under the rules of a model at a provider. */
export interface Workload {
  readonly id: string
  readonly title: string
  readonly seeds: readonly number[]
  readonly model: readonly [provider: string, model: string]
  readonly turns: (seed: number) => readonly CacheTurn[]
}

export declare const FOURTEEN: readonly Workload[]
