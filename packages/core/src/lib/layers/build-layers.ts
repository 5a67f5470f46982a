import type { Composition } from '../model/composition.ts'
import type { Piece } from '../model/traced-text.ts'
import { layerBlocks } from './layer-blocks.ts'

/** A text block of an Anthropic Messages request, keys in this order. */
export interface LayerBlock {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: { readonly type: 'ephemeral' }
}

/** Whole texts of a layered prompt; `null` or an empty text leaves no block. */
export interface LayerTexts {
  readonly soul: string | null
  readonly agents: string | null
  /** As `skillsText` writes it. */
  readonly skills: string | null
  readonly user: string | null
}

/**
 * Lays texts out as system blocks: `# Identity` and `# Instructions` in the
 * first, the skills in the second, both with a cache marker; `# User Preferences`
 * in the third, without. Nothing is trimmed, guarded or escaped.
 */
export function buildLayers(texts: LayerTexts): readonly LayerBlock[] {
  const { soul, agents, skills, user } = texts
  const blocks = layerBlocks({
    soul: piece(soul),
    agents: piece(agents),
    skills: piece(skills),
    user: piece(user),
  })
  return blocks.map(({ cache, runs }) => toBlock(runs.map((run) => run.piece.text).join(''), cache))
}

/** A composition of the format `layers` as system blocks, with the markers that its parts name. */
export function toLayers(composition: Composition): readonly LayerBlock[] {
  return composition.parts.map(({ text, cache }) => toBlock(text, cache))
}

/** A mark of its own for each block: whoever changes one of them changes no other. */
function toBlock(text: string, cache: Composition['parts'][number]['cache']): LayerBlock {
  return cache === null
    ? { type: 'text', text }
    : { type: 'text', text, cache_control: { ...cache } }
}

function piece(text: string | null): readonly Piece[] {
  return text === null || text === '' ? [] : [{ text, inserted: 'builtin' }]
}
