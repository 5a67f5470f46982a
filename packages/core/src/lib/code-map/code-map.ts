import { buildFileTree, type FolderNode } from './file-tree.ts'

/** One line of a map: a folder, or the files that lie at the top. */
export interface CodeMapRow {
  /** `/`-separated, without one at the end; `''` is the top. */
  readonly folder: string
  /** Files that the row stands for: in the folder and below, or at the top alone. */
  readonly files: number
  /** The folder in it that holds nearly everything, relative to it: what is named lies there. `''` is the folder itself. */
  readonly within: string
  /** The largest folders directly there, with their files; by name. */
  readonly folders: readonly { readonly name: string; readonly files: number }[]
  /** Names of files directly there, sorted in UTF-16 units. */
  readonly names: readonly string[]
  /** Folders and files directly there that are not named, and files of the row that lie beside `within`. */
  readonly more: { readonly folders: number; readonly files: number }
}

/** What lies where in a project: each file is in a row or counted in `left`. */
export interface CodeMap {
  readonly files: number
  /** Sorted by folder; folders that begin with a dot, then the top, come last. */
  readonly rows: readonly CodeMapRow[]
  /** Folders that have no row, the smallest, and the files in them. */
  readonly left: { readonly folders: number; readonly files: number }
}

export interface CodeMapOptions {
  /** Default: 14. */
  readonly maxRows?: number
  /** How many folders and files a row names. Default: 10. */
  readonly maxNames?: number
}

/**
 * Draws the map of a project from the paths of its files, in any order and of
 * any language: a row for each folder at the top, of which one that holds more
 * than a quarter of all files gives its row to the folders in it.
 */
export function createCodeMap(paths: Iterable<string>, options: CodeMapOptions = {}): CodeMap {
  const { maxRows = 14, maxNames = 10 } = options
  const tree = buildFileTree(paths)
  const places = openLargest(tree, maxRows)
  const kept = [...places].sort(bySize).slice(0, Math.max(1, maxRows))
  const shown = kept.reduce((sum, place) => sum + sizeOf(place), 0)
  return {
    files: tree.files,
    rows: kept.sort(byPlace).map((place) => toRow(place, maxNames)),
    left: { folders: places.length - kept.length, files: tree.files - shown },
  }
}

interface Place {
  readonly path: string
  readonly node: FolderNode
  /** Its folders have rows of their own. */
  readonly isOpen: boolean
}

function sizeOf({ node, isOpen }: Place): number {
  return isOpen ? node.names.length : node.files
}

function openLargest(tree: FolderNode, maxRows: number): readonly Place[] {
  let places = open({ path: '', node: tree, isOpen: false })
  for (;;) {
    const [largest] = places.filter((place) => canOpen(place, tree)).sort(bySize)
    if (!largest) return places
    const opened = places.flatMap((place) => (place === largest ? open(place) : [place]))
    if (opened.length > maxRows) return places
    places = opened
  }
}

function canOpen({ node, isOpen }: Place, { files }: FolderNode): boolean {
  return !isOpen && node.folders.size > 0 && node.files * 4 > files
}

/** A folder as rows of the folders in it, and one of its own files when it has some. */
function open({ path, node }: Place): readonly Place[] {
  const inner = [...node.folders].map(([name, folder]): Place => {
    return { path: path === '' ? name : `${path}/${name}`, node: folder, isOpen: false }
  })
  return node.names.length === 0 ? inner : [...inner, { path, node, isOpen: true }]
}

function bySize(a: Place, b: Place): number {
  return sizeOf(b) - sizeOf(a) || byPlace(a, b)
}

function byPlace(a: Place, b: Place): number {
  return rankOf(a) - rankOf(b) || compare(a.path, b.path)
}

function rankOf({ path }: Place): number {
  if (path === '') return 2
  return path.startsWith('.') ? 1 : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Half of the room is for folders, half for files; what one does not need, the other has. */
function toRow(place: Place, maxNames: number): CodeMapRow {
  const { path, isOpen } = place
  const { within, node } = isOpen ? { within: '', node: place.node } : descend(place.node)
  const all = isOpen ? [] : [...node.folders].map(([name, { files }]) => ({ name, files }))
  const room = Math.max(Math.ceil(maxNames / 2), maxNames - node.names.length)
  const folders = all
    .sort((a, b) => b.files - a.files || compare(a.name, b.name))
    .slice(0, room)
    .sort((a, b) => compare(a.name, b.name))
  const names = node.names.slice(0, maxNames - folders.length)
  const beside = isOpen ? 0 : place.node.files - node.files
  return {
    folder: path,
    files: sizeOf(place),
    within,
    folders,
    names,
    more: {
      folders: all.length - folders.length,
      files: beside + node.names.length - names.length,
    },
  }
}

/** Nearly everything of a folder may lie in one folder in it, which then says more of what it holds. */
function descend(from: FolderNode): { readonly within: string; readonly node: FolderNode } {
  let node = from
  const path: string[] = []
  for (;;) {
    const next = [...node.folders].find(([, { files }]) => files * 8 > from.files * 7)
    if (!next) return { within: path.join('/'), node }
    path.push(next[0])
    node = next[1]
  }
}
