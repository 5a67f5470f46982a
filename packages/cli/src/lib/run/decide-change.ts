import { createInterface } from 'node:readline/promises'
import type { Agent } from '@onesoul/agents'
import type { SectionDifference } from '@onesoul/core'
import type { Home } from '@onesoul/sources'
import { changesUnder } from '../session/change-policy.ts'
import { nameChange } from '../session/changed-sections.ts'
import type { SessionRecord } from '../session/session-record.ts'
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

/**
 * Says what a session that is taken up gets: the text that it has, or one of
 * now. The flags decide, else the policy of each changed section; whatever it is,
 * the changed sections are named on standard error. Throws `CliError` with exit
 * code 4 when a reset is asked for and nobody is there to answer.
 */
export async function decideChange(
  invocation: Invocation,
  question: ChangeQuestion,
): Promise<'keep' | 'reset'> {
  const { changes, flags, agent } = question
  const say = (line: string): void => {
    if (!invocation.flags.quiet) invocation.terminal.err(`onesoul: ${line}\n`)
  }
  if (changes.length === 0) {
    if (flags.reset) say('nothing changed since this session got its text; it keeps it')
    return 'keep'
  }
  const decision = flags.reset ? 'reset' : await askPolicies(invocation, question)
  const names = namesOf(changes)
  if (decision === 'keep') say(`changed: ${names}; the session ${keptText(question.record)}`)
  else say(`reset: ${names}; ${RESET[agent.traits.changedText ?? 'replaces']}`)
  return decision
}

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
  { home, flags, changes, ask = askPerson }: ChangeQuestion,
): Promise<'keep' | 'reset'> {
  if (flags.keep) return 'keep'
  const { onChange } = home.config.settings.sessions
  const asking = changesUnder('restart', changes, onChange)
  if (asking.length === 0) return 'keep'
  const what = `changed since this session got its text, and \`sessions.onChange\` asks for a reset: ${namesOf(asking)}`
  if (!invocation.terminal.interactive) throw undecided(what)
  const answer = await ask(`${what}\n[r]eset, [k]eep the old text, or [q]uit? [r] `)
  if (/^(?:r(?:eset)?)?$/i.test(answer.trim())) return 'reset'
  if (/^k(?:eep)?$/i.test(answer.trim())) return 'keep'
  throw undecided('nothing was decided')
}

function undecided(message: string): CliError {
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

async function askPerson(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
