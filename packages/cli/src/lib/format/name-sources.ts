import type { SectionRecord } from '@onesoul/core'

/** The files of a section for people, those of a list of skills as their number. */
export function nameSources({ sources }: Pick<SectionRecord, 'sources'>): string {
  const files = sources.filter(({ root }) => root !== 'builtin')
  if (files.length > 1 && files.every(({ kind }) => kind === 'skill')) {
    return `${files.length} skills`
  }
  return files.map(({ root, path }) => (root === 'worktree' ? `./${path}` : path)).join(' + ')
}
