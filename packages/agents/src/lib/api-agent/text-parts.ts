import type { ComposedParts } from '../request/composition-layers.ts'

/** A text that a session has frozen, as the one part of a composition: a receipt finds it whole. */
export function textParts(text: string): ComposedParts {
  return { parts: [{ id: 'system/0', text }], manifest: { sections: [] } }
}
