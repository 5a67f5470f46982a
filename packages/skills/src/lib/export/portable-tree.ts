import { listTree, type TreeEntry } from '@onesoul/disk'

/**
 * A tree with the modes that a version control keeps: of a file whether it can be
 * executed, of a folder nothing. So a clone is the same tree whatever the umask.
 */
export async function listPortable(folder: string): Promise<readonly TreeEntry[]> {
  const entries = await listTree(folder)
  return entries.map((entry) => ({ ...entry, mode: portableMode(entry) }))
}

function portableMode({ type, mode }: TreeEntry): number {
  if (type === 'folder') return 0o755
  if (type === 'file') return (mode & 0o111) === 0 ? 0o644 : 0o755
  return mode
}
