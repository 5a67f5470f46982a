/**
 * Declared, not observed, facts of a live session. Every list is sorted,
 * deduplicated and at most 16 entries; strings are at most 128 UTF-8 bytes.
 */
export interface RuntimeFacts {
  readonly schemaVersion: 1
  readonly platform?: string
  readonly agent?: string
  readonly scope?: 'bot' | 'workspace' | 'unbound'
  readonly permissionMode?: string
  readonly capabilities?: readonly string[]
  readonly querySurfaces?: readonly string[]
  readonly skillCatalogueOwner?: 'worker' | 'gateway' | 'none'
  /** Names, never values, of those that are set. */
  readonly environmentKeys?: readonly string[]
}
