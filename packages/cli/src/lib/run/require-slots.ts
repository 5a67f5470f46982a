import type { Agent } from '@onesoul/agents'
import type { Home } from '@onesoul/sources'
import { composeFor } from '../prepare/compose-for.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { RunFlags } from './run-flags.ts'

/**
 * Refuses a new session that lacks a required slot, before anything of the
 * agent runs: some agents are started to read their own settings. What the
 * agent reads by itself changes nothing about slots, so it is not asked for.
 * Throws `CliError` with exit code 4.
 */
export async function requireSlots(
  invocation: Invocation,
  { home, agent, flags }: { readonly home: Home; readonly agent: Agent; readonly flags: RunFlags },
): Promise<void> {
  if (flags.resume !== undefined || flags.continue) return
  const { composition } = await composeFor(invocation, {
    home,
    target: flags,
    agent,
    detection: null,
  })
  if (composition.refusal?.code !== 'slot.required') return
  throw new CliError(EXIT.refused, composition.refusal.message, { hints: ['nothing was started'] })
}
