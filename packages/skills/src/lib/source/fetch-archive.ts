import { createHash } from 'node:crypto'
import { readFileSafely } from '@onesoul/disk'
import { refusedArchive } from '../archive/archive-budget.ts'
import { ARCHIVE_LIMITS } from '../archive/archive-limits.ts'
import { readArchive } from '../archive/read-archive.ts'
import { SkillsError } from '../skills-error.ts'
import { type DownloadLimits, download } from './download.ts'
import type { SkillSource } from './skill-source.ts'
import { type FetchOptions, type SourceTree, treeOfFiles, unreachable } from './source-tree.ts'
import { archiveAddress, withoutSecrets } from './web-address.ts'

/** What is waited for, and how far a way may lead. */
const WEB_LIMITS: DownloadLimits = {
  maxBytes: ARCHIVE_LIMITS.packedBytes,
  timeoutMs: 60_000,
  redirects: 5,
}

/**
 * Reads an archive of the person's, or one of the web, whole; its revision is
 * `sha256:` of its bytes. One of the web may have changed since it was pinned.
 *
 * @throws SkillsError `source-unreachable`, `archive-refused`, `lock-differs`
 */
export async function fetchArchive(
  { location }: Pick<SkillSource, 'location'>,
  { revision }: Pick<FetchOptions, 'revision'> = {},
): Promise<SourceTree> {
  const url = archiveAddress(location)
  const bytes = url === null ? await readArchiveFile(location) : await download(url, WEB_LIMITS)
  const found = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (url !== null && revision !== undefined && revision !== found) {
    const message = `${withoutSecrets(url)} is not what skills.lock says: it has ${found}`
    throw new SkillsError('lock-differs', message)
  }
  return treeOfFiles(await readArchive(bytes, url?.pathname ?? location), found)
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
