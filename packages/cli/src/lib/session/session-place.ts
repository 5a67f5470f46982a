import { type StateLayout, stateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

/** A home with the sessions in it. */
export interface SessionPlace {
  readonly home: Home
  readonly layout: StateLayout
  readonly store: SessionStore
}

/** Opens the sessions of the home that the flags name; writes nothing. */
export async function openSessions(invocation: Invocation): Promise<SessionPlace> {
  const home = await openPlace(invocation)
  const layout = stateLayout(home.dir)
  return { home, layout, store: createSessionStore(layout) }
}

/** Parses `--older-than`; without it, the number of days that the configuration says. */
export function parseDays(value: string | undefined, configured: number): number {
  if (value === undefined) return configured
  const days = Number(value)
  if (/^\d+(?:\.\d+)?$/.test(value) && Number.isFinite(days)) return days
  throw new CliError(EXIT.usage, `--older-than ${JSON.stringify(value)} is no number of days`, {
    hints: ['use a number, e.g. --older-than 7; 0 means all'],
  })
}
