import { SourcesError } from '@onesoul/sources'
import { askPerson } from '../terminal/ask-line.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { findPlace } from './open-place.ts'

/**
 * Offers to make the home that is not there, when a person sits at the terminal;
 * all of it on standard error, for standard output is the agent's. Does nothing
 * otherwise: whoever opens the home next says that there is none.
 */
export async function offerHome(invocation: Invocation): Promise<void> {
  if (!invocation.terminal.interactive || invocation.flags.json) return
  const place = await findPlace(invocation)
  if (!(place instanceof SourcesError) || !(await agrees(place.message))) return
  const { initCommand } = await import('../commands/init.ts')
  const { terminal } = invocation
  await initCommand({ ...invocation, terminal: { ...terminal, out: terminal.err } }, {})
}

function agrees(missing: string): Promise<boolean> {
  const question = `onesoul: ${missing}. Make one now? [Y/n] `
  return askPerson(async ({ ask }) => /^(?:y(?:es)?)?$/i.test(await ask(question)))
}
