import type { Piece } from '../model/traced-text.ts'
import type { RenderElement, RenderNode, RenderRun } from './render-node.ts'

/**
 * Writes a tree under headings, for people and for agents without a system
 * channel. Headings give no boundary that a body could not imitate: use the
 * XML rendering wherever a body may come from someone else.
 */
export function markdownRuns(root: RenderElement): readonly RenderRun[] {
  return root.children.flatMap((child) => runsOf(child, 1))
}

function runsOf(node: RenderNode, depth: number): readonly RenderRun[] {
  if (node.kind === 'text') return node.pieces.map((piece) => ({ section: node.section, piece }))
  const label = [node.element, ...Object.values(node.attributes)].join(' ').replace(/\s+/g, ' ')
  const heading: Piece = { text: `${'#'.repeat(depth)} ${label}\n`, inserted: 'wrapper' }
  return [
    { section: node.section, piece: heading },
    ...node.children.flatMap((child) => runsOf(child, Math.min(depth + 1, 6))),
  ]
}
