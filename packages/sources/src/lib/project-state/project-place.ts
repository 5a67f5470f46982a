import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { prepareState, stateLayout, withLock } from '@onesoul/disk'
import { findRoot } from '../project/find-root.ts'
import { SourcesError } from '../sources-error.ts'
import { projectKey } from '../trust/pinned-texts.ts'

/** Where the notes and the state of one work tree lie. */
export interface ProjectPlace {
  /** Absolute path of the home. */
  readonly home: string
  /** Absolute real path of the work tree; the working directory when it is in none. */
  readonly root: string
  /** The main work tree, which linked ones share their notes and state with. */
  readonly mainRoot: string
  /** Absolute; it need not be there. */
  readonly folder: string
  /** `folder` relative to the home, `/`-separated. */
  readonly label: string
  /** How long a write waits for another one. */
  readonly lockWaitMs: number
}

export interface FindProjectOptions {
  readonly home: string
  /** Absolute. */
  readonly cwd: string
  /** The person's home directory. */
  readonly userHome: string
  /** Default: 10,000. */
  readonly lockWaitMs?: number
}

/**
 * Finds the work tree around a directory and where what is kept of it lies. Changes nothing.
 *
 * @throws SourcesError `directory-missing`
 */
export async function findProjectPlace(options: FindProjectOptions): Promise<ProjectPlace> {
  const { home, lockWaitMs = 10_000 } = options
  const cwd = await realpath(options.cwd).catch((error: unknown) => {
    throw new SourcesError('directory-missing', `no directory at ${options.cwd}`, { cause: error })
  })
  // A home directory that does not exist yet still bars its own path.
  const userHome = await realpath(options.userHome).catch(() => options.userHome)
  const { root, mainRoot } = await findRoot(cwd, userHome)
  const key = projectKey(mainRoot)
  const folder = join(stateLayout(home).projects, key)
  return { home, root, mainRoot, folder, label: `state/projects/${key}`, lockWaitMs }
}

/**
 * Runs `work` while nobody else writes what is kept of the work tree, or into its files on our behalf.
 *
 * @throws SourcesError `state-unusable` when the home cannot hold state; DiskError `lock-timeout` and its kin
 */
export async function withProjectLock<T>(
  place: ProjectPlace,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  const state = await prepareState(place.home)
  if (state.outcome === 'failed') {
    const hints = state.fix === undefined ? [] : [state.fix]
    throw new SourcesError('state-unusable', state.message, { hints })
  }
  const lock = join(state.layout.locks, `project-${basename(place.folder)}.lock`)
  return withLock(lock, { command, waitMs: place.lockWaitMs }, work)
}
