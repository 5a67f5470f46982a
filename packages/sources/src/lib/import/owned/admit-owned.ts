import type { ImportNotes } from '../import-notes.ts'
import { type AgentFile, readInstructions, type SourcePlace, sourceName } from '../read-source.ts'

/**
 * Of the files that an agent reads by itself those that other agents may get
 * too. Every other one is noted with the reason, and so is an import that could
 * not be read.
 */
export async function admitOwned(
  place: SourcePlace,
  notes: ImportNotes,
): Promise<readonly AgentFile[]> {
  const files = place.agentFiles ?? []
  const known = new Set(files.map((file) => file.path))
  const admitted: AgentFile[] = []
  for (const file of files) {
    const found = await readInstructions(file.path, place, notes)
    // The byte order mark stays, as it does in the text to compare with.
    const text = found && new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
    if (text === null) continue
    if (text === file.text) admitted.push(file)
    else notes.warn(sourceName(file.path, place), 'it was changed while it was read')
    // An import that is not known was not read: whatever hinders is noted here.
    const unread = (file.imports ?? []).filter(({ path }) => !known.has(path))
    for (const { path } of unread) await readInstructions(path, place, notes)
  }
  return admitted
}

/** The text without lines that hold an import and nothing else; in a fence they are no imports. */
export function withoutImportLines({ body, imports = [] }: AgentFile, taken: Taken): string {
  const dropped = new Set(imports.filter(({ path }) => taken.has(path)).map((one) => one.written))
  let fence: string | null = null
  const kept = body.split('\n').filter((line) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null
      return true
    }
    fence = mark ?? null
    const [, written = ''] = /^@([^#]+)(?:#.*)?$/.exec(line.trim()) ?? []
    return !dropped.has(written.replaceAll('\\ ', ' '))
  })
  return kept.join('\n').trim()
}

/** Paths of files whose text was read, be it that it is copied or refused. */
type Taken = ReadonlySet<string>
