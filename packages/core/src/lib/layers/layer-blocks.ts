import type { PartRecord } from '../model/manifest.ts'
import type { InsertedKind, Piece } from '../model/traced-text.ts'
import type { RenderRun } from '../render/render-node.ts'

/** The bodies of a layered prompt; without text there is no part. */
export interface LayerBodies {
  readonly soul: readonly Piece[]
  readonly agents: readonly Piece[]
  /** The finished text of the skills, heading and all. */
  readonly skills: readonly Piece[]
  readonly user: readonly Piece[]
}

export interface LayerRuns {
  readonly cache: PartRecord['cache']
  readonly runs: readonly RenderRun[]
}

/**
 * Arranges bodies as a layered builder does: identity and instructions with a
 * rule between them, the skills, the user's preferences; the last without a cache
 * marker. Bodies are taken as they are, final newlines included.
 */
export function layerBlocks(bodies: LayerBodies): readonly LayerRuns[] {
  const identity = headed('persona', '# Identity\n\n', bodies.soul)
  const instructions = headed('rules', '# Instructions\n\n', bodies.agents)
  const rule =
    identity.length > 0 && instructions.length > 0 ? [ours('rules', '\n\n---\n\n', 'joiner')] : []
  const blocks: readonly LayerRuns[] = [
    { cache: { type: 'ephemeral' }, runs: [...identity, ...rule, ...instructions] },
    { cache: { type: 'ephemeral' }, runs: runsOf('skills', bodies.skills) },
    { cache: null, runs: headed('user', '# User Preferences\n\n', bodies.user) },
  ]
  return blocks.filter((block) => block.runs.length > 0)
}

function headed(section: string, heading: string, body: readonly Piece[]): readonly RenderRun[] {
  const runs = runsOf(section, body)
  return runs.length === 0 ? [] : [ours(section, heading, 'wrapper'), ...runs]
}

function runsOf(section: string, body: readonly Piece[]): readonly RenderRun[] {
  const empty = body.every((piece) => piece.text === '')
  return empty ? [] : body.map((piece) => ({ section, piece }))
}

function ours(section: string, text: string, what: InsertedKind): RenderRun {
  return { section, piece: { text, inserted: what } }
}
