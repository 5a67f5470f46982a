import type { StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { beginSession } from './begin-session.ts'
import { requireKeptText } from './check-kept-text.ts'
import { otherTarget, requireSameTarget } from './check-target.ts'
import type { FreezeInput, FrozenSession } from './frozen-session.ts'
import { takeUpSession } from './take-up-session.ts'

/** Takes up the session that the flags name, with the bytes it began with, or begins one. */
export async function freezeSession(
  invocation: Invocation,
  input: FreezeInput,
): Promise<FrozenSession> {
  const { flags, store } = input
  const goOn = (stored: StoredSession): Promise<FrozenSession> =>
    takeUpSession(invocation, input, requireKeptText(requireSameTarget(stored, flags), flags))
  // A reset writes every file of the session anew, so that none of them has to be whole.
  const damaged = { damaged: flags.reset ?? false }
  if (flags.resume !== undefined) return goOn(await store.find(flags.resume, damaged))
  if (flags.continue) return goOn(await lastSession(invocation, input))
  return beginSession(invocation, input)
}

async function lastSession(invocation: Invocation, input: FreezeInput): Promise<StoredSession> {
  const records = await input.store.list()
  const fitting = records.filter(
    (record) =>
      record.agent === input.agent.id &&
      record.cwd === invocation.cwd &&
      record.agentSessionId !== null &&
      otherTarget(record, input.flags) === null,
  )
  const last = fitting.find((record) => input.flags.offline || !record.offline)
  if (last) return input.store.find(last.id, { damaged: input.flags.reset ?? false })
  const [offline] = fitting
  const other = offline ? ' but one that was begun offline' : ''
  const message = `there is no session of ${input.agent.id} in this directory yet${other}`
  throw new CliError(EXIT.usage, message, {
    hints: [
      offline
        ? `--resume ${offline.name ?? offline.id} takes that one`
        : 'onesoul sessions list shows those of other directories, --resume takes them by name',
    ],
  })
}
