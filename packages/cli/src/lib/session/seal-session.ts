import { createHash } from 'node:crypto'
import type { SessionRecord, StoredSession } from './session-record.ts'

type Sealed = NonNullable<SessionRecord['sha256']>

/** The record of a session with the hashes of what stands beside its text, as it is to be written. */
export function sealSession(session: StoredSession): SessionRecord {
  return { ...session.record, sha256: hashesOf(session) }
}

/** The file beside the text that is not the one that was recorded; `null` also for a record without hashes. */
export function editedBeside(session: StoredSession): string | null {
  const { sha256 } = session.record
  if (sha256 === undefined) return null
  const now = hashesOf(session)
  const edited = (['manifest', 'directives', 'updates'] as const).find(
    (name) => sha256?.[name] !== now[name],
  )
  return edited === undefined ? null : FILES[edited]
}

const FILES: Readonly<Record<keyof Sealed, string>> = {
  manifest: 'manifest.json',
  directives: 'directives.txt',
  updates: 'updates.json',
}

function hashesOf({ manifest, directivesText, updates }: StoredSession): Sealed {
  return {
    manifest: hash(manifest),
    directives: hash(directivesText),
    updates: hash(JSON.stringify(updates)),
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
