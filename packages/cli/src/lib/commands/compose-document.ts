import type { Manifest, Part } from '@onesoul/core'

/** A composition, or what was kept of one, as one JSON document. */
export function documentOf(composition: DocumentedComposition): object {
  return {
    schemaVersion: 1,
    parts: composition.parts.map(({ id, role, text }) => ({ id, role, text })),
    manifest: composition.manifest,
  }
}

interface DocumentedComposition {
  readonly parts: readonly Pick<Part, 'id' | 'role' | 'text'>[]
  readonly manifest: Manifest
}
