import type { Worktree } from './worktree.ts'

/** The absolute working directory in a work tree. Its name can hold anything; in a prompt it is one line without invisible characters. */
export function workingDirectory({ root, cwd }: Pick<Worktree, 'root' | 'cwd'>): string {
  const path = cwd === '' ? root : `${root}/${cwd}`
  return path.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
