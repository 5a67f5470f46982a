/** A folder of a project, with what lies in it. */
export interface FolderNode {
  /** Files in it and in every folder below. */
  readonly files: number
  /** Names of the files directly in it, sorted in UTF-16 units. */
  readonly names: readonly string[]
  /** By name. */
  readonly folders: ReadonlyMap<string, FolderNode>
}

/**
 * Builds the tree of a list of `/`-separated paths, in whatever order they come. A path that comes twice counts once;
 * one that ends with `/` is a folder whose files are not known.
 */
export function buildFileTree(paths: Iterable<string>): FolderNode {
  const root = newFolder()
  for (const path of paths) place(root, path)
  return finish(root)
}

interface GrowingFolder {
  readonly names: Set<string>
  readonly folders: Map<string, GrowingFolder>
}

function newFolder(): GrowingFolder {
  return { names: new Set(), folders: new Map() }
}

function place(root: GrowingFolder, path: string): void {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  let folder = root
  for (const part of parts.filter((one) => one !== '')) {
    const inner = folder.folders.get(part) ?? newFolder()
    folder.folders.set(part, inner)
    folder = inner
  }
  if (name !== '') folder.names.add(name)
}

function finish({ names, folders }: GrowingFolder): FolderNode {
  const inner = new Map([...folders].map(([name, folder]) => [name, finish(folder)]))
  const below = [...inner.values()].reduce((sum, folder) => sum + folder.files, 0)
  return { files: names.size + below, names: [...names].sort(), folders: inner }
}
