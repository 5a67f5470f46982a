import type { Piece } from '../model/traced-text.ts'
import { FRAME, type RenderElement, type RenderNode, type RenderRun } from './render-node.ts'

/**
 * Writes a tree as the texts that it holds, with an empty line between them and
 * neither tags nor headings of ours: for a file that people read as well. As in
 * Markdown, nothing shows where a body ends but the lead-in of the next.
 */
export function plainRuns(root: RenderElement): readonly RenderRun[] {
  const groups = groupsOf(root)
  return groups.flatMap((group, index) => {
    const last = group.at(-1)?.piece.text ?? ''
    return [...group, between(last, index === groups.length - 1)]
  })
}

/** The texts of each element, less those that only give it lines of its own. */
function groupsOf(node: RenderElement): readonly (readonly RenderRun[])[] {
  const own = node.children.flatMap((child) => (child.kind === 'text' ? runsOf(child) : []))
  const nested = node.children.flatMap((child) => (child.kind === 'element' ? groupsOf(child) : []))
  return own.length > 0 ? [own, ...nested] : nested
}

function runsOf(node: Extract<RenderNode, { kind: 'text' }>): readonly RenderRun[] {
  return node.pieces
    .filter((piece) => piece.text !== '' && !isWrapper(piece))
    .map((piece) => ({ section: node.section, piece }))
}

function isWrapper(piece: Piece): boolean {
  return 'inserted' in piece && piece.inserted === 'wrapper'
}

/** What the text before lacks of an empty line; of a line end when it is the last. */
function between(before: string, isLast: boolean): RenderRun {
  const ends = /\n{0,2}$/.exec(before)?.[0].length ?? 0
  const text = '\n'.repeat(Math.max(0, (isLast ? 1 : 2) - ends))
  return { section: FRAME, piece: { text, inserted: 'wrapper' } }
}
