import { sweepDeliveries } from '@onesoul/agents'
import {
  DiskError,
  prepareState,
  readStateFormat,
  type StateLayout,
  stateLayout,
  sweep,
  sweepTempFolders,
} from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { homeDirOf } from './open-place.ts'

/**
 * Makes the home ready for state and ends what killed runs left running; throws
 * `CliError` with the reason when it cannot. What they left lying is `tidyState`'s.
 */
export async function openState(home: Home): Promise<StateLayout> {
  if (!home.exists) {
    throw new CliError(
      EXIT.failed,
      `sessions are kept in a home, and there is none at ${home.dir}`,
      {
        hints: ['create one with `onesoul init`'],
      },
    )
  }
  const prepared = await prepareState(home.dir).catch(refuse)
  if (prepared.outcome === 'failed') throw unusable(prepared)
  const state = stateLayout(home.dir)
  await sweepDeliveries(state.deliver)
  return state
}

/**
 * Clears away what killed runs left lying: it takes the longer the more bots and
 * sessions there are, so nobody should wait for it. Returns what kept it from
 * that, in one sentence; `null` when nothing did.
 */
export async function tidyState(state: StateLayout): Promise<string | null> {
  try {
    await sweep(state)
    await sweepTempFolders()
    return null
  } catch (error) {
    if (error instanceof DiskError) return error.message.replace(/\.$/, '')
    throw error
  }
}

/**
 * Refuses, with one sentence and exit code 1, to change a home whose state this
 * version cannot read: a newer one wrote it, or its format number makes no
 * sense. Changes nothing; a home without state is fine.
 */
export async function requireKnownState(invocation: Invocation): Promise<void> {
  const format = await readStateFormat(stateLayout(homeDirOf(invocation)))
  if (format.outcome === 'unusable') refuse(format.error)
}

/** The message of a whole home that cannot be used is one line, so that the way out stands in it. */
function refuse(error: unknown): never {
  if (!(error instanceof DiskError)) throw error
  const { message, hints } = unusable({ message: error.message, fix: error.fix ?? '' })
  throw new CliError(EXIT.failed, [message, ...hints].join('; '), { cause: error })
}

/** In the tone of the command: no full stop, a hint in lower case. */
function unusable({ message, fix }: { readonly message: string; readonly fix?: string }): CliError {
  const plain = (text: string): string => text.replace(/\.$/, '')
  const hint = fix && plain(fix.charAt(0).toLowerCase() + fix.slice(1))
  return new CliError(EXIT.failed, plain(message), { hints: hint ? [hint] : [] })
}
