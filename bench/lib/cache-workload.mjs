import { createRandom } from './cache-random.mjs'

/** A model whose prefixes are cached from 1,024 tokens on, and the same one behind plain blocks. */
export const ANTHROPIC = ['anthropic', 'claude-sonnet-4-5']
export const BEDROCK = ['bedrock', 'claude-sonnet-4-5']

/** A workload without chance. */
export function one(id, title, turns) {
  return { id, title, seeds: [1], model: ANTHROPIC, turns }
}

/** A workload of five runs, each with a number that it makes its chances of. */
export function perSeed(id, title, turns) {
  return { id, title, seeds: [1, 2, 3, 4, 5], model: ANTHROPIC, turns }
}

/** A workload of five runs, each with chances of its own. */
export function several(id, title, turns) {
  return perSeed(id, title, (seed) => turns(createRandom(seed)))
}

/** The turns of many sessions. */
export function fleetOf(count, create) {
  return Array.from({ length: count }, (_, index) => create(index).turns).flat()
}
