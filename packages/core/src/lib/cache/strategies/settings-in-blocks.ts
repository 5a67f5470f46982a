import type { CacheBlock, CachePart } from '../model/cache-block.ts'
import type { CacheSettings } from '../plan/plan-input.ts'

/**
 * The blocks as a cache tells them apart: a setting that is part of the prefix is part of the first block whose part
 * of the request a change of it loses. The caches of models, workspaces and routes are others altogether.
 */
export function settingsInBlocks(
  blocks: readonly CacheBlock[],
  settings: CacheSettings | undefined,
): readonly CacheBlock[] {
  if (!settings) return blocks
  const { serverTools, speed, thinking, effort, toolChoice, images } = settings
  const system = salted(blocks, ['system', 'messages'], [serverTools, speed])
  return salted(system, ['messages'], [thinking, effort, toolChoice, images])
}

function salted(
  blocks: readonly CacheBlock[],
  parts: readonly CachePart[],
  values: readonly (string | undefined)[],
): readonly CacheBlock[] {
  const first = blocks.findIndex(({ part }) => parts.includes(part))
  const block = blocks[first]
  if (!block || values.every((value) => value === undefined)) return blocks
  return blocks.with(first, { ...block, hash: JSON.stringify([block.hash, values]) })
}
