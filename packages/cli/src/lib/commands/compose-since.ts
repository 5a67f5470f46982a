import {
  type Composition,
  type CompositionDifference,
  compareCompositions,
  estimateTokens,
} from '@onesoul/core'
import { findAgent } from '../agents/registry.ts'
import { formatSince, type ResetCost } from '../format/format-since.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { composeSession, targetOf } from '../run/compose-session.ts'
import { asComposition, changedTexts } from '../session/changed-sections.ts'
import { reportEdited } from '../session/kept-manifest.ts'
import { openSessions } from '../session/session-place.ts'
import type { StoredSession } from '../session/session-record.ts'
import { supersedingText } from '../session/superseding-text.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/**
 * `onesoul compose --since ID`: what a reset of a session would change, section
 * by section, and what it would cost. Changes nothing.
 */
export async function composeSince(invocation: Invocation, wanted: string): Promise<number> {
  const { home, store } = await openSessions(invocation)
  const session = await store.find(wanted)
  const { record } = session
  const kept = asComposition(session)
  reportEdited(invocation, session)
  const agent = await findAgent(record.agent)
  const detection = await detectAgent(agent, home, invocation)
  const { terminal } = invocation
  if (!detection.found && !invocation.flags.quiet) {
    terminal.err(`onesoul: ${detection.reason}; what it reads by itself is not known\n`)
  }
  const inside = { ...invocation, cwd: record.cwd }
  const { composition } = await composeSession(inside, {
    home,
    agent,
    detection: detection.found ? detection : null,
    target: targetOf(record),
  })
  if (composition.refusal) throw new CliError(EXIT.refused, composition.refusal.message)
  const difference = compareCompositions(kept, composition)
  const cost = costOf(agent.traits.changedText ?? 'replaces', { session, composition, difference })
  if (invocation.flags.json) {
    const { sections, tokens, same } = difference
    const document = { schemaVersion: 1, session: record.id, same, tokens, reset: cost, sections }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  } else terminal.out(formatSince(difference, { record, cost, style: terminal.style }))
  return EXIT.done
}

function costOf(how: ResetCost['how'], { session, composition, difference }: Compared): ResetCost {
  const { at, keptTokens, rereadTokens } = difference.cache
  if (how === 'replaces') return { how, from: at?.section ?? null, keptTokens, rereadTokens }
  const changes = changedTexts(session, composition)
  const addedTokens =
    changes.length === 0
      ? 0
      : estimateTokens(supersedingText(composition, changes, session.updates.length + 1))
  return { how, addedTokens }
}

interface Compared {
  readonly session: StoredSession
  readonly composition: Composition
  readonly difference: CompositionDifference
}
