import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseDocument, type SourceDocument } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import { tildePath } from '../home/expand-path.ts'
import type { ImportNotes } from './import-notes.ts'
import { refusePlace, refuseText } from './source-bounds.ts'
import type { SourcePlace } from './source-place.ts'

export type { AgentFile, SourcePlace } from './source-place.ts'

export interface SourceFile {
  /** How it is named in the report: relative to the source, or with `~`. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly sha256: string
  /** All links followed. */
  readonly realPath: string
  readonly viaLink: boolean
}

/**
 * Reads one file of a set-up under the rules that slots are read by. `null`
 * when it is not there, or cannot be read; the latter is noted with the reason.
 */
export async function readSource(
  path: string,
  place: SourcePlace,
  notes: ImportNotes,
): Promise<SourceFile | null> {
  const name = sourceName(path, place)
  const refusal = await refusePlace(path, place)
  if (refusal !== null) {
    notes.warn(name, refusal)
    return null
  }
  const found = await readFileSafely(path, { roots: [place.dir], homeDir: place.userHome })
  if (found.outcome === 'missing') return null
  if (found.outcome === 'failed') {
    notes.warn(name, `it was not read: ${found.message}`)
    return null
  }
  const { bytes, sha256, realPath, viaLink } = found
  return { name, bytes, sha256, realPath, viaLink }
}

/** {@link readSource} for a text that a model is to get: data with credentials in it is noted and left out. */
export async function readInstructions(
  path: string,
  place: SourcePlace,
  notes: ImportNotes,
): Promise<SourceFile | null> {
  const found = await readSource(path, place, notes)
  const refusal = found && refuseText(new TextDecoder().decode(found.bytes))
  if (refusal === null) return found
  notes.warn(sourceName(path, place), refusal)
  return null
}

/** A path as the report shows it: relative to the source, else below `~`, else absolute. */
export function sourceName(path: string, { dir, userHome }: SourcePlace): string {
  const inside = relative(dir, path)
  if (!inside.startsWith('..')) return slashes(inside)
  return tildePath(path, userHome)
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/**
 * What stands in a folder, sorted by name; nothing when there is none. One that
 * may not be read, or cannot be, is noted with the reason.
 */
export async function listSource(
  dir: string,
  place: SourcePlace,
  notes: ImportNotes,
): Promise<readonly Dirent[]> {
  const name = `${sourceName(dir, place) || '.'}/`
  const refusal = await refusePlace(dir, place)
  if (refusal !== null) {
    notes.warn(name, refusal)
    return []
  }
  try {
    const entries = await readdir(dir, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      notes.warn(name, `what is in it could not be listed (${code})`)
    }
    return []
  }
}

/** A file of the source as our own slots are read. */
export function documentOf({ name, bytes, sha256 }: SourceFile): SourceDocument {
  return parseDocument({ root: 'configs', kind: 'slot', name, path: name, sha256 }, bytes).value
}

/** What follows the frontmatter. */
export function bodyOf(document: SourceDocument): string {
  return document.text.slice(document.body.start, document.body.end)
}

/** Joins two paths below a source for the report. */
export function below(folder: string, name: string): string {
  return folder === '' ? name : join(folder, name).replaceAll('\\', '/')
}
