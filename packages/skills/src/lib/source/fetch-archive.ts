import { createHash } from 'node:crypto'
import { readFileSafely } from '@onesoul/disk'
import { refusedArchive } from '../archive/archive-budget.ts'
import { ARCHIVE_LIMITS } from '../archive/archive-limits.ts'
import { readArchive } from '../archive/read-archive.ts'
import { type SourceTree, treeOfFiles, unreachable } from './source-tree.ts'

/**
 * Reads an archive of the person's whole; its revision is `sha256:` of its bytes.
 *
 * @throws SkillsError `source-unreachable`, `archive-refused`
 */
export async function fetchArchive(path: string): Promise<SourceTree> {
  const bytes = await readArchiveFile(path)
  const revision = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return treeOfFiles(await readArchive(bytes, path), revision)
}

/** The bytes of an archive, which are no more than an archive may have. */
export async function readArchiveFile(path: string): Promise<Uint8Array> {
  const found = await readFileSafely(path, {
    maxBytes: ARCHIVE_LIMITS.packedBytes,
    links: 'anywhere',
    timeoutMs: 30_000,
  })
  if (found.outcome === 'content') return found.bytes
  if (found.outcome === 'missing') throw unreachable(path, 'it is gone')
  if (found.code === 'too-large') throw refusedArchive('it has more than 20 MB')
  throw unreachable(path, found.message)
}
