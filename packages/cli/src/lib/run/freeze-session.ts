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
  if (flags.resume !== undefined) return goOn(await store.find(flags.resume))
  if (flags.continue) return goOn(await lastSession(invocation, input))
  return beginSession(invocation, input)
}

async function lastSession(invocation: Invocation, input: FreezeInput): Promise<StoredSession> {
  const records = await input.store.list()
  const last = records.find(
    (record) =>
      record.agent === input.agent.id &&
      record.cwd === invocation.cwd &&
      record.agentSessionId !== null &&
      otherTarget(record, input.flags) === null,
  )
  if (last) return input.store.find(last.id)
  throw new CliError(EXIT.usage, `there is no session of ${input.agent.id} in this directory yet`, {
    hints: ['onesoul sessions list shows those of other directories, --resume takes them by name'],
  })
}
