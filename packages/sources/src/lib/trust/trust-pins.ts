import { dirname, join } from 'node:path'
import { prepareState, readFileSafely, stateLayout, withLock, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { SourcesError } from '../sources-error.ts'
import { keepTexts, projectKey } from './pinned-texts.ts'

/** The pinned content of one work tree: path relative to the root → hex SHA-256. */
export interface TrustPins {
  readonly schemaVersion: 1
  /** Real path of the main work tree. */
  readonly root: string
  /** ISO 8601, UTC. */
  readonly pinnedAt: string
  readonly files: Readonly<Record<string, string>>
}

const PINS: v.GenericSchema<unknown, TrustPins> = v.strictObject({
  schemaVersion: v.literal(1),
  root: v.string(),
  pinnedAt: v.string(),
  files: v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
})

/** Absolute path of the file that holds the pins of a work tree. */
export function pinsPath(home: string, mainRoot: string): string {
  return join(stateLayout(home).projects, projectKey(mainRoot), 'trust.json')
}

/**
 * Reads the pins of a work tree; `null` when there are none. A file that cannot
 * be understood counts as none: trust is then asked for again, never assumed.
 */
export async function readPins(home: string, mainRoot: string): Promise<TrustPins | null> {
  const found = await readFileSafely(pinsPath(home, mainRoot), { roots: [home] })
  if (found.outcome !== 'content') return null
  try {
    const parsed = v.safeParse(PINS, JSON.parse(new TextDecoder().decode(found.bytes)))
    return parsed.success && parsed.output.root === mainRoot ? parsed.output : null
  } catch {
    // No JSON: the same as no pins.
    return null
  }
}

export interface WritePinsInput {
  readonly home: string
  readonly mainRoot: string
  /** Changes the pinned files; runs under the lock with what is pinned now. */
  readonly update: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The texts behind new pins, by hash; those that no pin names any more are removed. */
  readonly texts: ReadonlyMap<string, string>
  readonly now: Date
}

/**
 * Replaces the pins of a work tree under its lock.
 *
 * @throws SourcesError `state-unusable` when the home cannot hold state; DiskError when writing fails.
 */
export async function writePins(input: WritePinsInput): Promise<TrustPins> {
  const { home, mainRoot, update, texts, now } = input
  const state = await prepareState(home)
  if (state.outcome === 'failed') {
    const hints = state.fix === undefined ? [] : [state.fix]
    throw new SourcesError('state-unusable', state.message, { hints })
  }
  const path = pinsPath(home, mainRoot)
  const lock = join(state.layout.locks, `trust-${projectKey(mainRoot)}`)
  return withLock(lock, { command: 'onesoul trust' }, async () => {
    const before = await readPins(home, mainRoot)
    const pins: TrustPins = {
      schemaVersion: 1,
      root: mainRoot,
      pinnedAt: now.toISOString(),
      files: update(before?.files ?? {}),
    }
    await keepTexts({ home, mainRoot, texts, named: new Set(Object.values(pins.files)) })
    await writeFileSafely(path, `${JSON.stringify(pins, null, 2)}\n`, {
      roots: [dirname(dirname(path))],
    })
    return pins
  })
}
