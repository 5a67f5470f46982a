import type { Diagnostic } from '../model/diagnostic.ts'
import type { Change } from '../model/manifest.ts'
import type { SourceDocument } from '../model/source.ts'

const MAX_LISTED = 5

/** What is said about the changes of one source. */
export type ChangeReport = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'fix'>

/**
 * One diagnostic for each source that was changed, at its first change, so that
 * ten thousand changes are one line; each of them stands in the manifest.
 */
export function reportChanges(
  changes: readonly Change[],
  documents: readonly SourceDocument[],
  describe: (changes: readonly Change[]) => ChangeReport,
): readonly Diagnostic[] {
  const bySource = new Map<number, Change[]>()
  for (const change of changes) {
    const group = bySource.get(change.source)
    if (group) group.push(change)
    else bySource.set(change.source, [change])
  }
  return Array.from(bySource, ([source, group]): Diagnostic => {
    const ref = documents[source]?.ref
    const [first] = group
    if (!ref || !first) return describe(group)
    const place = { root: ref.root, path: ref.path, line: first.line, column: first.column }
    return { ...describe(group), source: place }
  })
}

/** `line 4`, `lines 4, 9 and 3 more`. */
export function listLines(changes: readonly Change[]): string {
  const lines = [...new Set(changes.map((change) => change.line))]
  return `${lines.length === 1 ? 'line' : 'lines'} ${listSome(lines.map(String))}`
}

/** The first five of a list, and how many follow. */
export function listSome(items: readonly string[]): string {
  const rest = items.length - MAX_LISTED
  return items.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** `1 tag`, `3 tags`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
