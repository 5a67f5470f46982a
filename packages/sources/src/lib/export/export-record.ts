import { createHash } from 'node:crypto'
import * as v from 'valibot'
import {
  type ProjectFileReading,
  readProjectFile,
  writeProjectFile,
} from '../project-state/project-file.ts'
import type { ProjectPlace } from '../project-state/project-place.ts'

/** What the last export into a work tree wrote, and from what. */
export interface ExportRecord {
  readonly platform: string | null
  readonly bot: string | null
  /** As they were asked for. */
  readonly agents: readonly string[]
  /** Private slots that were written. */
  readonly with: readonly string[]
  readonly files: readonly {
    readonly path: string
    readonly agents: readonly string[]
    /** Hex SHA-256 of the text in the block. */
    readonly sha256: string
  }[]
  readonly sources: readonly { readonly path: string; readonly sha256: string }[]
  /** Folders of skills that were written, with the hash of each tree; absent: skills were no part of it. */
  readonly skills?: Readonly<Record<string, string>>
}

const RECORD: v.GenericSchema<unknown, ExportRecord> = v.object({
  platform: v.nullable(v.string()),
  bot: v.nullable(v.string()),
  agents: v.array(v.string()),
  with: v.array(v.string()),
  files: v.array(v.object({ path: v.string(), agents: v.array(v.string()), sha256: v.string() })),
  sources: v.array(v.object({ path: v.string(), sha256: v.string() })),
  skills: v.exactOptional(v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))),
})

/** Reads what the last export of this home into a work tree wrote; `null` before the first. */
export function readExportRecord(place: ProjectPlace): Promise<ProjectFileReading<ExportRecord>> {
  return readProjectFile(place, nameOf(place), RECORD)
}

/** Keeps the record of an export. Only under the lock of the project. */
export async function keepExportRecord(place: ProjectPlace, record: ExportRecord): Promise<void> {
  const kept = { schemaVersion: 1, root: place.root, ...record }
  await writeProjectFile(place, nameOf(place), kept)
}

/** Linked work trees share a folder, and each has files of its own. */
function nameOf({ root }: ProjectPlace): string {
  const key = createHash('sha256').update(root, 'utf8').digest('hex').slice(0, 16)
  return `exports/${key}.json`
}
