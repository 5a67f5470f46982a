import { join } from 'node:path'
import { readFileSafely, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { SourcesError } from '../sources-error.ts'
import type { ProjectPlace } from './project-place.ts'

/** What a file of a project's state holds; `null` when there is none. */
export interface ProjectFileReading<T> {
  readonly value: T | null
  /** Why the file cannot be understood; `null` when it can, or is not there. */
  readonly fault: string | null
}

/** As many notes as anybody writes; a file that could not be read any more could not be pruned either. */
const MAX_BYTES = 64 * 1024 * 1024

/** Reads a JSON file of a project's state. */
export async function readProjectFile<T>(
  place: ProjectPlace,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<ProjectFileReading<T>> {
  const path = join(place.folder, name)
  const found = await readFileSafely(path, { roots: [place.home], maxBytes: MAX_BYTES })
  if (found.outcome === 'missing') return { value: null, fault: null }
  if (found.outcome === 'failed') return { value: null, fault: found.message.replace(/\.$/, '') }
  const shown = `${place.label}/${name}`
  try {
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(found.bytes)))
    if (parsed.success) return { value: parsed.output, fault: null }
    return { value: null, fault: `${shown} is not what this version writes` }
  } catch {
    // What is no JSON is damaged, whatever the parser says about it.
    return { value: null, fault: `${shown} is no JSON` }
  }
}

/**
 * As {@link readProjectFile}, for whoever writes it next.
 *
 * @throws SourcesError `state-unusable` when it cannot be understood: it is not overwritten
 */
export async function requireProjectFile<T>(
  place: ProjectPlace,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | null> {
  const { value, fault } = await readProjectFile(place, name, schema)
  if (fault === null) return value
  throw new SourcesError('state-unusable', `${fault}; it was left as it is`, {
    hints: [`look at ${join(place.folder, name)}, and move it away to begin anew`],
  })
}

/** Writes a JSON file of a project's state unless it says so already; only under its lock. */
export async function writeProjectFile(
  place: ProjectPlace,
  name: string,
  content: object,
): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`
  const path = join(place.folder, name)
  const roots = [place.home]
  const found = await readFileSafely(path, { roots, maxBytes: MAX_BYTES })
  if (found.outcome === 'content' && Buffer.from(found.bytes).toString('utf8') === text) return
  await writeFileSafely(path, text, { roots })
}
