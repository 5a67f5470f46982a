import { fetchArchive } from './fetch-archive.ts'
import { fetchFolder } from './fetch-folder.ts'
import { fetchGit } from './fetch-git.ts'
import { fetchNpm } from './fetch-npm.ts'
import type { SkillSource } from './skill-source.ts'
import type { FetchOptions, SourceTree } from './source-tree.ts'

/**
 * Fetches a source, or exactly the revision of it that `skills.lock` names.
 *
 * @throws SkillsError `source-unreachable`, `archive-refused`, `lock-differs`
 */
export function fetchSource(source: SkillSource, options: FetchOptions): Promise<SourceTree> {
  if (source.kind === 'folder') return fetchFolder(source.location)
  if (source.kind === 'archive') return fetchArchive(source, options)
  return source.kind === 'git' ? fetchGit(source, options) : fetchNpm(source, options)
}
