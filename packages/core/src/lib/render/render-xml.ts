import { escapeAttribute } from '../guard/escape-attribute.ts'
import { type ExpectedNode, verifyStructure } from '../guard/strict-reader.ts'
import type { RenderElement, RenderNode, RenderRun } from './render-node.ts'

/** Writes a tree as tags with the bodies between them. */
export function xmlRuns(root: RenderElement): readonly RenderRun[] {
  return runsOf(root)
}

/**
 * Reads the finished text again and says what differs from the tree that it was
 * made from; `null` when nothing does.
 */
export function verifyXml(text: string, root: RenderElement): string | null {
  return verifyStructure(text, expectedOf(root))
}

function runsOf(node: RenderNode): readonly RenderRun[] {
  if (node.kind === 'text') return node.pieces.map((piece) => ({ section: node.section, piece }))
  const tag = (text: string): RenderRun => ({
    section: node.section,
    piece: { text, inserted: 'wrapper' },
  })
  return [tag(openTag(node)), ...node.children.flatMap(runsOf), tag(`</${node.element}>`)]
}

function openTag(node: RenderElement): string {
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
  return `<${node.element}${attributes}>`
}

function expectedOf(node: RenderElement): ExpectedNode {
  const children: (ExpectedNode | string)[] = []
  for (const child of node.children) {
    if (child.kind === 'element') children.push(expectedOf(child))
    else appendText(children, child.pieces.map((piece) => piece.text).join(''))
  }
  return { element: node.element, attributes: node.attributes, children }
}

function appendText(children: (ExpectedNode | string)[], text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else children.push(text)
}
