import { createHash } from 'node:crypto'
import { hashEntries, type TreeEntry } from '@onesoul/disk'
import type { SkillPackage, SkillPackageFile } from './skill-package.ts'
import type { TreeDifference } from './sync-outcome.ts'

/** A file of a skill as its manifest names it. */
export interface ManifestFile {
  readonly path: string
  readonly size: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** The files of a skill, ordered by path. */
export function manifestOf(files: readonly SkillPackageFile[]): readonly ManifestFile[] {
  return files
    .map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** One hash for the files of a skill whatever their modes: SHA-256 of the manifest as JSON. */
export function manifestHashOf(files: readonly SkillPackageFile[]): string {
  return sha256(JSON.stringify(manifestOf(files)))
}

/** The hash that `hashTree` gives the skill once it stands on disk. */
export function treeHashOf(files: readonly SkillPackageFile[]): string {
  return hashEntries(entriesOf(files))
}

/** The tree that a skill becomes on disk: folders 0755, files as they say. */
export function entriesOf(files: readonly SkillPackageFile[]): readonly TreeEntry[] {
  const folders = new Set([''])
  for (const { path } of files) {
    const steps = path.split('/')
    for (let end = 1; end < steps.length; end++) folders.add(steps.slice(0, end).join('/'))
  }
  return [
    ...[...folders].map((path): TreeEntry => ({ path, type: 'folder', mode: 0o755, content: '' })),
    ...files.map(
      ({ path, bytes, mode }): TreeEntry => ({ path, type: 'file', mode, content: sha256(bytes) }),
    ),
  ]
}

/** How a tree that stands somewhere differs from a skill. Folders count only by what is in them. */
export function compareTree(
  found: readonly TreeEntry[],
  { files }: Pick<SkillPackage, 'files'>,
): TreeDifference {
  const [there, ours] = [found, entriesOf(files)].map(byPath)
  const key = (one: TreeEntry | undefined): string =>
    JSON.stringify([one?.type, one?.mode, one?.content])
  const both = [...(there?.keys() ?? [])].filter((path) => ours?.has(path))
  return {
    removed: [...(there?.keys() ?? [])].filter((path) => !ours?.has(path)).sort(),
    changed: both.filter((path) => key(there?.get(path)) !== key(ours?.get(path))).sort(),
    added: [...(ours?.keys() ?? [])].filter((path) => !there?.has(path)).sort(),
  }
}

function byPath(entries: readonly TreeEntry[]): ReadonlyMap<string, TreeEntry> {
  const hasOwn = entries.filter(({ type, path }) => type !== 'folder' || path === '')
  return new Map(hasOwn.map((entry) => [entry.path === '' ? '.' : entry.path, entry]))
}

function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex')
}
