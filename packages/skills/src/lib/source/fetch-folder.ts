import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSafely } from '@onesoul/disk'
import { isLeftOut } from '../archive/file-types.ts'
import { SkillsError } from '../skills-error.ts'
import { errorText } from '../sync/error-text.ts'
import { PACKAGE_LIMITS, type SkillPackageFile } from '../sync/skill-package.ts'
import { type SourceEntry, type SourceTree, unreachable } from './source-tree.ts'

/** Deeper than any skill in a repository of skills. */
const MAX_DEPTH = PACKAGE_LIMITS.depth * 2
/** More than any folder of skills that somebody keeps. */
const MAX_ENTRIES = 100_000

/**
 * Lists a folder of the person's; nothing is copied, links are not followed.
 *
 * @throws SkillsError `source-unreachable`
 */
export async function fetchFolder(folder: string): Promise<SourceTree> {
  const entries: SourceEntry[] = []
  await list(folder, '', entries).catch((error: unknown) => {
    if (error instanceof SkillsError) throw error
    throw unreachable(folder, errorText(error), error)
  })
  return { revision: null, entries, read: (paths) => readFiles(folder, paths) }
}

async function list(folder: string, below: string, entries: SourceEntry[]): Promise<void> {
  const found = await readdir(join(folder, below), { withFileTypes: true })
  for (const one of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? one.name : `${below}/${one.name}`
    if (isLeftOut(path)) continue
    if (one.isDirectory()) {
      if (path.split('/').length <= MAX_DEPTH) await list(folder, path, entries)
      continue
    }
    entries.push({ path, kind: one.isFile() ? 'file' : 'other' })
    if (entries.length > MAX_ENTRIES) {
      throw new SkillsError('source-invalid', `${folder} holds more than ${MAX_ENTRIES} files`)
    }
  }
}

async function readFiles(
  folder: string,
  paths: readonly string[],
): Promise<readonly SkillPackageFile[]> {
  const files: SkillPackageFile[] = []
  for (const path of paths) {
    const found = await readFileSafely(join(folder, path), {
      roots: [folder],
      maxBytes: PACKAGE_LIMITS.fileBytes,
    })
    if (found.outcome === 'missing') throw unreachable(path, 'it went away meanwhile')
    if (found.outcome === 'failed') {
      const code = found.code === 'too-large' ? 'format-invalid' : 'source-unreachable'
      throw new SkillsError(code, found.message.replace(/\.$/, ''))
    }
    const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755
    files.push({ path, bytes: found.bytes, mode })
  }
  return files
}
