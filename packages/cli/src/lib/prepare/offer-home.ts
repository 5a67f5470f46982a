import { SourcesError } from '@onesoul/sources'
import { askPerson } from '../terminal/ask-line.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { openPlace } from './open-place.ts'

/**
 * Offers to make the home that is not there, when a person sits at the terminal;
 * all of it on standard error, for standard output is the agent's. Does nothing
 * otherwise: whoever opens the home next says that there is none.
 */
export async function offerHome(invocation: Invocation): Promise<void> {
  if (!invocation.terminal.interactive || invocation.flags.json) return
  const missing = await findMissing(invocation)
  if (missing === null || !(await agrees(missing))) return
  const { initCommand } = await import('../commands/init.ts')
  const { terminal } = invocation
  await initCommand({ ...invocation, terminal: { ...terminal, out: terminal.err } }, {})
}

async function findMissing(invocation: Invocation): Promise<string | null> {
  try {
    await openPlace(invocation)
    return null
  } catch (error) {
    if (error instanceof SourcesError && error.code === 'home-missing') return error.message
    throw error
  }
}

function agrees(missing: string): Promise<boolean> {
  const question = `onesoul: ${missing}. Make one now? [Y/n] `
  return askPerson(async ({ ask }) => /^(?:y(?:es)?)?$/i.test(await ask(question)))
}
