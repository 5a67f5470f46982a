import type { PlanInput } from '../port/plan.ts'
import { lastOption, type ParsedArguments } from './arguments.ts'
import { behavioursFor } from './behaviours.ts'

export interface SessionArguments {
  readonly flags: readonly string[]
  /** The session's id when it is known before the start. */
  readonly agentSessionId: string | null
  readonly conflict: string | null
}

const SESSION_FLAGS = ['--session-id', '--resume', '--continue', '--fork-session', '--from-pr']
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Chooses the session of a run: a fresh id, the session to go on with, or what
 * the person's own flags say. A program that records its prompt would replay
 * that of the session's first run, so every later run asks for a fresh one.
 */
export function planSession(parsed: ParsedArguments, input: PlanInput): SessionArguments {
  const given = SESSION_FLAGS.filter((name) => lastOption(parsed, name) !== undefined)
  const { session } = input
  if (session.mode === 'resume') {
    const conflict = given[0] ? `${given[0]} stands against the session to go on with` : null
    const flags = ['--resume', session.agentSessionId, ...freshPrompt(parsed, input)]
    return { flags, agentSessionId: session.agentSessionId, conflict }
  }
  if (given.length === 0) return startNew(input)
  const named = lastOption(parsed, '--session-id')
  if (named && !isContinued(given)) return { flags: [], agentSessionId: named, conflict: null }
  return continueOwn(parsed, { input, given })
}

function startNew({ freshSessionId }: PlanInput): SessionArguments {
  return {
    flags: ['--session-id', freshSessionId],
    agentSessionId: freshSessionId,
    conflict: null,
  }
}

function continueOwn(
  parsed: ParsedArguments,
  { input, given }: { readonly input: PlanInput; readonly given: readonly string[] },
): SessionArguments {
  const fresh = freshPrompt(parsed, input)
  const named = lastOption(parsed, '--session-id') ?? null
  if (named !== null) return { flags: fresh, agentSessionId: named, conflict: null }
  if (given.includes('--fork-session') && isContinued(given)) {
    const { flags, ...fork } = startNew(input)
    return { ...fork, flags: [...flags, ...fresh] }
  }
  const resumed = lastOption(parsed, '--resume') ?? ''
  return { flags: fresh, agentSessionId: UUID.test(resumed) ? resumed : null, conflict: null }
}

function isContinued(given: readonly string[]): boolean {
  return given.some((name) => name === '--resume' || name === '--continue' || name === '--from-pr')
}

function freshPrompt(parsed: ParsedArguments, { detection }: PlanInput): readonly string[] {
  const flag = '--system-prompt-snapshot'
  if (!behavioursFor(detection).recordsPrompt) return []
  return lastOption(parsed, flag) === undefined ? [flag, 'off'] : []
}
