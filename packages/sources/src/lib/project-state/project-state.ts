import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { SourcesError } from '../sources-error.ts'
import { readProjectFile, writeProjectFile } from './project-file.ts'
import { type ProjectPlace, withProjectLock } from './project-place.ts'
import {
  STATE_EXAMPLES,
  STATE_KINDS,
  STATE_SCHEMAS,
  type StateKind,
  type StateValues,
} from './state-kinds.ts'

/** What was saved of one kind. */
export interface SavedState<K extends StateKind = StateKind> {
  readonly kind: K
  /** ISO 8601, UTC. */
  readonly at: string
  readonly value: StateValues[K]
}

/** Everything that is saved of a work tree, in the order of the kinds, and which files cannot be understood. */
export interface ProjectState {
  readonly entries: readonly SavedState[]
  readonly faults: readonly string[]
}

const SAVED: v.GenericSchema<unknown, { readonly at: string; readonly value?: unknown }> = v.object(
  {
    at: v.string(),
    value: v.unknown(),
  },
)

/** Reads everything that is saved of a work tree. */
export async function readProjectState(place: ProjectPlace): Promise<ProjectState> {
  const read = await Promise.all(STATE_KINDS.map((kind) => readKind(place, kind)))
  return {
    entries: read.flatMap(({ entry }) => (entry ? [entry] : [])),
    faults: read.flatMap(({ fault }) => (fault === null ? [] : [fault])),
  }
}

async function readKind<K extends StateKind>(
  place: ProjectPlace,
  kind: K,
): Promise<{ readonly entry: SavedState<K> | null; readonly fault: string | null }> {
  const { value: saved, fault } = await readProjectFile(place, fileOf(kind), SAVED)
  if (saved === null) return { entry: null, fault }
  const schema: v.GenericSchema<unknown, StateValues[K]> = STATE_SCHEMAS[kind]
  const parsed = v.safeParse(schema, saved.value)
  if (parsed.success) return { entry: { kind, at: saved.at, value: parsed.output }, fault: null }
  const shown = `${place.label}/${fileOf(kind)}`
  return { entry: null, fault: `${shown} is not what this version writes` }
}

/**
 * Replaces what is saved of one kind, under the lock of the project.
 *
 * @throws SourcesError `state-invalid`, with every fault and an example
 */
export async function writeProjectState<K extends StateKind>(
  place: ProjectPlace,
  kind: K,
  input: { readonly value: unknown; readonly now?: Date },
): Promise<SavedState<K>> {
  const schema: v.GenericSchema<unknown, StateValues[K]> = STATE_SCHEMAS[kind]
  const parsed = v.safeParse(schema, input.value)
  if (!parsed.success) throw invalid(kind, parsed.issues)
  const at = (input.now ?? new Date()).toISOString()
  await withProjectLock(place, 'onesoul state write', () =>
    writeProjectFile(place, fileOf(kind), { schemaVersion: 1, kind, at, value: parsed.output }),
  )
  return { kind, at, value: parsed.output }
}

/** Removes what is saved of these kinds, under the lock of the project; returns those of which something was. */
export async function clearProjectState(
  place: ProjectPlace,
  kinds: readonly StateKind[],
): Promise<readonly StateKind[]> {
  return withProjectLock(place, 'onesoul state clear', async () => {
    const cleared: StateKind[] = []
    for (const kind of kinds) {
      const { entry, fault } = await readKind(place, kind)
      if (entry === null && fault === null) continue
      await rm(join(place.folder, fileOf(kind)), { force: true })
      cleared.push(kind)
    }
    return cleared
  })
}

function fileOf(kind: StateKind): string {
  return `state/${kind}.json`
}

function invalid(kind: StateKind, issues: readonly v.BaseIssue<unknown>[]): SourcesError {
  const faults = issues.map((issue) => {
    const path = v.getDotPath(issue)
    return path === null ? issue.message : `${path}: ${issue.message}`
  })
  const message = `this is no ${kind}: ${faults.slice(0, 5).join('; ')}`
  const hints = [`for example: onesoul state write ${kind} '${STATE_EXAMPLES[kind]}'`]
  return new SourcesError('state-invalid', message, { hints })
}
