import type { PartRecord } from '../model/manifest.ts'

/**
 * How a composition is laid out. `document`: one part under tags. `blocks`: the
 * same tags in several parts, from what never changes to what changes most.
 * `headings`: one part under Markdown headings. `layers`: identity and
 * instructions, then user preferences, under the headings of a layered builder.
 * `plain`: the bodies under their lead-ins, without tags or headings of ours.
 */
export type Layout = 'document' | 'blocks' | 'headings' | 'layers' | 'plain'

export interface RenderFormat {
  readonly format: string
  readonly layout: Layout
  /** The role of the messages or blocks that carry the parts. */
  readonly role: PartRecord['role']
}

const XML: RenderFormat = { format: 'xml', layout: 'document', role: 'system' }

/** Every rendering by the name that a target gives as its `format`; a new one is one more row. */
export const FORMATS: readonly RenderFormat[] = [
  XML,
  { format: 'markdown', layout: 'headings', role: 'system' },
  { format: 'anthropic', layout: 'blocks', role: 'system' },
  { format: 'openai', layout: 'blocks', role: 'developer' },
  { format: 'gemini', layout: 'blocks', role: 'system' },
  { format: 'codex', layout: 'document', role: 'developer' },
  { format: 'layers', layout: 'layers', role: 'system' },
  { format: 'file', layout: 'plain', role: 'system' },
]

/** The rendering of a name; `xml` for a name that is not in the table. */
export function findFormat(name: string): RenderFormat {
  return FORMATS.find(({ format }) => format === name) ?? XML
}
