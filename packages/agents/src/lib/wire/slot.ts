import { asRecord, asText, type JsonRecord } from './json.ts'

/**
 * `instruction`: what the model obeys (system blocks, system and developer
 * messages). `conversation`: what people and the model said. `tool`: tool
 * definitions, calls and results.
 */
export type SlotLevel = 'instruction' | 'conversation' | 'tool'

/** A cache marker as it stands on the wire; `ttl` is `5m` where the request leaves it to the default of the API. */
export interface CacheMarker {
  readonly type: string
  readonly ttl: string
  readonly scope: string | null
}

/** One place of a model request that holds text. */
export interface Slot {
  /** Where it stands in the body: `system/2`, `messages/0/1`, `input/1/0`, `instructions`, `tools`. */
  readonly path: string
  readonly level: SlotLevel
  /** `system`, `developer`, `user`, `assistant` or `tool`. */
  readonly role: string
  /** The text as the model gets it; for content that is no text, its JSON. */
  readonly text: string
  readonly cache: CacheMarker | null
}

const INSTRUCTION_ROLES = new Set(['system', 'developer'])

export function levelOfRole(role: string): SlotLevel {
  if (role === 'tool') return 'tool'
  return INSTRUCTION_ROLES.has(role) ? 'instruction' : 'conversation'
}

export function readCacheMarker(block: JsonRecord): CacheMarker | null {
  const { cache_control: marker } = block
  if (typeof marker !== 'object' || marker === null) return null
  const { type, ttl, scope } = asRecord(marker)
  return { type: asText(type), ttl: asText(ttl) || '5m', scope: asText(scope) || null }
}

/** The tools of a request as one slot, or none. */
export function toolsSlot(tools: unknown, path = 'tools'): readonly Slot[] {
  if (!Array.isArray(tools) || tools.length === 0) return []
  const cache = tools.map((tool) => readCacheMarker(asRecord(tool))).findLast(Boolean) ?? null
  return [{ path, level: 'tool', role: 'tool', text: JSON.stringify(tools), cache }]
}
