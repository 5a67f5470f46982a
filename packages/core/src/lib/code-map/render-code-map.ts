import { escapeForDisplay } from '../text/escape-for-display.ts'
import { countChars } from '../text/measure.ts'
import type { CodeMap, CodeMapRow } from './code-map.ts'

export interface RenderedCodeMap {
  /** A line a row, each with its line end; empty for a project without files. */
  readonly text: string
  /** Rows that had no room, the smallest first. */
  readonly cut: number
}

/** A name that is shown as it is; anything else is quoted, so that no name ends its line or looks like another. */
const PLAIN = /^[\p{L}\p{M}\p{N}\p{S}\p{P} ]+$/u
const SUBMODULE = 'submodule'
const NEEDS_QUOTES = /[<>"\\,;()]|^ | $/

/** How many folders and files a line names, from plenty to few: each of them only where that makes room for every line. */
const NAMES = [Number.POSITIVE_INFINITY, 7, 5, 3]

/**
 * Writes a map as lines, such as `src (120): compose/ 40, guard/ 60; index.ts, +19 files`.
 * Where `maxChars` code points (default 1000) have no room for all, lines name
 * less, and then whole lines are left out, the smallest first; the last one
 * counts what is left out.
 */
export function renderCodeMap(map: CodeMap, maxChars = 1000): RenderedCodeMap {
  const few = NAMES.at(-1) ?? 0
  for (const names of NAMES) {
    const text = textOf(map, map.rows, names)
    if (countChars(text) <= maxChars) return { text, cut: 0 }
  }
  const bySize = [...map.rows].sort((a, b) => b.files - a.files)
  for (let kept = bySize.length - 1; kept >= 0; kept--) {
    const text = textOf(map, bySize.slice(0, kept), few)
    if (countChars(text) <= maxChars) return { text, cut: map.rows.length - kept }
  }
  return { text: '', cut: map.rows.length }
}

function textOf(map: CodeMap, shown: readonly CodeMapRow[], names: number): string {
  const rows = map.rows.filter((row) => shown.includes(row))
  const files = map.files - rows.reduce((sum, row) => sum + row.files, 0)
  const folders = map.left.folders + map.rows.length - rows.length
  const rest = files === 0 ? [] : [`… ${counted(folders, 'more place')}, ${counted(files, 'file')}`]
  return [...rows.map((row) => lineOf(row, names)), ...rest].map((line) => `${line}\n`).join('')
}

function lineOf(row: CodeMapRow, names: number): string {
  const head = row.folder === '' ? '(top)' : showPath(row.folder)
  const parts = [foldersOf(row, names), filesOf(row, names)].filter((part) => part !== '')
  if (parts.length === 0) return `${head} (${SUBMODULE})`
  const place = row.within === '' ? '' : `in ${showPath(row.within)}: `
  return `${head} (${row.files}): ${place}${parts.join('; ')}`
}

function foldersOf({ folders, more }: CodeMapRow, names: number): string {
  const bySize = [...folders].sort((a, b) => b.files - a.files)
  const shown = new Set(bySize.slice(0, names))
  const left = more.folders + folders.length - shown.size
  return [
    ...folders
      .filter((folder) => shown.has(folder))
      .map(({ name, files }) => `${show(name)}/ ${files || SUBMODULE}`),
    ...(left > 0 ? [`+${counted(left, 'folder')}`] : []),
  ].join(', ')
}

function filesOf(row: CodeMapRow, names: number): string {
  const shown = row.names.slice(0, Math.max(0, names - row.folders.length))
  const left = row.more.files + row.names.length - shown.length
  return [...shown.map(show), ...(left > 0 ? [`+${counted(left, 'file')}`] : [])].join(', ')
}

/** A path of others on a line of ours: what is no plain name is quoted. */
export function showPath(path: string): string {
  return path.split('/').map(show).join('/')
}

function show(name: string): string {
  return PLAIN.test(name) && !NEEDS_QUOTES.test(name) ? name : escapeForDisplay(name)
}

/** `1 file`, `2 files`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
