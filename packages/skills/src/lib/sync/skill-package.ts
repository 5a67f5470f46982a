/** `runtime` and `operator`: ours, by who may use them. `own`: the person's. */
export type SkillProfile = 'runtime' | 'operator' | 'own'

export interface SkillPackageFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly mode: 0o644 | 0o755
}

/** A skill as it is copied to agents. */
export interface SkillPackage {
  readonly name: string
  readonly profile: SkillProfile
  /** Tells this content from every other of its name; a folder of the inventory is called so. */
  readonly version: string
  readonly files: readonly SkillPackageFile[]
}

/** A skill that cannot be copied, with the reason as one sentence. */
export interface BrokenPackage {
  readonly name: string
  readonly profile: SkillProfile
  readonly fault: string
}

/** Bounds of a skill that is copied: more than any reader of skills takes up. */
export const PACKAGE_LIMITS = {
  files: 500,
  fileBytes: 5_000_000,
  totalBytes: 50_000_000,
  depth: 6,
} as const
