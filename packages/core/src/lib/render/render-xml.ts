import { escapeAttribute } from '../guard/escape-attribute.ts'
import { type ExpectedNode, verifyStructure } from '../guard/strict-reader.ts'
import type { RenderElement, RenderNode, RenderRun } from './render-node.ts'

/** Writes a tree as tags with the bodies between them. */
export function xmlRuns(root: RenderElement): readonly RenderRun[] {
  const runs: RenderRun[] = []
  addRuns(root, runs)
  return runs
}

/**
 * Reads the finished text again and says what differs from the tree that it was
 * made from; `null` when nothing does.
 */
export function verifyXml(text: string, root: RenderElement): string | null {
  return verifyStructure(text, expectedOf(root))
}

function addRuns(node: RenderNode, runs: RenderRun[]): void {
  const { section } = node
  if (node.kind === 'text') {
    for (const piece of node.pieces) runs.push({ section, piece })
    return
  }
  runs.push({ section, piece: { text: openTag(node), inserted: 'wrapper' } })
  for (const child of node.children) addRuns(child, runs)
  runs.push({ section, piece: { text: `</${node.element}>`, inserted: 'wrapper' } })
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
