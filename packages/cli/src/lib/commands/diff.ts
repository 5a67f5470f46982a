import { compareCompositions } from '@onesoul/core'
import { composeOperand, contextOf, type DiffSide, sessionSide } from '../diff/compose-operand.ts'
import { type DiffOperand, parseOperand } from '../diff/operand.ts'
import { formatDiff } from '../format/format-diff.ts'
import type { TargetFlags } from '../prepare/target-flags.ts'
import { reportEdited } from '../session/kept-manifest.ts'
import { openSessions } from '../session/session-place.ts'
import type { StoredSession } from '../session/session-record.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface DiffFlags extends TargetFlags {
  readonly agent?: string
}

/**
 * `onesoul diff A [B]`: two compositions section by section. Beside a session the
 * other side is composed for the session's target, in its working directory and
 * with its runtime facts, unless a flag says otherwise.
 */
export async function diffCommand(
  invocation: Invocation,
  typed: readonly [string, string],
  flags: DiffFlags,
): Promise<number> {
  const [a, b] = [parseOperand(typed[0]), parseOperand(typed[1])]
  const stored = [await findSession(invocation, a), await findSession(invocation, b)] as const
  const sessions = stored.filter((session) => session !== null)
  const context = contextOf(flags, sessions)
  const inside = insideOf(invocation, sessions)
  const side = (operand: DiffOperand, session: StoredSession | null): Promise<DiffSide> =>
    session
      ? Promise.resolve(sessionSide(operand, session))
      : composeOperand(inside, operand, context)
  const before = await side(a, stored[0])
  const after = await side(b, stored[1])
  for (const one of [before, after]) reportRefusal(invocation, one)
  print(invocation, before, after)
  return EXIT.done
}

async function findSession(
  invocation: Invocation,
  operand: DiffOperand,
): Promise<StoredSession | null> {
  if (operand.kind !== 'session') return null
  const { store } = await openSessions(invocation)
  const session = await store.find(operand.name)
  reportEdited(invocation, session)
  return session
}

/** The working directory of a session on one side, unless `--cwd` names another. */
function insideOf(invocation: Invocation, sessions: readonly StoredSession[]): Invocation {
  const [session] = sessions
  if (!session || invocation.flags.cwd !== undefined) return invocation
  return { ...invocation, cwd: session.record.cwd }
}

function reportRefusal({ terminal, flags }: Invocation, { label, refusal }: DiffSide): void {
  if (refusal === null || flags.quiet) return
  terminal.err(`onesoul: ${label} could not be delivered: ${refusal.message}\n`)
}

function print({ terminal, flags }: Invocation, before: DiffSide, after: DiffSide): void {
  const difference = compareCompositions(before.compared, after.compared)
  if (!flags.json) {
    const labels = { before: before.label, after: after.label }
    const view = { labels, style: terminal.style, whole: flags.verbose ?? false }
    terminal.out(formatDiff(difference, view))
    return
  }
  const { same, tokens, cache, sections } = difference
  const [a, b] = [sideRecord(before), sideRecord(after)]
  const document = { schemaVersion: 1, before: a, after: b, same, tokens, cache, sections }
  terminal.out(`${JSON.stringify(document, null, 2)}\n`)
}

function sideRecord({ label, compared, refusal }: DiffSide): object {
  const { digest, target } = compared.manifest
  return { operand: label, digest, target, refusal }
}
