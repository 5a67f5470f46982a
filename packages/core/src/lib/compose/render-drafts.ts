import { layerBlocks } from '../layers/layer-blocks.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import type { Part, PlacedPiece } from '../model/composition.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { findFormat, type RenderFormat } from '../render/formats.ts'
import { markdownRuns } from '../render/render-markdown.ts'
import { FRAME, placePieces, type RenderElement, type RenderRun } from '../render/render-node.ts'
import { plainRuns } from '../render/render-plain.ts'
import { verifyXml, xmlRuns } from '../render/render-xml.ts'
import { type BlockKind, splitBlocks } from '../render/split-blocks.ts'
import { buildTree } from './build-tree.ts'
import { factsText } from './facts-text.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface Rendered {
  readonly parts: readonly Part[]
  readonly placed: readonly PlacedPiece[]
  /** What the strict reader found different from the tree; `null` when nothing, or when the rendering has no tags. */
  readonly mismatch: string | null
}

/** Arranges the sections for the target's format. */
export function arrangeDrafts(
  drafts: readonly SafeDraft[],
  input: ComposeInput,
  language: Language,
): RenderElement {
  const { layout } = findFormat(input.target.format)
  const order = layout === 'blocks' ? 'blocks' : 'document'
  return buildTree(drafts, { language, facts: factsText(input.facts), order })
}

export type Arrange = (drafts: readonly SafeDraft[]) => RenderElement

/** The tree that was measured is the one that is written, when nothing had to be cut. */
export function arrangeOnce(arrange: Arrange): Arrange {
  let last: { readonly drafts: readonly SafeDraft[]; readonly tree: RenderElement } | null = null
  return (drafts) => {
    if (last?.drafts !== drafts) last = { drafts, tree: arrange(drafts) }
    return last.tree
  }
}

/** Writes the frozen parts of a composition in the target's format and reads them again. */
export function renderDrafts(
  drafts: readonly SafeDraft[],
  input: ComposeInput,
  arrange: Arrange,
): Rendered {
  const format = findFormat(input.target.format)
  if (format.layout === 'layers') return placeLayers(drafts, input)
  const tree = arrange(drafts)
  if (format.layout === 'headings') {
    return { ...placeBlocks([markdownRuns(tree)], format, input), mismatch: null }
  }
  if (format.layout === 'plain') {
    return { ...placeBlocks([plainRuns(tree)], format, input), mismatch: null }
  }
  const runs = xmlRuns(tree)
  const blocks = format.layout === 'blocks' ? splitBlocks(runs, blockKinds(drafts)) : [runs]
  const placed = placeBlocks(blocks, format, input)
  const mismatch = verifyXml(placed.parts.map((part) => part.text).join(''), tree)
  return { ...placed, mismatch }
}

/** The block that each section belongs to. */
function blockKinds(drafts: readonly SafeDraft[]): (section: string) => BlockKind | null {
  const kinds = new Map<string, BlockKind>([['runtime-facts', 'facts']])
  for (const { traits } of drafts) {
    const directive = traits.stability === 'fixed' ? 'fixed' : 'session'
    kinds.set(traits.id, traits.half === 'context' ? 'context' : directive)
  }
  return (section) => (section === FRAME ? null : (kinds.get(section) ?? null))
}

function placeBlocks(
  blocks: readonly (readonly RenderRun[])[],
  { role }: RenderFormat,
  input: ComposeInput,
): Omit<Rendered, 'mismatch'> {
  const placed = blocks.map((runs, index) => placePieces(runs, `system/${index}`))
  const parts = placed.map((pieces, index): Part => {
    const text = textOf({ pieces: pieces.map((one) => one.piece) })
    return { id: `system/${index}`, role, text, sha256: input.ports.sha256(text), cache: null }
  })
  return { parts, placed: placed.flat() }
}

function placeLayers(drafts: readonly SafeDraft[], input: ComposeInput): Rendered {
  const piecesOf = (id: string) =>
    drafts.find((draft) => draft.traits.id === id)?.safe?.pieces ?? []
  const blocks = layerBlocks({
    soul: piecesOf('persona'),
    agents: piecesOf('rules'),
    skills: [],
    user: piecesOf('user'),
  })
  const format = findFormat(input.target.format)
  const { parts, placed } = placeBlocks(
    blocks.map((block) => block.runs),
    format,
    input,
  )
  const marked = parts.map((part, index) => ({ ...part, cache: blocks[index]?.cache ?? null }))
  return { parts: marked, placed, mismatch: null }
}
