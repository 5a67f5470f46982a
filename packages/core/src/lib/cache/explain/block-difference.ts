import type { BlockDifference, ExplainedRequest } from './miss.ts'

/** The first block of one request that another does not have in the same place; null when it has all of them. */
export function blockDifference(
  before: ExplainedRequest,
  after: ExplainedRequest,
): BlockDifference | null {
  const index = before.blocks.findIndex(({ hash }, at) => after.blocks[at]?.hash !== hash)
  const block = before.blocks[index]
  if (!block) return null
  const owner = before.owners?.[index] ?? after.owners?.[index]
  return {
    index,
    part: block.part,
    ...(block.scope ? { scope: block.scope } : {}),
    ...(owner ? { owner } : {}),
    how: howOf(index, before, after),
  }
}

function howOf(
  index: number,
  before: ExplainedRequest,
  after: ExplainedRequest,
): BlockDifference['how'] {
  const was = before.blocks[index]?.hash
  const is = after.blocks[index]?.hash
  if (is === undefined) return 'cut'
  const wasFound = after.blocks.some(({ hash }, at) => at > index && hash === was)
  const isKnown = before.blocks.some(({ hash }, at) => at > index && hash === is)
  if (wasFound && isKnown) return 'moved'
  if (wasFound) return 'inserted'
  return isKnown ? 'removed' : 'changed'
}
