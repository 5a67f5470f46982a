import type { Environment } from '@onesoul/sources'
import { SkillsError } from '../skills-error.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'

/** Something in a source. */
export interface SourceEntry {
  /** Relative to the source, with `/`. */
  readonly path: string
  /** `other`: a link, a device, a repository in the repository. */
  readonly kind: 'file' | 'other'
}

/** A source as it was fetched. */
export interface SourceTree {
  /** Pins exactly this content: a commit, a version with its integrity, `sha256:…`; null for a folder. */
  readonly revision: string | null
  readonly entries: readonly SourceEntry[]
  /** The files at these paths, each within the bounds of a skill. */
  readonly read: (paths: readonly string[]) => Promise<readonly SkillPackageFile[]>
}

export interface FetchOptions {
  /** An empty folder that only this fetch uses. */
  readonly temp: string
  readonly env: Environment
  /** The revision of `skills.lock`, to fetch exactly that. Default: what the source's `ref` means now. */
  readonly revision?: string
}

/** A tree whose files are in memory already. */
export function treeOfFiles(
  files: readonly SkillPackageFile[],
  revision: string | null,
): SourceTree {
  return {
    revision,
    entries: files.map(({ path }) => ({ path, kind: 'file' })),
    read: async (paths) => {
      const wanted = new Set(paths)
      return files.filter(({ path }) => wanted.has(path))
    },
  }
}

export function unreachable(what: string, why: string, cause?: unknown): SkillsError {
  const message = `${what} could not be fetched: ${why.trim().replace(/\.$/, '')}`
  return new SkillsError('source-unreachable', message, cause === undefined ? {} : { cause })
}
