import { sha256 } from '../checksum.ts'
import type { ImportNotes } from '../import-notes.ts'
import type { PlannedFile } from '../import-report.ts'
import { type AgentFile, type SourcePlace, sourceName } from '../read-source.ts'
import { admitOwned, withoutImportLines } from './admit-owned.ts'
import { renderOwned } from './owned-mark.ts'

/**
 * Joins the files that an agent reads by itself into AGENTS.md, marked as owned
 * by that agent: it goes on reading its own, the others get them from us. What
 * they must not get is noted with the reason.
 */
export async function planOwned(
  agent: string,
  place: SourcePlace,
  notes: ImportNotes,
): Promise<readonly PlannedFile[]> {
  const read = new Set((place.agentFiles ?? []).map((file) => file.path))
  const files = (await admitOwned(place, notes)).filter((file) => file.body.trim() !== '')
  const parts = files.map((file) => withoutImportLines(file, read))
  const full = parts.filter((part) => part !== '')
  if (full.length === 0) return []
  noteParts(files, parts, { place, notes })
  const hashes = files.map((file) => ({ path: file.path, sha256: sha256(file.text) }))
  const body = `${full.join('\n\n')}\n`
  const text = renderOwned({ agent, body, files: hashes }, place.userHome)
  const message = `AGENTS.md is marked \`ownedBy: ${agent}\`: ${agent} goes on reading the files above by itself and gets them once; other agents get AGENTS.md. \`doctor\` tells when the two differ.`
  notes.decide(
    'who delivers',
    message,
    files.map((file) => sourceName(file.path, place)),
  )
  return [{ path: 'agent-configs/AGENTS.md', bytes: Buffer.from(text, 'utf8') }]
}

/** Says where the part of each file stands, and what of it is left out. */
function noteParts(
  files: readonly AgentFile[],
  parts: readonly string[],
  { place, notes }: { readonly place: SourcePlace; readonly notes: ImportNotes },
): void {
  let line = 1 + markLines(files)
  for (const [index, file] of files.entries()) {
    const name = sourceName(file.path, place)
    const part = parts[index] ?? ''
    const count = part.split('\n').length
    const lines = part === '' ? 'nothing but imports' : `lines ${line}–${line + count - 1}`
    notes.map(name, 'agent-configs/AGENTS.md', lines)
    if (part !== '') line += count + 1
    if (part !== file.body.trim()) notes.decide('imports', IMPORT_LINES, [name])
    if (file.text.trim() !== file.body.trim()) notes.decide('comments', COMMENTS, [name])
  }
}

const COMMENTS =
  'Frontmatter and HTML comments, which the agent does not send either, are left out.'
const IMPORT_LINES =
  'A line that only imports a file is left out, because other agents cannot follow it: the imported text stands below, or the report says why not.'

/** Lines of the mark before the text. */
function markLines(files: readonly AgentFile[]): number {
  return 5 + files.length
}
