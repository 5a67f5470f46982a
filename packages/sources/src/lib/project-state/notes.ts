import { countChars } from '@onesoul/core'
import * as v from 'valibot'
import { SourcesError } from '../sources-error.ts'
import {
  type ProjectFileReading,
  readProjectFile,
  requireProjectFile,
  writeProjectFile,
} from './project-file.ts'
import { type ProjectPlace, withProjectLock } from './project-place.ts'

/**
 * - `priority`: every session should know it; it goes into the overlay.
 * - `working`: of the work at hand; pruned by age.
 * - `manual`: kept until somebody removes it.
 */
export type NoteKind = 'priority' | 'working' | 'manual'

export const NOTE_KINDS: readonly NoteKind[] = ['priority', 'working', 'manual']

/** One note about a work tree. */
export interface Note {
  /** Counted up; never used twice. */
  readonly id: number
  readonly kind: NoteKind
  readonly text: string
  /** ISO 8601, UTC. */
  readonly at: string
}

interface NotesFile {
  readonly schemaVersion: 1
  readonly nextId: number
  readonly notes: readonly Note[]
}

const count = v.pipe(v.number(), v.integer(), v.minValue(1))

const NOTES: v.GenericSchema<unknown, NotesFile> = v.strictObject({
  schemaVersion: v.literal(1),
  nextId: count,
  notes: v.array(
    v.strictObject({ id: count, kind: v.picklist(NOTE_KINDS), text: v.string(), at: v.string() }),
  ),
})

export const NOTES_FILE = 'notes.json'

/** Code points; a longer one is a document. */
export const MAX_NOTE_CHARS = 2000

/** The notes of a work tree, oldest first; `null` when there never was one. */
export async function readNotes(place: ProjectPlace): Promise<ProjectFileReading<readonly Note[]>> {
  const { value, fault } = await readProjectFile(place, NOTES_FILE, NOTES)
  return { value: value?.notes ?? null, fault }
}

/**
 * Adds a note under the lock of the project.
 *
 * @throws SourcesError `note-invalid` for one that is empty or longer than {@link MAX_NOTE_CHARS}; nothing is cut
 */
export async function addNote(
  place: ProjectPlace,
  note: { readonly kind: NoteKind; readonly text: string },
  now: Date = new Date(),
): Promise<Note> {
  const text = note.text.trim()
  const chars = countChars(text)
  if (chars === 0) throw new SourcesError('note-invalid', 'a note needs a text')
  if (chars > MAX_NOTE_CHARS) {
    const message = `the note has ${chars} characters, and one may have ${MAX_NOTE_CHARS}`
    throw new SourcesError('note-invalid', message, { hints: ['shorten it, or keep it as a file'] })
  }
  return withProjectLock(place, 'onesoul notes add', async () => {
    const before = await requireProjectFile(place, NOTES_FILE, NOTES)
    const id = before?.nextId ?? 1
    const added = { id, kind: note.kind, text, at: now.toISOString() }
    const notes = [...(before?.notes ?? []), added]
    await writeProjectFile(place, NOTES_FILE, { schemaVersion: 1, nextId: id + 1, notes })
    return added
  })
}

export interface PruneNotesOptions {
  /** Which notes may go. */
  readonly mayGo: (note: Note) => boolean
  readonly dryRun: boolean
}

export interface PrunedNotes {
  readonly removed: readonly Note[]
  readonly kept: readonly Note[]
}

/** Removes notes under the lock of the project and returns them; a dry run neither waits nor writes. */
export async function pruneNotes(
  place: ProjectPlace,
  { mayGo, dryRun }: PruneNotesOptions,
): Promise<PrunedNotes> {
  const work = async (): Promise<PrunedNotes> => {
    const before = await requireProjectFile(place, NOTES_FILE, NOTES)
    const all = before?.notes ?? []
    const removed = all.filter(mayGo)
    const kept = all.filter((note) => !mayGo(note))
    if (before && removed.length > 0 && !dryRun) {
      await writeProjectFile(place, NOTES_FILE, { ...before, notes: kept })
    }
    return { removed, kept }
  }
  return dryRun ? work() : withProjectLock(place, 'onesoul notes prune', work)
}
