import type { PermissionTier } from '@onesoul/agents'
import type { TargetFlags } from '../prepare/target-flags.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** Flags of `run` and `trace`. */
export interface RunFlags extends TargetFlags {
  readonly permission?: string
  /** Name for the new session. */
  readonly session?: string
  /** Go on with the last session of this agent in this directory. */
  readonly continue?: boolean
  /** Go on with the session of this id, beginning of an id, or name. */
  readonly resume?: string
  /** Go on with the text that the session has, whatever changed. */
  readonly keep?: boolean
  /** Go on with a text of now. */
  readonly reset?: boolean
  readonly printCommand?: boolean
  /** The skill that the run begins with; the prompt is what it is called with. */
  readonly skill?: string
  /** A scripted model answers in place of the real one. */
  readonly offline?: boolean
  /** Pass only an allow-list of the environment on. */
  readonly isolated?: boolean
}

/** What `--permission` takes. */
export const TIERS: readonly PermissionTier[] = ['read-only', 'workspace', 'auto-edit', 'full']

/** Parses `--permission`. */
export function parseTier(value: string): PermissionTier {
  const tier = TIERS.find((candidate) => candidate === value)
  if (tier) return tier
  throw new CliError(EXIT.usage, `--permission ${JSON.stringify(value)} is no tier`, {
    hints: [`use one of ${TIERS.join(', ')}`],
  })
}

/** Refuses flags that contradict each other. */
export function checkRunFlags(flags: RunFlags): void {
  const given = [
    flags.session === undefined ? '' : '--session',
    flags.continue ? '--continue' : '',
    flags.resume === undefined ? '' : '--resume',
  ].filter(Boolean)
  if (given.length > 1) throw together(given)
  const decided = [flags.keep ? '--keep' : '', flags.reset ? '--reset' : ''].filter(Boolean)
  if (decided.length > 1) throw together(decided)
  if (decided.length > 0 && flags.resume === undefined && !flags.continue) {
    throw new CliError(EXIT.usage, `${decided[0]} needs a session to go on with`, {
      hints: ['name it with --resume, or take the last one here with --continue'],
    })
  }
}

function together(flags: readonly string[]): CliError {
  return new CliError(EXIT.usage, `${flags.join(' and ')} cannot be used together`)
}
