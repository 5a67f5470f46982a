import { join } from 'node:path'
import {
  DiskError,
  prepareState,
  type StateLayout,
  sweepTempFiles,
  withLock,
  writeFileSafely,
} from '@onesoul/disk'
import { SourcesError } from '../sources-error.ts'

/** Writes files of a new home, each only where nothing stands. */
export interface HomeWriter {
  /** Files that were written, relative to the home. */
  readonly written: string[]
  /** What was there already and stays as it is, relative to the home. */
  readonly kept: string[]
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>
}

/**
 * Prepares a home and lets `work` write into it, while no other `init` does.
 *
 * @throws SourcesError `state-unusable`; DiskError when writing fails.
 */
export async function writeHome<T>(
  dir: string,
  work: (writer: HomeWriter, layout: StateLayout) => Promise<T>,
): Promise<T> {
  const state = await prepareState(dir)
  if (state.outcome === 'failed') {
    const hints = state.fix === undefined ? [] : [state.fix]
    throw new SourcesError('state-unusable', state.message, { hints })
  }
  const { layout } = state
  return withLock(join(layout.locks, 'init'), { command: 'onesoul init' }, () =>
    sweepLeftovers(layout).then(() => work(createWriter(layout), layout)),
  )
}

/** What an `init` that was killed left half written. */
async function sweepLeftovers({ home, agentConfigs, memory }: StateLayout): Promise<void> {
  await sweepTempFiles(home)
  await sweepTempFiles(agentConfigs, { depth: 2 })
  await sweepTempFiles(memory)
}

function createWriter(layout: StateLayout): HomeWriter {
  const written: string[] = []
  const kept: string[] = []
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    try {
      await writeFileSafely(join(layout.home, path), content, {
        roots: [layout.home],
        expectedSha256: null,
      })
      written.push(path)
    } catch (error) {
      if (!(error instanceof DiskError) || error.code !== 'conflict') throw error
      kept.push(path)
    }
  }
  return { written, kept, write }
}
