import type { RenderRun } from './render-node.ts'

/** What a block of a prompt holds, in the order of the blocks. */
export type BlockKind = 'fixed' | 'session' | 'context' | 'facts'

/**
 * Divides the runs of a prompt, which are in block order already, into blocks.
 * `kindOf` names the block of a section; `null` for the structure around
 * sections. Opening structure goes with what it opens and closing structure with
 * what it closes, except that nothing is appended to the fixed block: its bytes
 * are the same whatever follows, so that everybody who shares it can share its
 * place in a cache. What closes it begins the next block, or is one by itself.
 */
export function splitBlocks(
  runs: readonly RenderRun[],
  kindOf: (section: string) => BlockKind | null,
): readonly (readonly RenderRun[])[] {
  const blocks: { readonly kind: BlockKind | null; readonly runs: RenderRun[] }[] = []
  let waiting: RenderRun[] = []
  for (const run of runs) {
    const kind = kindOf(run.section)
    const last = blocks.at(-1)
    if (kind === null) {
      const closes = waiting.length === 0 && !opens(run)
      if (last && last.kind !== 'fixed' && closes) last.runs.push(run)
      else waiting.push(run)
      continue
    }
    if (last?.kind === kind) last.runs.push(...waiting, run)
    else blocks.push({ kind, runs: [...waiting, run] })
    waiting = []
  }
  if (waiting.length > 0) blocks.push({ kind: null, runs: waiting })
  return blocks.map((block) => block.runs)
}

function opens({ piece }: RenderRun): boolean {
  return piece.text.startsWith('<') && !piece.text.startsWith('</')
}
