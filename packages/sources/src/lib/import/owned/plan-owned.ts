import { sha256 } from '../checksum.ts'
import type { ImportNotes } from '../import-notes.ts'
import type { PlannedFile } from '../import-report.ts'
import { type AgentFile, type SourcePlace, sourceName } from '../read-source.ts'
import { renderOwned } from './owned-mark.ts'

/**
 * Joins the files that an agent reads by itself into AGENTS.md, marked as owned
 * by that agent: it goes on reading its own, the others get them from us.
 */
export function planOwned(
  agent: string,
  place: SourcePlace,
  notes: ImportNotes,
): readonly PlannedFile[] {
  const files = (place.agentFiles ?? []).filter((file) => file.body.trim() !== '')
  if (files.length === 0) return []
  const parts = files.map((file) => file.body.trim())
  const body = `${parts.join('\n\n')}\n`
  let line = 1 + markLines(files)
  for (const [index, file] of files.entries()) {
    const count = (parts[index] ?? '').split('\n').length
    const name = sourceName(file.path, place)
    notes.map(name, 'agent-configs/AGENTS.md', `lines ${line}–${line + count - 1}`)
    line += count + 1
    if (file.text.trim() !== parts[index]) {
      const message =
        'Frontmatter and HTML comments, which the agent does not send either, are left out.'
      notes.decide('comments', message, [name])
    }
  }
  const hashes = files.map((file) => ({ path: file.path, sha256: sha256(file.text) }))
  const text = renderOwned({ agent, body, files: hashes }, place.userHome)
  const message = `AGENTS.md is marked \`ownedBy: ${agent}\`: ${agent} goes on reading the files above by itself and gets them once; other agents get AGENTS.md. \`doctor\` tells when the two differ.`
  notes.decide(
    'who delivers',
    message,
    files.map((file) => sourceName(file.path, place)),
  )
  return [{ path: 'agent-configs/AGENTS.md', bytes: Buffer.from(text, 'utf8') }]
}

/** Lines of the mark before the text. */
function markLines(files: readonly AgentFile[]): number {
  return 5 + files.length
}
