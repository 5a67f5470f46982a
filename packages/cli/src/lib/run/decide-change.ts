import type { Agent } from '@onesoul/agents'
import type { SectionDifference } from '@onesoul/core'
import type { ChangePolicies, Home } from '@onesoul/sources'
import { changesUnder } from '../session/change-policy.ts'
import { nameChange } from '../session/changed-sections.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { askPerson } from '../terminal/ask-line.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { RunFlags } from './run-flags.ts'

export interface ChangeQuestion {
  readonly home: Pick<Home, 'config'>
  readonly agent: Pick<Agent, 'traits'>
  readonly flags: Pick<RunFlags, 'keep' | 'reset'>
  readonly record: SessionRecord
  readonly changes: readonly SectionDifference[]
  /** Asks a person; default: on standard error, with the answer from the terminal. */
  readonly ask?: (question: string) => Promise<string>
}

/** `reset`: all of the text of now. `turn`: what `taken` names goes in behind the conversation, the rest stays. */
export type ChangeDecision =
  | { readonly kind: 'keep' }
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'turn'
      readonly taken: readonly SectionDifference[]
      readonly kept: readonly SectionDifference[]
    }

/**
 * Says what a session that is taken up gets: the text that it has, one of now,
 * or some sections of it. The flags decide, else the policy of each changed
 * section; whatever it is, the changed sections are named on standard error.
 * Throws `CliError` with exit code 4 when a reset is asked for and nobody is
 * there to answer, and when a policy asks for what the agent cannot do.
 */
export async function decideChange(
  invocation: Invocation,
  question: ChangeQuestion,
): Promise<ChangeDecision> {
  const { changes, flags, agent } = question
  const say = (line: string): void => {
    if (!invocation.flags.quiet) invocation.terminal.err(`onesoul: ${line}\n`)
  }
  if (changes.length === 0) {
    if (flags.reset) say('nothing changed since this session got its text; it keeps it')
    return { kind: 'keep' }
  }
  const decision = flags.reset ? RESETTING : await askPolicies(invocation, question)
  const kept = decision.kind === 'turn' ? decision.kept : changes
  if (decision.kind === 'reset') {
    say(`reset: ${namesOf(changes)}; ${RESET[agent.traits.changedText ?? 'replaces']}`)
    return decision
  }
  if (decision.kind === 'turn')
    say(`with this turn: ${namesOf(decision.taken)}; ${RESET.supersedes}`)
  if (kept.length > 0) say(`changed: ${namesOf(kept)}; the session ${keptText(question.record)}`)
  return decision
}

const RESETTING: ChangeDecision = { kind: 'reset' }
const KEEPING: ChangeDecision = { kind: 'keep' }

const RESET = {
  replaces: 'the new text takes the place of the old one',
  supersedes:
    'the changed sections go in behind the conversation and say that they supersede the old ones',
} as const

function keptText({ resetAt }: SessionRecord): string {
  const which = resetAt === undefined ? 'it began with' : 'it got by its last reset'
  return `keeps the text that ${which} (--reset takes the new one)`
}

async function askPolicies(
  invocation: Invocation,
  { home, agent, flags, changes, ask = askAlone }: ChangeQuestion,
): Promise<ChangeDecision> {
  if (flags.keep) return KEEPING
  const { onChange } = home.config.settings.sessions
  const asking = changesUnder('restart', changes, onChange)
  if (asking.length === 0) return takeWithTurn(agent, changes, onChange)
  const what = `changed since this session got its text, and \`sessions.onChange\` asks for a reset: ${namesOf(asking)}`
  if (!invocation.terminal.interactive) throw undecided(what)
  const answer = await ask(`${what}\n[r]eset, [k]eep the old text, or [q]uit? [r] `)
  if (/^(?:r(?:eset)?)?$/i.test(answer.trim())) return RESETTING
  if (/^k(?:eep)?$/i.test(answer.trim())) return KEEPING
  throw undecided('nothing was decided')
}

function takeWithTurn(
  { traits }: ChangeQuestion['agent'],
  changes: readonly SectionDifference[],
  policies: ChangePolicies,
): ChangeDecision {
  const taken = changesUnder('next-turn', changes, policies)
  if (taken.length === 0) return KEEPING
  if (traits.changedText === 'supersedes') {
    return { kind: 'turn', taken, kept: changes.filter((change) => !taken.includes(change)) }
  }
  const reason = traits.noTurnText ?? 'no way for that is proven'
  throw undecided(
    `\`sessions.onChange\` sends ${namesOf(taken)} with the turn, which ${traits.name} cannot do: ${reason}`,
  )
}

/** A refusal with the two flags that decide. */
export function undecided(message: string): CliError {
  return new CliError(EXIT.refused, message, {
    hints: [
      '--reset goes on with the text of now, --keep with the text that the session has',
      'nothing was started',
    ],
  })
}

function namesOf(changes: readonly SectionDifference[]): string {
  return changes.map(nameChange).join(', ')
}

function askAlone(question: string): Promise<string> {
  return askPerson(({ ask }) => ask(question))
}
